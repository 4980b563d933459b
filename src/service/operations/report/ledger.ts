/** Lists every line of the ledger, for accountants. */
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import { jalaliDay } from './money.ts'
import type { MakeSection } from './section.ts'

/** Lines that are read at once: a month may have hundreds of thousands, and the node answers others between two readings. */
const AT_ONCE = 10_000

export const ledgerSection: MakeSection = async ({ db }, { from, to }) => {
  const inPeriod = and(gte(ledgerEntries.createdAt, from), lt(ledgerEntries.createdAt, to))
  const rows: (string | number | null)[][] = []
  for (let after: SQL | undefined; ; ) {
    const lines = await readLines(db, and(inPeriod, after))
    for (const line of lines) rows.push(cellsOf(line))
    const last = lines.at(-1)
    if (!last || lines.length < AT_ONCE) break
    after = sql`(${ledgerEntries.createdAt}, ${ledgerEntries.id}) > (${last.exactTime}::timestamptz, ${last.id})`
  }
  return {
    name: 'ledger',
    title: 'Ledger: a debit is positive, a credit negative',
    columns: [
      'time',
      'Jalali',
      'posting',
      'account',
      'rials',
      'payment',
      'kind',
      'package',
      'gateway',
      'reference',
      'invoice number',
    ],
    rows,
    identifiers: ['invoice number'],
  }
}

type Line = Awaited<ReturnType<typeof readLines>>[number]

function readLines(db: Queryable, where: SQL | undefined) {
  return db
    .select({
      id: ledgerEntries.id,
      createdAt: ledgerEntries.createdAt,
      // A Date has milliseconds only.
      exactTime: sql<string>`${ledgerEntries.createdAt}::text`,
      posting: ledgerEntries.posting,
      account: ledgerEntries.account,
      amount: ledgerEntries.amount,
      payment: payments.id,
      kind: payments.kind,
      packageId: payments.packageId,
      gateway: payments.gateway,
      refId: payments.refId,
      invoiceNumber: payments.invoiceNumber,
    })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .where(where)
    .orderBy(asc(ledgerEntries.createdAt), asc(ledgerEntries.id))
    .limit(AT_ONCE)
}

function cellsOf(line: Line): (string | number | null)[] {
  const time = toWire(line.createdAt)
  return [
    time.replace('T', ' '),
    jalaliDay(time.slice(0, 10)),
    line.posting.split(':')[0] ?? '',
    line.account,
    line.amount,
    line.payment,
    line.kind,
    line.packageId,
    line.gateway,
    line.refId,
    line.invoiceNumber,
  ]
}
