/** Revenue, VAT and refunds: in all, by package, by gateway and by day. */
import { sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { toJalali } from '#src/lib/text/jalali.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { textOf } from '../db/localized.ts'
import { transactions } from '../db/schema/checkout.ts'
import { ledgerEntries } from '../db/schema/ledger.ts'
import { packages } from '../db/schema/packages.ts'
import { ledgerSums, MONEY_COLUMNS, moneyCells, type Sums } from './ledger-sums.queries.ts'
import { type MakeSection, totalOf } from './section.ts'

const NOTHING: Sums = {
  ...{ payments: 0, sales: 0, salesVat: 0, refunds: 0, refundsVat: 0 },
  ...{ unearned: 0, received: 0, paidBack: 0 },
}

export const summary: MakeSection = async ({ db }, period) => {
  const [found] = await ledgerSums(db, period, sql<null>`null::text`)
  const row = found ?? NOTHING
  const rows: Array<[string, number]> = [
    ['payments', row.payments],
    ['sales', row.sales],
    ['VAT on sales', row.salesVat],
    ['refunds', row.refunds],
    ['VAT on refunds', row.refundsVat],
    ['revenue', row.sales - row.refunds],
    ['VAT due', row.salesVat - row.refundsVat],
    ['received for nothing, owed', row.unearned],
    ['received', row.received],
    ['paid back', row.paidBack],
  ]
  return { name: 'summary', title: 'Summary', columns: ['what', 'rials'], rows }
}

/** Cinema tickets stand there as one. */
export const byPackage: MakeSection = async ({ db }, period) => {
  const key = sql<string>`coalesce(${transactions.packageId}, ${transactions.kind})`
  const titles = new Map(
    (await db.select().from(packages)).map(row => [row.id, textOf(row, 'title', DEFAULT_LANGUAGE)]),
  )
  const rows = (await ledgerSums(db, period, key)).map(row => [
    row.key,
    titles.get(row.key ?? '') ?? null,
    ...moneyCells(row),
  ])
  return {
    ...{ name: 'packages', title: 'By package', columns: ['package', 'title', ...MONEY_COLUMNS] },
    ...{ rows, total: totalOf(rows, 'all') },
  }
}

export const byGateway: MakeSection = async ({ db }, period) => {
  const key = sql<string>`coalesce(${transactions.gateway}, 'none')`
  const rows = (await ledgerSums(db, period, key)).map(row => [row.key, ...moneyCells(row)])
  return {
    ...{ name: 'gateways', title: 'By gateway', columns: ['gateway', ...MONEY_COLUMNS] },
    ...{ rows, total: totalOf(rows, 'all') },
  }
}

const HALF_HOUR = 1_800

/** Half hours are summed by the database and put together to days of Tehran here, whose offset it may know wrongly. */
export const byDay: MakeSection = async ({ db }, period) => {
  const key = sql<string>`floor(extract(epoch from ${ledgerEntries.createdAt}) / ${sql.raw(String(HALF_HOUR))})::bigint::text`
  const days = new Map<string, Sums>()
  for (const row of await ledgerSums(db, period, key)) {
    const day = toWire(new Date(Number(row.key) * HALF_HOUR * 1_000)).slice(0, 10)
    days.set(day, added(days.get(day) ?? NOTHING, row))
  }
  const rows = [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, sums]) => [day, jalaliDay(day), ...moneyCells(sums)])
  return {
    ...{ name: 'days', title: 'By day', columns: ['day', 'Jalali', ...MONEY_COLUMNS] },
    ...{ rows, total: totalOf(rows, 'all') },
  }
}

function added(a: Sums, b: Sums): Sums {
  const sum = { ...a }
  for (const name of Object.keys(NOTHING) as Array<keyof Sums>) sum[name] = a[name] + b[name]
  return sum
}

/** `1405-01-01` */
export function jalaliDay(iso: string): string {
  const { year, month, day } = toJalali(new Date(`${iso}T12:00:00Z`))
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}
