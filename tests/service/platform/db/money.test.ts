import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '#src/service/platform/db/open.ts'
import { vouchers } from '#src/service/platform/db/schema/checkout.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { ledgerEntries } from '#src/service/platform/db/schema/ledger.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import {
  aPayment,
  aUser,
  inDays,
  month,
  now,
  type Transaction,
  violatedConstraint,
} from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('invoices', () => {
  it.each<[string, Partial<Transaction>, string]>([
    ['a total that does not add up', { total: 880_001 }, 'transactions_total'],
    ['a tax of a different percentage', { vat: 90_000, total: 890_000 }, 'transactions_vat'],
    ['a discount above the price', { discount: 1_000_001 }, 'transactions_amounts'],
    ['no bank reference', { state: 'paid', paidAt: now }, 'transactions_paid_by'],
    ['no payment time', { state: 'paid' }, 'transactions_paid'],
    ['no purchased item', { packageId: null }, 'transactions_subject'],
    ['a whole card number', { cardMask: '6037991234567890' }, 'transactions_card_mask'],
  ])('are refused with %s', async (_, said, constraint) => {
    expect(await violatedConstraint(aPayment(database.db, said))).toBe(constraint)
  })

  it('have a unique authority and reference per bank', async () => {
    const paid = { gateway: 'zarinpal', state: 'paid', paidAt: now } as const
    await aPayment(database.db, { ...paid, authority: 'A1', refId: '1' })
    const replayed = aPayment(database.db, { ...paid, authority: 'A1', refId: '2' })
    expect(await violatedConstraint(replayed)).toBe('transactions_authority')
    const sameReference = aPayment(database.db, { ...paid, authority: 'A2', refId: '1' })
    expect(await violatedConstraint(sameReference)).toBe('transactions_ref_id')
  })

  it('keep their agreed amounts, and stay paid', async () => {
    const id = await aPayment(database.db, {
      gateway: 'zarinpal',
      state: 'paid',
      paidAt: now,
      refId: '77',
    })
    const change = (set: string) =>
      violatedConstraint(database.pool.query(`update transactions set ${set} where id = $1`, [id]))
    expect(await change('price = 1000, discount = 0, vat = 100, total = 1100')).toBe(
      'transactions_terms_stand',
    )
    expect(await change("state = 'failed', paid_at = null")).toBe('transactions_settled_stays')
    expect(await change("ref_id = '78'")).toBe('transactions_bank_stands')
    expect(await change("state = 'reversed'")).toBeNull()
    expect(await change("state = 'paid'")).toBe('transactions_settled_stays')
  })
})

describe('subscriptions', () => {
  it('of a user never overlap, and may follow each other without a gap', async () => {
    const userId = await aUser(database.db)
    const period = async (from: number, to: number) =>
      database.db.insert(subscriptions).values({
        id: newId(),
        userId,
        source: 'operator',
        ...month,
        startsAt: inDays(from),
        endsAt: inDays(to),
      })
    await period(0, 30)
    expect(await violatedConstraint(period(29, 60))).toBe('subscriptions_no_overlap')
    expect(await violatedConstraint(period(30, 60))).toBeNull()
    expect(await violatedConstraint(period(90, 90))).toBe('subscriptions_time')
  })

  it('come once from a payment, and never from none', async () => {
    const userId = await aUser(database.db)
    const paymentId = await aPayment(database.db, { userId })
    const grant = (from: number, paidBy: string | null) =>
      database.db.insert(subscriptions).values({
        id: newId(),
        userId,
        source: 'purchase',
        paymentId: paidBy,
        ...month,
        startsAt: inDays(from),
        endsAt: inDays(from + 30),
      })
    await grant(0, paymentId)
    expect(await violatedConstraint(grant(30, paymentId))).toBe(
      'subscriptions_transaction_id_unique',
    )
    expect(await violatedConstraint(grant(60, null))).toBe('subscriptions_paid_for')
  })
})

describe('vouchers', () => {
  let codes = 0
  const voucher = (said: Partial<typeof vouchers.$inferInsert>) => {
    const id = newId()
    const values = { id, code: `A-${++codes}`, kind: 'percent', percent: 50, ...said } as const
    return database.db.insert(vouchers).values(values)
  }

  it('are used no more than their maximum, however many users try at once', async () => {
    await voucher({ code: 'RACE-5', maxUses: 5 })
    const use = () =>
      violatedConstraint(
        database.pool.query("update vouchers set used = used + 1 where code = 'RACE-5'"),
      )
    const errors = await Promise.all(Array.from({ length: 64 }, use))
    expect(errors.filter(error => error === null)).toHaveLength(5)
    expect(new Set(errors)).toEqual(new Set([null, 'vouchers_uses']))
  })

  it.each(['gift30', 'GIFT30', 'GIFT-', 'هدیه-۳۰', 'A-B-C', 'A -B'])(
    'have two parts of Latin letters and digits, not %s',
    async code => {
      expect(await violatedConstraint(voucher({ code }))).toBe('vouchers_code_form')
    },
  )

  it('have exactly one kind of value', async () => {
    expect(await violatedConstraint(voucher({ amount: 1_000 }))).toBe('vouchers_value')
    expect(await violatedConstraint(voucher({ percent: 101 }))).toBe('vouchers_value')
    expect(await violatedConstraint(voucher({ kind: 'gift' }))).toBe('vouchers_value')
  })
})

describe('the ledger', () => {
  const post = (tx: Tx, posting: string, paymentId: string, amounts: number[]) =>
    tx.insert(ledgerEntries).values(
      amounts.map((amount, index) => ({
        posting,
        account: (['bank', 'revenue', 'vat'] as const)[index] ?? 'bank',
        amount,
        paymentId,
      })),
    )

  it('accepts a balanced posting once, and no other', async () => {
    const id = await aPayment(database.db)
    const book = (posting: string, amounts: number[]) =>
      violatedConstraint(inTransaction(database.db, tx => post(tx, posting, id, amounts)))
    expect(await book(`paid:${id}`, [880_000, -800_000, -80_000])).toBeNull()
    expect(await book(`paid:${id}`, [880_000, -800_000, -80_000])).toBe('ledger_entries_once')
    expect(await book(`other:${id}`, [880_000, -800_000])).toBe('ledger_entries_balanced')
  })

  it.each([
    'update ledger_entries set amount = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
  ])('refuses to %s', async statement => {
    expect(await violatedConstraint(database.pool.query(statement))).toBe(
      'ledger_entries_append_only',
    )
  })
})
