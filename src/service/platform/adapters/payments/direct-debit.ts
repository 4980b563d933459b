type DebitBank = { code: string; name: string; isHealthy: boolean; logo: string | null }
type ContractOrder = {
  bankCode: string
  /** Mobile number as the bank expects it, `09…`. */
  msisdn: string
  /** Maximum amount of one debit in rials. */
  amount: number
  /** Maximum number of successful debits in a month. */
  monthly: number
  /** Gregorian date, `YYYY-MM-DD`. */
  expiresOn: string
  callbackUrl: string
  siteOrigin: string
}
type ContractCallback = {
  token: string | null
  authorizationId: string | null
  status: 'succeeded' | 'failed' | 'bank_down'
}
/** Terms that a signed contract must match. An authorization comes from a browser and may belong to another person. */
export type SignedContract = {
  authorizationId: string
  /** Token of the page on which it was signed. */
  token: string | null
  /** Path of the callback address of that page. */
  callbackPath: string
  msisdn: string
}
/** `pending`: not decided yet. `refused`: final. `unproven`: the bank does not say whose contract it is. */
type ContractVerified = 'active' | 'refused' | 'pending' | 'unproven'
export type Debit =
  /** `amount` is what the bank took in rials; null if the bank does not report it, which proves nothing. */
  | { state: 'done'; withdrawalId: string; refId: string; amount: number | null }
  | { state: 'pending'; withdrawalId: string | null }
  /** Nothing was taken, and with this track id nothing will be taken. */
  | { state: 'failed'; withdrawalId: string | null; code: string | null }

/** Direct debit at a bank. Amounts are rials. Track ids are ours and unique at the bank: one id never debits twice. */
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
  /** Returns the debit with a track id; null if the bank does not know it. @throws GatewayError */
  debitOf: (trackId: string) => Promise<Debit | null>
}
