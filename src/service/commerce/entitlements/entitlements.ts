import { type SQL, sql } from 'drizzle-orm'
import { preparedQuery } from '../../platform/db/prepared.ts'
import type { Deps } from '../../platform/deps.ts'

/** Active entitlements of a user. */
export type UserEntitlements = {
  subscription: boolean
  carrier: boolean
  /** Ids of the titles with a valid ticket; its hours start with the first play. */
  tickets: string[]
}
export const NO_USER_ENTITLEMENTS: UserEntitlements = {
  subscription: false,
  carrier: false,
  tickets: [],
}

const hasSubscription = (user: SQL, time: SQL) =>
  sql<boolean>`exists (select from subscriptions s where s.user_id = ${user}
    and s.revoked_at is null and s.starts_at <= ${time} and s.ends_at > ${time})`
const hasCarrier = (user: SQL, time: SQL) =>
  sql<boolean>`exists (select from carrier_subscriptions c where c.user_id = ${user}
    and (c.ends_at is null or c.ends_at > ${time}))`
const validTickets = (user: SQL, time: SQL) =>
  sql<string[]>`array(select t.content_id from cinema_tickets t
    where t.user_id = ${user} and t.ended_at is null and (t.expires_at is null or t.expires_at > ${time}))`

/** The columns of `UserEntitlements` for another statement. A null user has none. */
export function entitlementColumns(user: SQL, time: SQL): SQL {
  return sql`${hasSubscription(user, time)} as subscription, ${hasCarrier(user, time)} as carrier,
    ${validTickets(user, time)} as tickets`
}

export async function readEntitlements(
  { db, now }: Deps,
  userId: string,
): Promise<UserEntitlements> {
  const user = sql`${sql.placeholder('userId')}`
  const time = sql`${sql.placeholder('time')}::timestamptz`
  const query = preparedQuery(db, 'entitlements of a user', handle =>
    handle
      .select({
        subscription: hasSubscription(user, time),
        carrier: hasCarrier(user, time),
        tickets: validTickets(user, time),
      })
      .from(sql`(select) as one_row`),
  )
  const [row] = await query.execute({ userId, time: now().toISOString() })
  return row ?? NO_USER_ENTITLEMENTS
}
