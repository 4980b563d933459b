import type { ProviderName } from '../providers.ts'

type PaymentOrder = {
  /** Id of the payment in our database. */
  orderId: string
  /** Amount in rials, from our database. */
  amount: number
  description: string
  /** Payer's mobile number, `09…`: the bank offers the cards that it knows for it. */
  msisdn: string
  callbackUrl: string
  /** Origin at which the payer's browser sees this site. */
  siteOrigin: string
}
type PaymentPage = { authority: string; redirectUrl: string }
/** Parameters with which the browser came back. They are a hint; only `verify` decides. */
type Callback = { authority: string | null; claimsPaid: boolean }

/**
 * The bank's reply to a verification. `paid` always has the amount that the bank took. `pending` decides nothing: the bank
 * could not be asked, refused to answer, or left out a value that must be compared. The payment stays open and is checked
 * again later.
 */
export type Verified =
  | { state: 'paid'; refId: string; cardMask: string | null; amount: number }
  | { state: 'unpaid' | 'mismatch' | 'stranger'; code: number }
  | { state: 'pending'; code: number | null }

/** `paid` waits for our verification; `verified` has been verified. */
export type BankState = 'in_bank' | 'paid' | 'verified' | 'failed' | 'reversed' | 'unknown'

type CardGatewayId = Extract<ProviderName, 'zarinpal' | 'zibal'>

/** A bank for card payments. Amounts are rials; an adapter converts them just before it calls its bank. */
export type CardGateway = {
  id: CardGatewayId
  logo: string | null
  /** @throws GatewayError */
  request: (order: PaymentOrder) => Promise<PaymentPage>
  /** Returns the payment page of an existing authority. */
  pageOf: (authority: string, siteOrigin: string) => string
  readCallback: (fields: URLSearchParams) => Callback
  /** `orderId` is the id that was sent with the request; the bank may repeat it. */
  verify: (payment: { authority: string; amount: number; orderId: string }) => Promise<Verified>
  /** @throws GatewayError */
  inquire: (authority: string) => Promise<BankState>
  /** Returns authorities that were paid and wait for our verification; empty if the bank cannot list them. */
  listUnverified: () => Promise<string[]>
  /** True if `reverse` can refund a verified payment. */
  canReverse: boolean
  /** Refunds the whole amount. Returns false if the bank refuses or cannot be asked now. */
  reverse: (authority: string) => Promise<boolean>
}

/** `paused`: the bank is not asked at present, because it failed too often. */
export type GatewayFault = 'timeout' | 'unavailable' | 'refused' | 'paused'

/** The bank gave no usable answer, or refused us. No money was taken. */
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

/** Returns the first six and the last four digits of a card number, however the bank masks it. */
export function cardMask(pan: string | null | undefined): string | null {
  const known = (pan ?? '').replace(/[^\d*]/g, '')
  return known.length < 8 ? null : `${known.slice(0, 6).replace(/\*/g, '')}******${known.slice(-4)}`
}
