import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Selects the time of a user's next debit, with which the subscription renews; null without an active contract. */
export function nextDebitColumn(userId: SQLWrapper): SQL {
  return sql`(select d.next_charge_at from dd_contracts d where d.user_id = ${userId} and d.state = 'active') as "nextDebitAt"`
}
