/** Reports a sign-in from a browser or television that this user has never used before. */
import { sql } from 'drizzle-orm'
import type { Device } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { DAY_MS, HOUR_MS } from '#src/lib/text/milliseconds.ts'
import type { Deps } from '../deps.ts'
import { enqueueNotification } from './notifications.ts'

/** The job runs every minute; after an interruption of the site it looks back this far. */
const LOOK_BACK_MS = HOUR_MS
/** Sessions of accounts older than this may have been deleted (accounts/stored-data.ts), so a sign-in is not the first one. */
const FIRST_MS = 90 * DAY_MS

type Fresh = { id: string; user_id: string; device: Device } & Record<string, unknown>

/** Enqueues a message for each new device, except the first one of a new user. */
export async function notifyNewDevices(deps: Deps): Promise<void> {
  const now = deps.now()
  const since = new Date(now.getTime() - LOOK_BACK_MS)
  const old = new Date(now.getTime() - FIRST_MS)
  const { rows } = await deps.db.execute<Fresh>(sql`
    select s.id, s.user_id, s.device from sessions s
    where s.created_at > ${since.toISOString()}::timestamptz
      and exists (select from sessions b where b.user_id = s.user_id and b.created_at < s.created_at
        union all select from users u where u.id = s.user_id and u.created_at < ${old.toISOString()}::timestamptz)
      and not exists (select from sessions b where b.user_id = s.user_id and b.created_at < s.created_at
        and b.device ->> 'unique_identifier' = s.device ->> 'unique_identifier')`)
  for (const { id, user_id: userId, device } of rows) {
    const name = [device.brand, device.model].filter(Boolean).join(' · ')
    const text = getT(DEFAULT_LANGUAGE)('session.sms.newDevice', {
      device: name || device.platform,
    })
    await enqueueNotification(
      deps.db,
      { key: `device:${id}`, userId, kind: 'new_device', text },
      now,
    )
  }
}
