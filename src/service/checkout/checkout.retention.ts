import { ACCOUNTING, BY_OPERATOR, type Retention } from '../db/retention.ts'
import { refunds, transactions, voucherRedemptions, vouchers } from '../db/schema/checkout.ts'
import { ledgerEntries } from '../db/schema/ledger.ts'
import { packageGroups, packages } from '../db/schema/packages.ts'

export const checkoutRetention: Retention[] = [
  { table: packageGroups, stored: BY_OPERATOR, why: 'what is for sale' },
  {
    table: packages,
    stored: BY_OPERATOR,
    why: 'what is for sale; invoices name it, so a sold one stays',
  },
  {
    table: transactions,
    stored: ACCOUNTING,
    why: 'invoices and payments: accounting, and disputes with a bank',
  },
  { table: ledgerEntries, stored: ACCOUNTING, why: 'accounting; the database rejects changes' },
  { table: refunds, stored: ACCOUNTING, why: 'money that was returned: accounting' },
  { table: vouchers, stored: ACCOUNTING, why: 'invoices name the voucher they used' },
  { table: voucherRedemptions, stored: ACCOUNTING, why: 'a voucher counts once for a user' },
]
