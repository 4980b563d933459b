import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Subscription } from '#src/contract/checkout.ts'
import type { Data } from '#src/contract/endpoint.ts'
import type { listSubscriptions } from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { daysRemaining } from '#src/lib/text/date.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { storedCount } from '../../platform/db/list-counts.ts'
import { translatedText } from '../../platform/db/localized.ts'
import {
  afterKeyCondition,
  type Page,
  pageFields,
  skippedRows,
} from '../../platform/db/page-key.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { subscriptions } from '../../platform/db/schema/entitlements.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'

type Asked = Page & { userId: string; language: Language }

const RIALS_IN_TOMAN = 10

/** Returns periods of access, newest first, and the current one. */
export async function subscriptionHistory(
  deps: Deps,
  { userId, language, ...page }: Asked,
): Promise<Data<typeof listSubscriptions>> {
  const now = deps.now()
  const mine = eq(subscriptions.userId, userId)
  const select = () =>
    deps.db
      .select({ row: subscriptions, payment: payments, msisdn: users.msisdn })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .leftJoin(payments, eq(payments.id, subscriptions.paymentId))
  const shown = ({ row, payment, msisdn }: Awaited<ReturnType<typeof select>>[number]) =>
    ({
      id: row.id,
      title: translatedText(row, 'title', language),
      start_time: toWire(row.startsAt),
      end_time: toWire(row.endsAt),
      remaining_days: row.revokedAt ? 0 : daysRemaining(row.endsAt, later(now, row.startsAt)),
      price_paid: (payment?.total ?? 0) / RIALS_IN_TOMAN,
      payment_time: payment?.paidAt ? toWire(payment.paidAt) : null,
      phone_number: msisdn,
    }) satisfies Subscription
  const { startsAt, id } = subscriptions
  const newest = [desc(startsAt), desc(id)]
  const ids = deps.db
    .select({ id })
    .from(subscriptions)
    .where(and(mine, afterKeyCondition(startsAt, id, page)))
    .orderBy(...newest)
    .limit(page.count)
    .offset(skippedRows(page))
  const rows = await select()
    .where(inArray(id, ids))
    .orderBy(...newest)
  const [running] = await select().where(
    sql`${mine} and ${subscriptions.revokedAt} is null and ${subscriptions.startsAt} <= ${now.toISOString()}
      and ${subscriptions.endsAt} > ${now.toISOString()}`,
  )
  const counted = await deps.db.execute<{ total: number }>(
    sql`select ${storedCount(userId, 'subscriptions')} as total`,
  )
  const positions = rows.map(({ row }) => ({ at: row.startsAt, id: row.id }))
  return {
    items: rows.map(shown),
    ...pageFields(positions, counted.rows[0]?.total ?? 0, page),
    current: running ? shown(running) : null,
  }
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
