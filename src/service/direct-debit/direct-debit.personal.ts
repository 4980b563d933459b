import { eq, sql } from 'drizzle-orm'
import { erasedMsisdn, FOR_THE_ACCOUNTS, type PersonalData } from '../db/personal-data.ts'
import { ddCharges } from '../db/schema/direct-debit-charges.ts'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'

export const directDebitPersonalData: PersonalData[] = [
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
    // The authorization stays: the bank is told by it that the contract has ended.
    sets: person => ({ msisdn: erasedMsisdn(person), token: null, returnPath: null }),
  },
]
