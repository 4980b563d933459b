/** Reports revenue, VAT and refunds: in total, by package, by gateway and by day. */
import { sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { toJalali } from '#src/lib/text/jalali.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { translatedText } from '../../platform/db/localized.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import { packages } from '../../platform/db/schema/packages.ts'
import { MONEY_COLUMNS, moneyCells, type Sums, sumLedger } from './ledger-sums.queries.ts'
import { type MakeSection, sumColumns } from './section.ts'

const NOTHING: Sums = {
  payments: 0,
  sales: 0,
  salesVat: 0,
  refunds: 0,
  refundsVat: 0,
  unearned: 0,
  received: 0,
  paidBack: 0,
}

export const summarySection: MakeSection = async ({ db }, period) => {
  const [found] = await sumLedger(db, period, sql<null>`null::text`)
  const row = found ?? NOTHING
  const rows: Array<[string, number]> = [
    ['payments', row.payments],
    ['sales', row.sales],
    ['VAT on sales', row.salesVat],
    ['refunds', row.refunds],
    ['VAT on refunds', row.refundsVat],
    ['revenue', row.sales - row.refunds],
    ['VAT due', row.salesVat - row.refundsVat],
    ['received without delivery, to refund', row.unearned],
    ['received', row.received],
    ['paid back', row.paidBack],
  ]
  return { name: 'summary', title: 'Summary', columns: ['what', 'rials'], rows }
}

/** Cinema tickets are one row of the table. */
export const packagesSection: MakeSection = async ({ db }, period) => {
  const key = sql<string>`coalesce(${payments.packageId}, ${payments.kind})`
  const titles = new Map(
    (await db.select().from(packages)).map(row => [
      row.id,
      translatedText(row, 'title', DEFAULT_LANGUAGE),
    ]),
  )
  const rows = (await sumLedger(db, period, key)).map(row => [
    row.key,
    titles.get(row.key ?? '') ?? null,
    ...moneyCells(row),
  ])
  return {
    name: 'packages',
    title: 'By package',
    columns: ['package', 'title', ...MONEY_COLUMNS],
    rows,
    total: sumColumns(rows, 'all'),
  }
}

export const gatewaysSection: MakeSection = async ({ db }, period) => {
  const key = sql<string>`coalesce(${payments.gateway}, 'none')`
  const rows = (await sumLedger(db, period, key)).map(row => [row.key, ...moneyCells(row)])
  return {
    name: 'gateways',
    title: 'By gateway',
    columns: ['gateway', ...MONEY_COLUMNS],
    rows,
    total: sumColumns(rows, 'all'),
  }
}

const HALF_HOUR = 1_800

/** The database sums half hours, and this function combines them to days of Tehran, because the database may have an outdated offset. */
export const daysSection: MakeSection = async ({ db }, period) => {
  const key = sql<string>`floor(extract(epoch from ${ledgerEntries.createdAt}) / ${sql.raw(String(HALF_HOUR))})::bigint::text`
  const days = new Map<string, Sums>()
  for (const row of await sumLedger(db, period, key)) {
    const day = toWire(new Date(Number(row.key) * HALF_HOUR * 1_000)).slice(0, 10)
    days.set(day, added(days.get(day) ?? NOTHING, row))
  }
  const rows = [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, sums]) => [day, jalaliDay(day), ...moneyCells(sums)])
  return {
    name: 'days',
    title: 'By day',
    columns: ['day', 'Jalali', ...MONEY_COLUMNS],
    rows,
    total: sumColumns(rows, 'all'),
  }
}

function added(a: Sums, b: Sums): Sums {
  const sum = { ...a }
  for (const name of Object.keys(NOTHING) as Array<keyof Sums>) sum[name] = a[name] + b[name]
  return sum
}

/** Formats a Gregorian day as a Jalali one, such as `1405-01-01`. */
export function jalaliDay(iso: string): string {
  const { year, month, day } = toJalali(new Date(`${iso}T12:00:00Z`))
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}
