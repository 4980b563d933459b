import { eq } from 'drizzle-orm'
import { FOR_THE_ACCOUNTS, ofPayments, type PersonalData } from '../db/personal-data.ts'
import { refunds, transactions, voucherRedemptions } from '../db/schema/checkout.ts'
import { ledgerEntries } from '../db/schema/ledger.ts'

export const checkoutPersonalData: PersonalData[] = [
  {
    table: transactions,
    of: ({ id }) => eq(transactions.userId, id),
    hides: [transactions.authority],
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
    of: ofPayments(refunds.transactionId),
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
  {
    table: ledgerEntries,
    of: ofPayments(ledgerEntries.transactionId),
    isInternal: 'the books, made of payments',
    erasure: 'keeps',
    why: FOR_THE_ACCOUNTS,
  },
]
