/** The database of the site under test, for states that no API call produces: an expired code, many users. */
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connectEmbedded } from '#src/service/platform/db/embedded.ts'
import { type Database, openDatabasePool } from '#src/service/platform/db/open.ts'
import { silentLog } from './silent-log.ts'
import { settingsUnderTest } from './site.ts'

async function inDatabase(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client(await address())
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}

async function address(): Promise<string> {
  const { DATABASE_DIRECT_URL } = settingsUnderTest()
  if (DATABASE_DIRECT_URL) return DATABASE_DIRECT_URL
  const dataDir = inject('dataDir')
  if (!dataDir) throw new Error('SITE_UNDER_TEST needs DATA_DIR or SETTINGS_UNDER_TEST too')
  return (await connectEmbedded(dataDir, silentLog)).url
}

/** Makes the codes that were sent to this number older by this many seconds. */
export async function ageCodes(msisdn: string, seconds: number): Promise<void> {
  await inDatabase(
    `update otp_challenges set created_at = created_at - make_interval(secs => $2),
      expires_at = expires_at - make_interval(secs => $2) where msisdn = $1`,
    [msisdn, seconds],
  )
  await resetResendLimit(msisdn)
}

/** Ends the minute between two messages to this number. */
export function resetResendLimit(msisdn: string): Promise<void> {
  return inDatabase('delete from rate_limits where key = $1', [`otp-minute:${msisdn}`])
}

/** Removes the last re-authentication of this user's sessions. */
export function resetProof(msisdn: string): Promise<void> {
  return inDatabase(
    `update sessions set code_proved_at = null, password_proved_at = null
      where user_id in (select id from users where msisdn = $1)`,
    [msisdn],
  )
}

/** Opens the database, and closes it when the test ends. */
export async function siteDatabase(): Promise<Database> {
  const { db, close } = await openDatabasePool(await address(), {
    size: 2,
    onError: () => undefined,
  })
  onTestFinished(close)
  return db
}
