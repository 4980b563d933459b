import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { Queryable } from '../../../db/open.ts'
import type { Fault } from './faults.ts'
import { addPayment, type BankPayment, CARD, findPayment, movePayment } from './store.ts'
import type { Reply } from './zarinpal.ts'

const Order = z.object({
  merchant: z.string().min(1),
  amount: z.number().int().min(1_000),
  callbackUrl: z.url({ protocol: /^https?$/ }),
  orderId: z.string().optional(),
  mobile: z.string().optional(),
  description: z.string().optional(),
})
const Question = z.object({ merchant: z.string(), trackId: z.union([z.number(), z.string()]) })

type Answer = (db: Queryable, body: unknown, fault: Fault | null) => Promise<Reply>

/** The calls of Zibal v1 by name. */
export const zibalCalls: Record<string, Answer> = { request, verify, inquiry }

const STATUS: Record<BankPayment['status'], number> = {
  in_bank: -1,
  verified: 1,
  paid: 2,
  failed: 3,
  reversed: 18,
}

async function request(db: Queryable, body: unknown): Promise<Reply> {
  const order = Order.safeParse(body)
  if (!order.success) {
    const field = order.error.issues[0]?.path[0]
    const result = field === 'amount' ? 105 : field === 'callbackUrl' ? 106 : 102
    return { result, message: 'failure' }
  }
  const { merchant, amount, callbackUrl, orderId, mobile, description } = order.data
  const trackId = randomInt(1_000_000_000, 9_999_999_999)
  await addPayment(db, {
    gateway: 'zibal',
    authority: String(trackId),
    merchant,
    amount,
    callback_url: callbackUrl,
    description: description ?? '',
    mobile: mobile ?? null,
    order_id: orderId ?? null,
  })
  return { result: 100, message: 'success', trackId }
}

async function asked(db: Queryable, body: unknown): Promise<BankPayment | null> {
  const question = Question.safeParse(body)
  if (!question.success) return null
  const payment = await findPayment(db, 'zibal', String(question.data.trackId))
  return payment?.merchant === question.data.merchant ? payment : null
}

async function verify(db: Queryable, body: unknown, fault: Fault | null): Promise<Reply> {
  const payment = fault === 'unknown_authority' ? null : await asked(db, body)
  if (!payment) return { result: 203, message: 'invalid trackId' }
  if (payment.status !== 'paid' && payment.status !== 'verified')
    return { result: 202, message: 'not paid' }
  const isFirst = await movePayment(db, payment, 'paid', 'verified')
  if (!isFirst || fault === 'verify_twice') return { result: 201, message: 'already verified' }
  const amount = fault === 'wrong_amount' ? payment.amount - 1_000 : payment.amount
  const reply = { ...shown(payment), amount, status: STATUS.verified }
  return { result: 100, message: 'success', ...without(reply, fault) }
}

async function inquiry(db: Queryable, body: unknown, fault: Fault | null): Promise<Reply> {
  const payment = await asked(db, body)
  if (!payment) return { result: 203, message: 'invalid trackId' }
  const known = fault === 'still_in_bank' ? { ...payment, status: 'in_bank' as const } : payment
  return { result: 100, message: 'success', ...without(shown(known), fault) }
}

/** Leaves out the amount if the fault demands it: banks do not always send everything they document. */
function without({ amount, ...rest }: Reply, fault: Fault | null): Reply {
  return fault === 'no_amount' ? rest : { amount, ...rest }
}

function shown(payment: BankPayment): Reply {
  const isPaid = payment.status === 'paid' || payment.status === 'verified'
  return {
    status: STATUS[payment.status],
    amount: payment.amount,
    orderId: payment.order_id,
    description: payment.description,
    paidAt: isPaid ? payment.created_at : null,
    cardNumber: isPaid ? CARD : null,
    refNumber: isPaid ? payment.ref_id : null,
  }
}
