// Zarinpal REST v4: https://www.zarinpal.com/docs/paymentGateway/connectToGateway
import { z } from 'zod'
import type { BankClient } from './bank-client.ts'
import {
  type BankState,
  type CardGateway,
  cardMask,
  GatewayError,
  type Verified,
} from './gateway.ts'
import { zarinpalVerdict } from './zarinpal-codes.ts'

export const ZARINPAL_URL = 'https://payment.zarinpal.com'
const DESCRIPTION_MAX = 500
const AUTHORITY = /^[AS][0-9a-zA-Z]{35}$/

export type ZarinpalOptions = {
  call: BankClient
  baseUrl: string
  merchantId: string
  /** Returns the origin of the payment page for a browser that sees this site at `siteOrigin`. */
  pageBase: (siteOrigin: string) => string
}

// `data` and `errors` are objects if they have content, and empty arrays otherwise.
const Code = z.looseObject({ code: z.number().int() })
const Reply = z.object({
  data: z
    .union([z.array(z.unknown()), z.looseObject({ code: z.number().int().optional() })])
    .optional(),
  errors: z.union([z.array(z.unknown()), Code]).optional(),
})
const Requested = z.object({ authority: z.string().regex(AUTHORITY) })
const Verification = z.object({
  ref_id: z.union([z.number(), z.string()]).transform(String),
  card_pan: z.string().nullish(),
  order_id: z.union([z.number(), z.string()]).transform(String).nullish(),
})
const Inquired = z.object({ status: z.string() })
const Unverified = z.object({ authorities: z.array(z.object({ authority: z.string() })) })

const STATES: Record<string, BankState> = {
  IN_BANK: 'in_bank',
  PAID: 'paid',
  VERIFIED: 'verified',
  FAILED: 'failed',
  REVERSED: 'reversed',
}

export function zarinpal({ call, baseUrl, merchantId, pageBase }: ZarinpalOptions): CardGateway {
  const ask = async (name: string, body: Record<string, unknown> = {}) => {
    const url = `${baseUrl}/pg/v4/payment/${name}.json`
    const reply = Reply.safeParse(
      (await call(url, { body: { merchant_id: merchantId, ...body } })).json,
    )
    if (!reply.success) throw new GatewayError('unavailable')
    const data = Array.isArray(reply.data.data) ? undefined : reply.data.data
    const errors = Array.isArray(reply.data.errors) ? undefined : reply.data.errors
    return { data, code: errors?.code ?? data?.code ?? null }
  }
  const pageOf = (authority: string, siteOrigin: string) =>
    `${pageBase(siteOrigin)}/pg/StartPay/${authority}`

  return {
    id: 'zarinpal',
    logo: null,
    pageOf,
    request: async order => {
      const { data, code } = await ask('request', {
        amount: order.amount,
        currency: 'IRR',
        description: order.description.slice(0, DESCRIPTION_MAX),
        callback_url: order.callbackUrl,
        metadata: { mobile: order.msisdn, order_id: order.orderId },
      })
      if (code !== 100) throw new GatewayError('refused', code)
      const requested = Requested.safeParse(data)
      if (!requested.success) throw new GatewayError('unavailable')
      const { authority } = requested.data
      return { authority, redirectUrl: pageOf(authority, order.siteOrigin) }
    },
    readCallback: fields => {
      const authority = fields.get('Authority') ?? ''
      return {
        authority: AUTHORITY.test(authority) ? authority : null,
        claimsPaid: fields.get('Status') === 'OK',
      }
    },
    verify: async ({ authority, amount, orderId }) =>
      pendingOnError(async () => {
        const { data, code } = await ask('verify', { authority, amount })
        const verdict = zarinpalVerdict(code)
        if (verdict !== 'paid') return { state: verdict, code: code ?? 0 }
        const verified = Verification.safeParse(data)
        if (!verified.success) return { state: 'pending', code }
        const { ref_id: refId, card_pan: pan, order_id: order } = verified.data
        if (order && order !== orderId) return { state: 'pending', code }
        // The bank compares the amounts: if they differ, it refuses with -50.
        return { state: 'paid', refId, cardMask: cardMask(pan), amount }
      }),
    inquire: async authority => {
      const { data } = await ask('inquiry', { authority })
      const inquired = Inquired.safeParse(data)
      return (inquired.success && STATES[inquired.data.status]) || 'unknown'
    },
    listUnverified: async () => {
      const listed = Unverified.safeParse((await ask('unVerified')).data)
      return listed.success ? listed.data.authorities.map(({ authority }) => authority) : []
    },
    canReverse: true,
    reverse: async authority => {
      const { code } = await ask('reverse', { authority })
      return code === 100
    },
  }
}

/** Runs a verification; if the bank gives no usable answer, the payment stays open. */
export async function pendingOnError(ask: () => Promise<Verified>): Promise<Verified> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayError) return { state: 'pending', code: error.code }
    throw error
  }
}
