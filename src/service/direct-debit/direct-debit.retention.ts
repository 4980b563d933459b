import { ACCOUNTING, type Retention } from '../db/retention.ts'
import { ddCharges } from '../db/schema/direct-debit-charges.ts'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'

export const directDebitRetention: Retention[] = [
  {
    table: ddContracts,
    stored: ACCOUNTING,
    why: 'the mandate behind each debit: accounting, and disputes with a bank',
  },
  { table: ddCharges, stored: ACCOUNTING, why: 'one debit for each period: accounting' },
]
