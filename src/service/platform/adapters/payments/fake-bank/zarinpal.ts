import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../../../db/open.ts'
import { newId } from '../../../ids.ts'
import type { Fault } from './faults.ts'
import { addPayment, CARD, findPayment, movePayment, unverifiedPayments } from './store.ts'

// Limits in rials: 1,000 tomans and 100 million tomans.
const LEAST = 10_000
const MOST = 1_000_000_000

const Order = z.object({
  merchant_id: z.guid(),
  amount: z.number().int().min(LEAST),
  currency: z.enum(['IRR', 'IRT']).default('IRR'),
  description: z.string().min(1).max(500),
  callback_url: z.url({ protocol: /^https?$/ }),
  metadata: z.object({ mobile: z.string().optional(), order_id: z.string().optional() }).optional(),
})
const Question = z.object({
  merchant_id: z.guid(),
  authority: z.string().regex(/^[AS][0-9a-zA-Z]{35}$/),
  amount: z.number().int().optional(),
})

export type Reply = Record<string, unknown>
type Answer = (db: Queryable, body: unknown, fault: Fault | null) => Promise<Reply>

/** The calls of Zarinpal v4 by name, with its codes, its empty arrays and one address per call. */
export const zarinpalCalls: Record<string, Answer> = {
  request,
  verify,
  inquiry,
  unVerified,
  reverse,
}

const FEE = { fee_type: 'Merchant', fee: 0 }

function said(data: Reply): Reply {
  return { data, errors: [] }
}

function rejected(code: number, message: string, validations: unknown[] = []): Reply {
  return { data: [], errors: { code, message, validations } }
}

async function request(db: Queryable, body: unknown): Promise<Reply> {
  const order = Order.safeParse(body)
  if (!order.success)
    return rejected(-9, 'The input params invalid, validation error.', order.error.issues)
  const { merchant_id: merchant, amount, currency, callback_url, description } = order.data
  const rials = currency === 'IRT' ? amount * 10 : amount
  if (rials > MOST) return rejected(-41, 'Maximum amount is 100,000,000 tomans.')
  const authority = `A${newId()}${newId()}${newId()}`.slice(0, 36)
  await addPayment(db, {
    gateway: 'zarinpal',
    authority,
    merchant,
    amount: rials,
    callback_url,
    description,
    mobile: order.data.metadata?.mobile ?? null,
    order_id: order.data.metadata?.order_id ?? null,
  })
  return said({ code: 100, message: 'Success', authority, ...FEE })
}

async function asked(db: Queryable, body: unknown) {
  const question = Question.safeParse(body)
  if (!question.success) return { rejection: rejected(-54, 'Invalid authority.') }
  const payment = await findPayment(db, 'zarinpal', question.data.authority)
  if (!payment) return { rejection: rejected(-55, 'Manual payment request not found.') }
  if (payment.merchant !== question.data.merchant_id)
    return { rejection: rejected(-53, 'Session is not this merchant_id session.') }
  return { payment, amount: question.data.amount }
}

async function verify(db: Queryable, body: unknown, fault: Fault | null): Promise<Reply> {
  if (fault === 'unknown_authority') return rejected(-54, 'Invalid authority.')
  const inquiry = await asked(db, body)
  if (inquiry.rejection) return inquiry.rejection
  const { payment, amount } = inquiry
  if (payment.status !== 'paid' && payment.status !== 'verified')
    return rejected(-51, 'Session is not valid, session is not active paid try.')
  if (fault === 'wrong_amount' || amount !== payment.amount)
    return rejected(-50, 'Session is not valid, amounts values is not the same.')
  const isFirst = await movePayment(db, payment, 'paid', 'verified')
  const isSaidFirst = isFirst && fault !== 'verify_twice'
  return said({
    code: isSaidFirst ? 100 : 101,
    message: isSaidFirst ? 'Paid' : 'Verified',
    card_hash: createHash('sha256').update(CARD).digest('hex').toUpperCase(),
    card_pan: CARD,
    ref_id: payment.ref_id,
    order_id: payment.order_id,
    ...FEE,
  })
}

async function inquiry(db: Queryable, body: unknown, fault: Fault | null): Promise<Reply> {
  const inquiry = await asked(db, body)
  if (inquiry.rejection) return inquiry.rejection
  const { payment } = inquiry
  const status = fault === 'still_in_bank' ? 'in_bank' : payment.status
  return said({ code: 100, message: 'Success', status: status.toUpperCase() })
}

async function unVerified(db: Queryable, body: unknown): Promise<Reply> {
  const merchant = z.object({ merchant_id: z.guid() }).safeParse(body)
  if (!merchant.success) return rejected(-10, 'Terminal is not valid, please check merchant_id.')
  const list = await unverifiedPayments(db, merchant.data.merchant_id)
  const authorities = list
    .filter(({ gateway }) => gateway === 'zarinpal')
    .map(({ authority, amount, callback_url, created_at }) => ({
      authority,
      amount,
      callback_url,
      referer: new URL(callback_url).origin,
      date: String(created_at),
    }))
  return said({ code: 100, message: 'Success', authorities })
}

async function reverse(db: Queryable, body: unknown, fault: Fault | null): Promise<Reply> {
  if (fault === 'refuse') return rejected(-60, 'Session can not be reversed with bank.')
  const inquiry = await asked(db, body)
  if (inquiry.rejection) return inquiry.rejection
  const { payment } = inquiry
  const isReversed =
    (await movePayment(db, payment, 'verified', 'reversed')) ||
    (await movePayment(db, payment, 'paid', 'reversed'))
  return isReversed
    ? said({ code: 100, message: 'Reversed' })
    : rejected(-61, 'Session is not in success status.')
}
