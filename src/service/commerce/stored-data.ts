/** The retention of the tables of this room, and their data about a person. */

import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../platform/db/open.ts'
import {
  erasedMsisdn,
  FOR_THE_ACCOUNTS,
  ofPayments,
  type PersonalData,
} from '../platform/db/personal-data.ts'
import { ACCOUNTING, BY_OPERATOR, type Retention } from '../platform/db/retention.ts'
import { payments, refunds, voucherRedemptions, vouchers } from '../platform/db/schema/checkout.ts'
import { ddCharges } from '../platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '../platform/db/schema/direct-debit-contracts.ts'
import {
  carrierSubscriptions,
  cinemaTickets,
  subscriptions,
} from '../platform/db/schema/entitlements.ts'
import { ledgerEntries } from '../platform/db/schema/ledger.ts'
import { packageGroups, packagePrices, packages } from '../platform/db/schema/packages.ts'

export const commerceRetention: Retention[] = [
  { table: packageGroups, stored: BY_OPERATOR, why: 'packages for sale' },
  {
    table: packages,
    stored: BY_OPERATOR,
    why: 'packages for sale; invoices refer to them, so sold ones stay',
  },
  { table: packagePrices, with: packages, why: 'prices that begin at a time, and past ones' },
  {
    table: payments,
    stored: ACCOUNTING,
    why: 'invoices and payments: accounting, and disputes with a bank',
  },
  { table: ledgerEntries, stored: ACCOUNTING, why: 'accounting; the database rejects changes' },
  { table: refunds, stored: ACCOUNTING, why: 'refunded money: accounting' },
  { table: vouchers, stored: ACCOUNTING, why: 'invoices name the voucher they used' },
  { table: voucherRedemptions, stored: ACCOUNTING, why: 'each user can use a voucher once' },
  {
    table: ddContracts,
    stored: ACCOUNTING,
    why: 'the mandate behind each debit: accounting, and disputes with a bank',
  },
  { table: ddCharges, stored: ACCOUNTING, why: 'one debit for each period: accounting' },
  {
    table: subscriptions,
    stored: ACCOUNTING,
    why: 'what was sold: accounting, and the history of the account page',
  },
  {
    table: carrierSubscriptions,
    stored: BY_OPERATOR,
    why: 'the last grant of a mobile operator, one row for a user',
  },
  { table: cinemaTickets, stored: ACCOUNTING, why: 'what was sold: accounting' },
]

export const commercePersonalData: PersonalData[] = [
  {
    table: payments,
    of: ({ id }) => eq(payments.userId, id),
    hides: [payments.authority],
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
    sets: () => ({ cardMask: null, referralToken: null, returnPath: null }),
  },
  {
    table: voucherRedemptions,
    of: ({ id }) => eq(voucherRedemptions.userId, id),
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
  {
    table: refunds,
    of: ofPayments(refunds.paymentId),
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
  {
    table: ledgerEntries,
    of: ofPayments(ledgerEntries.paymentId),
    isInternal: 'ledger entries, derived from payments',
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
  {
    table: ddCharges,
    of: ({ id }) =>
      sql`${ddCharges.contractId} in (select c.id from dd_contracts c where c.user_id = ${id})`,
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
  {
    table: ddContracts,
    of: ({ id }) => eq(ddContracts.userId, id),
    hides: [ddContracts.token, ddContracts.authorizationId],
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
    // The authorization stays, because the end of the contract is reported to the bank with it.
    sets: person => ({ msisdn: erasedMsisdn(person), token: null, returnPath: null }),
  },
  {
    table: subscriptions,
    of: ({ id }) => eq(subscriptions.userId, id),
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
  {
    table: carrierSubscriptions,
    of: ({ id }) => eq(carrierSubscriptions.userId, id),
    erasure: 'deletes',
  },
  {
    table: cinemaTickets,
    of: ({ id }) => eq(cinemaTickets.userId, id),
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
]

/** Locks the contracts and payments of a user before the user, in the order of LOCK_ORDER, so that no purchase waits in a circle. */
export async function lockPurchases(tx: Tx, userId: string): Promise<void> {
  for (const table of [ddContracts, payments])
    await tx
      .select({ id: table.id })
      .from(table)
      .where(eq(table.userId, userId))
      .orderBy(table.id)
      .for('no key update')
}
