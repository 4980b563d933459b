/** The database of the site under test, for what no call would put there: a code that is too old, a ready crowd. */
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { borrowEmbedded } from '#src/service/db/embedded.ts'
import { type Database, openDatabase } from '#src/service/db/open.ts'
import { quiet } from './quiet.ts'

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
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const dataDir = inject('dataDir')
  if (!dataDir) throw new Error('SITE_UNDER_TEST needs its DATA_DIR or DATABASE_URL beside it')
  return (await borrowEmbedded(dataDir, quiet)).url
}

/** As if so many seconds had passed since the codes to this number were sent. */
export async function ageCodes(msisdn: string, seconds: number): Promise<void> {
  await inDatabase(
    `update otp_challenges set created_at = created_at - make_interval(secs => $2),
      expires_at = expires_at - make_interval(secs => $2) where msisdn = $1`,
    [msisdn, seconds],
  )
  await forgetWait(msisdn)
}

/** As if the minute between two messages to this number were over. */
export function forgetWait(msisdn: string): Promise<void> {
  return inDatabase('delete from rate_limits where key = $1', [`otp-minute:${msisdn}`])
}

/** As if the sessions of this number had proved themselves long ago. */
export function forgetProof(msisdn: string): Promise<void> {
  return inDatabase(
    `update sessions set code_proved_at = null, password_proved_at = null
      where user_id in (select id from users where msisdn = $1)`,
    [msisdn],
  )
}

/** Given back when the test ends. */
export async function siteDatabase(): Promise<Database> {
  const { db, close } = await openDatabase(await address(), { size: 2, onError: () => undefined })
  onTestFinished(close)
  return db
}
