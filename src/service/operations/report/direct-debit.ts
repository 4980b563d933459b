/** Reports direct-debit contracts and their income. */
import { and, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ddCharges } from '../../platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '../../platform/db/schema/direct-debit-contracts.ts'
import { sumLedger } from './ledger-sums.queries.ts'
import { endOfPeriod } from './period.ts'
import type { MakeSection } from './section.ts'

export const directDebitSection: MakeSection = async ({ db, now }, period) => {
  const end = endOfPeriod(period, now)
  const contracts = (where: SQL | undefined) => db.$count(ddContracts, where)
  const { verifiedAt, cancelledAt } = ddContracts
  const inPeriod = (column: typeof verifiedAt | typeof cancelledAt) =>
    and(gte(column, period.from), lt(column, period.to))
  const [money] = await sumLedger(
    db,
    period,
    sql<null>`null::text`,
    eq(payments.kind, 'direct_debit'),
  )
  const failed = and(
    eq(ddCharges.state, 'failed'),
    gte(ddCharges.updatedAt, period.from),
    lt(ddCharges.updatedAt, period.to),
  )
  return {
    name: 'direct-debit',
    title: 'Direct debit',
    columns: ['what', 'number'],
    rows: [
      ['contracts signed', await contracts(inPeriod(verifiedAt))],
      ['contracts cancelled', await contracts(and(inPeriod(cancelledAt), lte(verifiedAt, end)))],
      [
        'contracts active at the end',
        await contracts(
          and(
            lte(verifiedAt, end),
            or(isNull(cancelledAt), gt(cancelledAt, end)),
            gt(ddContracts.expiresAt, end),
          ),
        ),
      ],
      ['debits made', money?.payments ?? 0],
      ['debits that failed', await db.$count(ddCharges, failed)],
      ['sales, rials', money?.sales ?? 0],
      ['VAT, rials', money?.salesVat ?? 0],
      ['refunds with VAT, rials', (money?.refunds ?? 0) + (money?.refundsVat ?? 0)],
    ],
  }
}
