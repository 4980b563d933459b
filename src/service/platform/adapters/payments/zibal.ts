// Zibal IPG v1: https://help.zibal.ir/IPG/API/
import { z } from 'zod'
import type { BankClient } from './bank-client.ts'
import {
  type BankState,
  type CardGateway,
  cardMask,
  GatewayError,
  type Verified,
} from './gateway.ts'
import { pendingOnError } from './zarinpal.ts'

export const ZIBAL_URL = 'https://gateway.zibal.ir'

export type ZibalOptions = {
  call: BankClient
  baseUrl: string
  merchant: string
  pageBase: (siteOrigin: string) => string
}

const Reply = z.looseObject({ result: z.number().int() })
const Requested = z.object({ trackId: z.union([z.number(), z.string()]).transform(String) })
const Payment = z.object({
  status: z.number().int().optional(),
  amount: z.number().int().nullish(),
  orderId: z.union([z.number(), z.string()]).transform(String).nullish(),
  refNumber: z.union([z.number(), z.string()]).nullish(),
  cardNumber: z.string().nullish(),
})

/** Meaning of each `result` of verify; 201 is a payment that was verified earlier. */
export const ZIBAL_RESULTS: Record<number, Verified['state']> = {
  100: 'paid',
  102: 'pending', // merchant not found
  103: 'pending', // merchant inactive
  104: 'pending', // merchant not valid
  105: 'pending', // amount too small
  106: 'pending', // callback not valid
  113: 'pending', // amount above the ceiling
  114: 'pending', // national code
  115: 'pending', // address of the server
  201: 'paid',
  202: 'unpaid',
  203: 'stranger', // no such trackId
}

/** Meaning of each `status` of inquiry. */
export const ZIBAL_STATES: Record<number, BankState> = {
  [-1]: 'in_bank',
  [-2]: 'unknown',
  1: 'verified',
  2: 'paid',
  3: 'failed', // cancelled
  4: 'failed', // card number
  5: 'failed', // balance
  6: 'failed', // password
  7: 'failed', // too many requests
  8: 'failed', // too many payments in a day
  9: 'failed', // daily amount
  10: 'failed', // issuer of the card
  11: 'failed', // switch
  12: 'failed', // card cannot be reached
  15: 'reversed', // given back
  16: 'reversed', // being given back
  18: 'reversed',
}

export function zibal({ call, baseUrl, merchant, pageBase }: ZibalOptions): CardGateway {
  const ask = async (name: string, body: Record<string, unknown>) => {
    const reply = Reply.safeParse(
      (await call(`${baseUrl}/v1/${name}`, { body: { merchant, ...body } })).json,
    )
    if (!reply.success) throw new GatewayError('unavailable')
    return reply.data
  }
  const inquiry = async (trackId: string) => {
    const reply = await ask('inquiry', { trackId: Number(trackId) })
    return { result: reply.result, payment: Payment.safeParse(reply).data ?? {} }
  }
  const pageOf = (authority: string, siteOrigin: string) =>
    `${pageBase(siteOrigin)}/start/${authority}`

  return {
    id: 'zibal',
    logo: null,
    pageOf,
    request: async order => {
      const reply = await ask('request', {
        amount: order.amount,
        callbackUrl: order.callbackUrl,
        orderId: order.orderId,
        mobile: order.msisdn,
        description: order.description,
      })
      if (reply.result !== 100) throw new GatewayError('refused', reply.result)
      const requested = Requested.safeParse(reply)
      if (!requested.success) throw new GatewayError('unavailable')
      const { trackId } = requested.data
      return { authority: trackId, redirectUrl: pageOf(trackId, order.siteOrigin) }
    },
    readCallback: fields => {
      const trackId = fields.get('trackId') ?? ''
      return {
        authority: /^\d{1,20}$/.test(trackId) ? trackId : null,
        claimsPaid: fields.get('success') === '1',
      }
    },
    verify: async ({ authority, orderId }) =>
      pendingOnError(async () => {
        const reply = await ask('verify', { trackId: Number(authority) })
        const verdict = ZIBAL_RESULTS[reply.result] ?? 'pending'
        if (verdict === 'pending') return { state: verdict, code: reply.result }
        if (verdict !== 'paid') return { state: verdict, code: reply.result } as Verified
        // The amount and the reference may be missing with 201: the inquiry has both.
        const said = Payment.safeParse(reply).data
        const payment = said?.amount ? said : (await inquiry(authority)).payment
        const { amount, refNumber, cardNumber, status } = payment
        const state = status === undefined ? 'verified' : ZIBAL_STATES[status]
        if (state === 'reversed' || state === 'failed')
          return { state: 'unpaid', code: reply.result }
        const isOther = payment.orderId && payment.orderId !== orderId
        // A missing value never counts as equal.
        if (!amount || isOther) return { state: 'pending', code: reply.result }
        const refId = String(refNumber ?? authority)
        return { state: 'paid', refId, cardMask: cardMask(cardNumber), amount }
      }),
    inquire: async authority => {
      const { result, payment } = await inquiry(authority)
      if (result !== 100 || payment.status === undefined) return 'unknown'
      return ZIBAL_STATES[payment.status] ?? 'unknown'
    },
    listUnverified: async () => [],
    canReverse: false,
    // The payment API cannot refund: unverified payments are returned automatically, others must be refunded by a person.
    reverse: async authority => {
      const { payment } = await inquiry(authority)
      const state = ZIBAL_STATES[payment.status ?? -2]
      return state === 'reversed' || state === 'failed'
    },
  }
}
