import type { Tx } from '../db/open.ts'
import { type accounts, ledgerEntries } from '../db/schema/ledger.ts'
import type { TransactionRow } from './transactions.queries.ts'

type Account = (typeof accounts)[number]

/** Money came in and was earned. */
export async function postPaid(tx: Tx, row: TransactionRow, now: Date): Promise<void> {
  await post(tx, `paid:${row.id}`, row, now, [
    ['bank', row.total],
    ['revenue', row.discount - row.price],
    ['vat', -row.vat],
  ])
}

/** Money came in for which nothing could be given: it is owed. */
export async function postOwed(
  tx: Tx,
  row: TransactionRow,
  amount: number,
  now: Date,
): Promise<void> {
  await post(tx, `owed:${row.id}`, row, now, [
    ['bank', amount],
    ['refunds_due', -amount],
  ])
}

/** What was earned is to be given back, whole or in part: it is owed. */
export async function postRefund(
  tx: Tx,
  row: TransactionRow,
  { id, amount, vat }: { id: string; amount: number; vat: number },
  now: Date,
): Promise<void> {
  await post(tx, `refund:${id}`, row, now, [
    ['revenue', amount - vat],
    ['vat', vat],
    ['refunds_due', -amount],
  ])
}

/** What was owed went back. */
export async function postRefunded(
  tx: Tx,
  row: TransactionRow,
  { id, amount }: { id: string; amount: number },
  now: Date,
): Promise<void> {
  await post(tx, `refunded:${id}`, row, now, [
    ['refunds_due', amount],
    ['bank', -amount],
  ])
}

/** The name of a posting is unique an account: the same event cannot be written twice. */
async function post(
  tx: Tx,
  posting: string,
  { id: transactionId }: TransactionRow,
  createdAt: Date,
  lines: Array<[Account, number]>,
): Promise<void> {
  const entries = lines
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ posting, account, amount, transactionId, createdAt }))
  if (entries.length > 0) await tx.insert(ledgerEntries).values(entries)
}
