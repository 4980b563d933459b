import type { Tx } from '../../platform/db/open.ts'
import { type ledgerAccounts, ledgerEntries } from '../../platform/db/schema/ledger.ts'
import type { PaymentRow } from './payments.queries.ts'

type Account = (typeof ledgerAccounts)[number]

/** Posts money that was received and earned. */
export async function postPayment(tx: Tx, row: PaymentRow, now: Date): Promise<void> {
  await post(tx, `paid:${row.id}`, row, now, [
    ['bank', row.total],
    ['revenue', row.discount - row.price],
    ['vat', -row.vat],
  ])
}

/** Posts money that was received for a purchase that could not be granted, so it is owed. */
export async function postUnearnedPayment(
  tx: Tx,
  row: PaymentRow,
  amount: number,
  now: Date,
): Promise<void> {
  await post(tx, `owed:${row.id}`, row, now, [
    ['bank', amount],
    ['refunds_due', -amount],
  ])
}

/** Posts a full or partial refund of earned money, which is owed from then on. */
export async function postRefund(
  tx: Tx,
  row: PaymentRow,
  { id, amount, vat }: { id: string; amount: number; vat: number },
  now: Date,
): Promise<void> {
  await post(tx, `refund:${id}`, row, now, [
    ['revenue', amount - vat],
    ['vat', vat],
    ['refunds_due', -amount],
  ])
}

/** Posts the payment of owed money. */
export async function postPaidRefund(
  tx: Tx,
  row: PaymentRow,
  { id, amount }: { id: string; amount: number },
  now: Date,
): Promise<void> {
  await post(tx, `refunded:${id}`, row, now, [
    ['refunds_due', amount],
    ['bank', -amount],
  ])
}

/** Inserts the entries of an event. Postings are unique per account, so the same event cannot be posted twice. */
async function post(
  tx: Tx,
  posting: string,
  { id: paymentId }: PaymentRow,
  createdAt: Date,
  lines: Array<[Account, number]>,
): Promise<void> {
  const entries = lines
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ posting, account, amount, paymentId, createdAt }))
  if (entries.length > 0) await tx.insert(ledgerEntries).values(entries)
}
