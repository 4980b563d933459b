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
/** What a signed contract has to be: an authorization comes with a browser, and may be another's. */
export type SignedContract = {
  authorizationId: string
  /** Of the page that it was signed on. */
  token: string | null
  /** The path of the address that its page was to lead back to. */
  callbackPath: string
  msisdn: string
}
/** `pending` decides nothing; `refused` is final; `unproven` is one of which the bank does not say whose it is. */
export type ContractVerified = 'active' | 'refused' | 'pending' | 'unproven'
export type Debit =
  /** `amount` is what the bank took; null where it does not say, which proves nothing. */
  | { state: 'done'; withdrawalId: string; refId: string; amount: number | null }
  | { state: 'pending'; withdrawalId: string | null }
  /** Nothing was taken, and with this track id nothing will be. */
  | { state: 'failed'; withdrawalId: string | null; code: string | null }

/** Amounts are rials. A track id is ours, unique at the bank: the same one never debits twice. */
export type DirectDebit = {
  id: string
  /** @throws GatewayError */
  listBanks: () => Promise<DebitBank[]>
  /** @throws GatewayError */
  createContract: (order: ContractOrder) => Promise<{ token: string; redirectUrl: string }>
  readCallback: (fields: URLSearchParams) => ContractCallback
  verify: (contract: SignedContract) => Promise<ContractVerified>
  cancel: (authorizationId: string) => Promise<boolean>
  debit: (order: {
    authorizationId: string
    amount: number
    trackId: string
    description: string
  }) => Promise<Debit>
  /** How the debit of a track id stands; null when the bank never heard of it. @throws GatewayError */
  debitOf: (trackId: string) => Promise<Debit | null>
}
