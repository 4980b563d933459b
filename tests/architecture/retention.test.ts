import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, IndexedColumn, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { RETENTION } from '#src/service/operations/retention/policy.ts'
import { TASKS } from '#src/service/operations/retention/tasks.ts'
import { ACCOUNTING } from '#src/service/platform/db/retention.ts'

const modules = import.meta.glob<Record<string, unknown>>('/src/service/platform/db/schema/*.ts', {
  eager: true,
})
const tables = Object.values(modules).flatMap(module =>
  Object.values(module).filter((value): value is PgTable => is(value, PgTable)),
)
const namesOf = (each: readonly PgTable[]) => each.map(table => getTableName(table)).sort()

test('every table has one rule for how long its rows are stored', () => {
  expect(namesOf(RETENTION.map(({ table }) => table))).toEqual(namesOf(tables))
})

test('the column from which a time counts is the first of an index with the same condition', () => {
  const without = TASKS.filter(({ table, expiry }) => {
    const { indexes } = getTableConfig(table)
    return !indexes.some(({ config }) => {
      const [first] = config.columns
      return first && is(first, IndexedColumn) && first.name === expiry.from.name
    })
  })
  expect(without.map(({ name }) => name)).toEqual([])
})

test('no accounting row is deleted', () => {
  const money = [
    'cinema_tickets',
    'dd_charges',
    'dd_contracts',
    'ledger_entries',
    'refunds',
    'subscriptions',
    'transactions',
    'voucher_redemptions',
    'vouchers',
  ]
  const stored = RETENTION.filter(rule => 'stored' in rule && rule.stored === ACCOUNTING)
  expect(namesOf(stored.map(({ table }) => table))).toEqual(money)
})
