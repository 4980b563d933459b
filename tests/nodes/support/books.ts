/**
 * Rules about money that hold after any fault: each payment that the bank took is one subscription or one refund, and the ledger
 * adds up.
 */
import pg from 'pg'
import { expect } from 'vitest'
import type { Bank } from '#tests/support/bank.ts'

type Row = {
  authority: string
  state: string
  periods: number
  refunds: number
}

/** Waits until reconciliation has settled every payment that the bank took, then compares the books. */
export async function expectBooksAddUp(
  databaseUrl: string,
  bank: Bank,
  acknowledged: readonly string[],
): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const payments = await bank.payments()
    const taken = payments.filter(({ status }) => /paid|verified|reversed/.test(status))
    const states = async () => {
      const { rows } = await client.query<Row>(
        `select authority, state,
            (select count(*)::int from subscriptions s where s.transaction_id = t.id) as periods,
            (select count(*)::int from refunds r where r.transaction_id = t.id) as refunds
          from transactions t where authority = any($1)`,
        [taken.map(({ authority }) => authority)],
      )
      return rows
    }
    const unsettled = (rows: Row[]) => rows.filter(({ state }) => !/paid|reversed/.test(state))
    await expect.poll(async () => unsettled(await states()), { timeout: 400_000 }).toEqual([])
    const rows = await states()
    expect(rows).toHaveLength(taken.length)
    expect(rows.filter(({ periods, refunds }) => periods + refunds !== 1)).toEqual([])

    const lost = await client.query(
      `select paid from unnest($1::text[]) as paid
        where not exists (select 1 from transactions t
          join subscriptions s on s.transaction_id = t.id where t.id = paid and t.state = 'paid')`,
      [acknowledged],
    )
    expect(lost.rows, 'acknowledged payments without a subscription').toEqual([])

    const sums = await client.query<{ difference: string }>(
      'select coalesce(sum(amount), 0)::text as difference from ledger_entries',
    )
    expect(sums.rows[0]?.difference).toBe('0')
  } finally {
    await client.end()
  }
}
