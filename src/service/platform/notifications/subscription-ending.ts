/** Reminds users five days and one day before their subscription ends, unless it renews automatically or they want no reminders. */
import { sql } from 'drizzle-orm'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { BUY_BUTTON_DAYS } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { daysRemaining } from '#src/lib/text/date.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import type { Deps } from '../deps.ts'
import { enqueueNotification } from './notifications.ts'
import { siteUrl } from './site.ts'

const LAST_DAY = 1

type Ending = { id: string; user_id: string; ends_at: string | Date } & Record<string, unknown>

/** Enqueues the reminders. A missed day is made up for, with the number of days that remain. */
export async function remindOfEnding(deps: Deps): Promise<void> {
  const now = deps.now()
  for (const { id, user_id: userId, ends_at } of await endingSoon(deps, now)) {
    const days = daysRemaining(new Date(ends_at), now)
    const step = days <= LAST_DAY ? LAST_DAY : BUY_BUTTON_DAYS
    const text = getT(DEFAULT_LANGUAGE)('checkout.sms.ending', {
      count: days,
      url: `${siteUrl(deps)}/packages`,
    })
    await enqueueNotification(
      deps.db,
      { key: `ending:${id}:${step}`, userId, kind: 'subscription_ending', text },
      now,
    )
  }
}

/** Returns the last period of each user, if it is current and ends within five days. */
async function endingSoon({ db }: Deps, now: Date): Promise<Ending[]> {
  const soon = new Date(now.getTime() + BUY_BUTTON_DAYS * DAY_MS)
  const { rows } = await db.execute<Ending>(sql`
    select last.id, last.user_id, last.ends_at from (
      select distinct on (s.user_id) s.* from subscriptions s
      where s.revoked_at is null and s.ends_at > ${now.toISOString()}::timestamptz
      order by s.user_id, s.ends_at desc
    ) last
    join users u on u.id = last.user_id and u.wants_news and u.blocked_at is null
    where last.ends_at <= ${soon.toISOString()}::timestamptz and last.starts_at <= ${now.toISOString()}::timestamptz
      and not exists (select from dd_contracts c where c.user_id = last.user_id and c.state = 'active')`)
  return rows
}
