// Vandar's subscription v3: contracts and withdrawals.

import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Queryable } from '../../../db/open.ts'
import { newId } from '../../../ids.ts'
import type { Fault } from './faults.ts'

export const BANKS = ['012', '017', '055', '056', '062', '066'] as const
const SICK = '066'
const INSUFFICIENT = '01'

const Store = z.object({
  bank_code: z.enum(BANKS),
  mobile: z.string().regex(/^09\d{9}$/),
  callback_url: z.url({ protocol: /^https?$/ }).max(255),
  count: z.number().int().min(1),
  limit: z.number().int().min(1_000),
  expiration_date: z.iso.date(),
})
const Withdraw = z.object({
  authorization_id: z.string(),
  amount: z.number().int().min(1_000),
  track_id: z.string().min(1),
  is_instant: z.literal(1),
  max_retry_count: z.number().int().min(1).max(16),
  description: z.string().optional(),
})

export type Mandate = {
  token: string
  authorization_id: string | null
  bank_code: string
  mobile: string
  callback_url: string
  most: number
  status: 'new' | 'signed' | 'active' | 'refused' | 'cancelled'
  is_funded: boolean
}
type WithdrawalRow = {
  id: string
  amount: number
  track_id: string
  status: string
  error_code: string | null
  authorization_id: string
  payment_number: number
}
export type VandarReply = { status: number; json: Record<string, unknown> }

const ok = (result: unknown): VandarReply => ({ status: 200, json: { status: 1, result } })
const no = (status: number, error: string): VandarReply => ({
  status,
  json: { status: 0, error, errors: {} },
})

export function activeBanks(): VandarReply {
  const t = getT(DEFAULT_LANGUAGE)
  return ok({
    banks: BANKS.map(code => ({
      code,
      name: t(`bank.name.${code}`),
      has_direct_debit_ability: true,
      is_healthy_on_direct_debit: code !== SICK,
      logo: null,
    })),
  })
}

export async function storeAuthorization(db: Queryable, body: unknown): Promise<VandarReply> {
  const order = Store.safeParse(body)
  if (!order.success) return no(422, 'validation')
  const token = newId() + newId()
  const { bank_code, mobile, callback_url, count, limit, expiration_date } = order.data
  await db.execute(sql`
    insert into fake_bank.mandates (token, bank_code, mobile, callback_url, monthly, most, expires_on)
    values (${token}, ${bank_code}, ${mobile}, ${callback_url}, ${count}, ${limit}, ${expiration_date})`)
  return ok({ authorization: { token } })
}

export async function findMandate(
  db: Queryable,
  column: 'token' | 'authorization_id',
  value: string,
): Promise<Mandate | null> {
  const { rows } = await db.execute<Mandate>(
    sql`select *, most::float8 as most from fake_bank.mandates where ${sql.identifier(column)} = ${value}`,
  )
  return rows[0] ?? null
}

/** Signs or refuses a mandate. A token can be used once. */
export async function signMandate(
  db: Queryable,
  token: string,
  { isSigned, isFunded }: { isSigned: boolean; isFunded: boolean },
): Promise<Mandate | null> {
  const { rows } = await db.execute<Mandate>(sql`
    update fake_bank.mandates
    set status = ${isSigned ? 'signed' : 'refused'}, authorization_id = ${isSigned ? newId() : null}, is_funded = ${isFunded}
    where token = ${token} and status = 'new' returning *`)
  return rows[0] ?? null
}

export async function verifyAuthorization(db: Queryable, id: string): Promise<VandarReply> {
  const { rows } = await db.execute(sql`
    update fake_bank.mandates set status = 'active'
    where authorization_id = ${id} and status = 'signed' and created_at > now() - interval '20 minutes' returning token`)
  return rows.length > 0 ? ok({ authorization: { id } }) : no(422, 'verified or gone')
}

export async function showAuthorization(
  db: Queryable,
  id: string,
  fault: Fault | null,
): Promise<VandarReply> {
  const mandate = await findMandate(db, 'authorization_id', id)
  if (!mandate) return no(404, 'not found')
  if (mandate.status === 'cancelled') return no(422, 'revoked')
  const { bank_code, most: limit } = mandate
  const status = mandate.status === 'active' ? 'ACTIVE' : 'PENDING_VERIFY'
  return ok({ authorization: { id, bank_code, limit, status, ...ownerOf(mandate, fault) } })
}

/** Returns the owner of a mandate, as far as the fault allows. */
function ownerOf({ token, callback_url, mobile }: Mandate, fault: Fault | null): object {
  if (fault === 'no_owner') return { mobile: '' }
  if (fault === 'no_mobile') return { token, callback_url, mobile: null }
  if (fault === 'masked_mobile') return { mobile: maskMsisdn(mobile) }
  return { token, callback_url, mobile }
}

export async function deleteAuthorization(db: Queryable, id: string): Promise<VandarReply> {
  const { rows } = await db.execute(sql`
    update fake_bank.mandates set status = 'cancelled'
    where authorization_id = ${id} and status <> 'cancelled' returning token`)
  return rows.length > 0 ? ok({}) : no(422, 'revoked')
}

export async function storeWithdrawal(
  db: Queryable,
  body: unknown,
  fault: Fault | null,
): Promise<VandarReply> {
  const order = Withdraw.safeParse(body)
  if (!order.success) return no(422, 'validation')
  const { authorization_id, amount, track_id, description } = order.data
  const mandate = await findMandate(db, 'authorization_id', authorization_id)
  if (mandate?.status !== 'active') return no(422, 'revoked')
  if (amount > mandate.most) return no(422, 'limit')
  const isTaken = mandate.is_funded && fault !== 'refuse'
  const { rows } = await db.execute<WithdrawalRow>(sql`
    insert into fake_bank.withdrawals (id, authorization_id, amount, track_id, status, error_code, description)
    values (${newId()}, ${authorization_id}, ${amount}, ${track_id}, ${isTaken ? 'DONE' : 'FAILED'},
      ${isTaken ? null : INSUFFICIENT}, ${description ?? ''})
    on conflict (track_id) do nothing returning *, amount::float8 as amount, payment_number::float8 as payment_number`)
  const [made] = rows
  // As at the real bank, the reply is always pending; only an inquiry returns the outcome.
  return made
    ? ok({ withdrawal: { ...shown(made), status: 'PENDING', error_code: null } })
    : no(422, 'duplicate track_id')
}

export async function showWithdrawal(
  db: Queryable,
  column: 'id' | 'track_id',
  value: string,
  fault: Fault | null,
): Promise<VandarReply> {
  const { rows } = await db.execute<WithdrawalRow>(
    sql`select *, amount::float8 as amount, payment_number::float8 as payment_number from fake_bank.withdrawals where ${sql.identifier(column)} = ${value}`,
  )
  if (!rows[0]) return no(404, 'not found')
  const { amount, ...rest } = shown(rows[0])
  if (fault === 'no_amount') return ok({ withdrawal: rest })
  return ok({ withdrawal: { amount: fault === 'wrong_amount' ? amount - 1_000 : amount, ...rest } })
}

function shown(row: WithdrawalRow) {
  const { id, amount, track_id, status, error_code, authorization_id } = row
  const gateway_transaction_id = status === 'DONE' ? row.payment_number : null
  return { id, authorization_id, amount, track_id, status, error_code, gateway_transaction_id }
}
