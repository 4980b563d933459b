export type DebitBank = { code: string; name: string; isHealthy: boolean; logo: string | null }
export type ContractOrder = {
  bankCode: string
  /** As the bank knows it, `09…`. */
  msisdn: string
  /** Rials: the most that one debit may take. */
  amount: number
  /** Successful debits in one month at most. */
  monthly: number
  /** Gregorian, `YYYY-MM-DD`. */
  expiresOn: string
  callbackUrl: string
  siteOrigin: string
}
export type ContractCallback = {
  token: string | null
  authorizationId: string | null
  status: 'succeeded' | 'failed' | 'bank_down'
}
/** `pending` decides nothing; `refused` is final. `msisdn` is whose contract it is, where the bank says so. */
export type ContractVerified = { state: 'active' | 'refused' | 'pending'; msisdn: string | null }
export type Debit =
  | { state: 'done'; withdrawalId: string; refId: string }
  | { state: 'pending'; withdrawalId: string | null }
  /** Nothing was taken, and with this track id nothing will be. */
  | { state: 'failed'; withdrawalId: string | null; code: string | null }

/** Amounts are rials. A track id is ours, unique at the bank: the same one never debits twice. */
export type DirectDebit = {
  id: string
  /** @throws GatewayFault */
  listBanks: () => Promise<DebitBank[]>
  /** @throws GatewayFault */
  createContract: (order: ContractOrder) => Promise<{ token: string; redirectUrl: string }>
  readCallback: (fields: URLSearchParams) => ContractCallback
  verify: (authorizationId: string) => Promise<ContractVerified>
  cancel: (authorizationId: string) => Promise<boolean>
  debit: (order: {
    authorizationId: string
    amount: number
    trackId: string
    description: string
  }) => Promise<Debit>
  /** How the debit of a track id stands; null when the bank never heard of it. @throws GatewayFault */
  debitOf: (trackId: string) => Promise<Debit | null>
}
