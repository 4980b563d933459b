import type { ProviderName } from '../providers.ts'

export type PaymentOrder = {
  /** Our id of the payment. */
  orderId: string
  /** Rials, from our own database. */
  amount: number
  description: string
  /** Of the payer, `09…`: the bank offers the cards that it knows of it. */
  msisdn: string
  callbackUrl: string
  /** The origin at which the payer's browser sees this site. */
  siteOrigin: string
}
export type PaymentPage = { authority: string; redirectUrl: string }
/** What came back with the browser. It is a hint: only `verify` decides. */
export type Callback = { authority: string | null; claimsPaid: boolean }

/**
 * What the bank says to a verification. `paid` is said with the amount that the bank took, never without. `pending`
 * decides nothing: the bank could not be asked, refused to answer us, or left out what has to be compared; the payment
 * stays open and is asked about again.
 */
export type Verified =
  | { state: 'paid'; refId: string; cardMask: string | null; amount: number }
  | { state: 'unpaid' | 'mismatch' | 'stranger'; code: number }
  | { state: 'pending'; code: number | null }

/** `paid` waits for our verification, `verified` has had it. */
export type BankState = 'in_bank' | 'paid' | 'verified' | 'failed' | 'reversed' | 'unknown'

export type CardGatewayId = Extract<ProviderName, 'zarinpal' | 'zibal'>

/** Amounts are rials here; an adapter converts at its last line where its bank counts otherwise. */
export type CardGateway = {
  id: CardGatewayId
  logo: string | null
  /** @throws GatewayError */
  request: (order: PaymentOrder) => Promise<PaymentPage>
  /** Where the payer goes on with an authority that was made before. */
  pageOf: (authority: string, siteOrigin: string) => string
  readCallback: (fields: URLSearchParams) => Callback
  /** `orderId` is what the bank was given with the request: it may say it again. */
  verify: (payment: { authority: string; amount: number; orderId: string }) => Promise<Verified>
  /** @throws GatewayError */
  inquire: (authority: string) => Promise<BankState>
  /** Authorities that were paid and wait for our verification; empty where a bank lists none. */
  listUnverified: () => Promise<string[]>
  /** Whether `reverse` gives back what was verified. */
  canReverse: boolean
  /** Gives all of the money back; `false` when the bank will not or cannot be asked now. */
  reverse: (authority: string) => Promise<boolean>
}

/** `paused`: it is not asked at present, because it failed too often. */
export type GatewayFault = 'timeout' | 'unavailable' | 'refused' | 'paused'

/** The bank gave no usable answer, or refused us; nothing was taken from anybody. */
export class GatewayError extends Error {
  readonly kind: GatewayFault
  readonly code: number | null
  /** Seconds after which a paused bank is asked again. */
  readonly retryAfter: number | undefined
  constructor(kind: GatewayFault, code: number | null = null, retryAfter?: number) {
    super(code === null ? kind : `${kind} ${code}`)
    this.name = 'GatewayError'
    this.kind = kind
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** The first six and the last four digits of a card, whatever a bank sends. */
export function cardMask(pan: string | null | undefined): string | null {
  const known = (pan ?? '').replace(/[^\d*]/g, '')
  return known.length < 8 ? null : `${known.slice(0, 6).replace(/\*/g, '')}******${known.slice(-4)}`
}
