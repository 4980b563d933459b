/** DATABASE_READ_URL: catalogue reads from a replica that may lag, hang or end. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aNumber } from '#tests/support/account.ts'
import { signInAt } from '#tests/support/api-client.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'

const SECRET = 'a secret of the tests, long enough for a key'

let primary: Postgres
let replica: Postgres
let site: Site
let unread: string[]
beforeAll(async () => {
  primary = await startPostgres()
  replica = await primary.replica()
  site = await startSite({
    env: { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url, SECRET },
  })
  const rows = await primary.query<{ short_id: string }>(
    `select short_id from contents where type = 'single_video' and removed_at is null order by rank limit 60`,
  )
  unread = rows.map(row => row.short_id)
})
afterAll(async () => {
  await site?.stop()
  await replica?.remove()
  await primary?.remove()
})

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
const becomesUsed = (value: number) =>
  expect.poll(() => metric('pardeh_replica_used'), { timeout: 30_000 }).toBe(value)

beforeEach(() => becomesUsed(1))
/** Runs even if a test failed before it resumed the replay: the next tests wait for the replica. */
afterEach(async () => {
  await replica.query('select pg_wal_replay_resume()').catch(() => undefined)
})

/** Renames a title on the primary that has not been requested yet. Returns a function that reads the name as a visitor. */
async function rename(): Promise<{ read: () => Promise<string>; shortId: string; name: string }> {
  const shortId = unread.pop() ?? ''
  const name = `Renamed ${shortId}`
  await primary.query('update contents set title_en = $1 where short_id = $2', [name, shortId])
  const read = async () => {
    const headers = { 'accept-language': 'en' }
    return (await fetch(`${site.url}/api/video-contents/${shortId}`, { headers })).text()
  }
  return { read, shortId, name }
}

test('visitors read the data of the replica', async () => {
  await replica.query('select pg_wal_replay_pause()')
  const { read, name } = await rename()
  expect(await read()).not.toContain(name)
  await replica.query('select pg_wal_replay_resume()')
})

test('a replica whose lag is above the limit is not used', async () => {
  await replica.query('select pg_wal_replay_pause()')
  await primary.query('create table if not exists noise as select 1')
  await wait(100)
  await becomesUsed(0)
  const { read, name } = await rename()
  expect(await read()).toContain(name)
  // A change in the background also directs reads to the primary, before the lag is above the limit.
  await expect
    .poll(() => metric('pardeh_replica_lag_seconds'), { timeout: 30_000 })
    .toBeGreaterThan(5)
  // The next check logs it.
  await expect.poll(() => site.logs()).toContain('reads go to the primary')
  await replica.query('select pg_wal_replay_resume()')
})

test('after a change no visitor reads the previous data, and no cache keeps it', async () => {
  await replica.query('select pg_wal_replay_pause()')
  const { read, shortId, name } = await rename()
  await primary.query(`select pg_notify('pardeh_pages', $1)`, [
    JSON.stringify(['catalogue', `content:${shortId}`]),
  ])
  await wait(200)
  expect(await read()).toContain(name)
  const page = async () => (await fetch(`${site.url}/en/contents/${shortId}/x`)).text()
  expect(await page()).toContain(name)
  await replica.query('select pg_wal_replay_resume()')
  await becomesUsed(1)
  expect(await page()).toContain(name)
})

test('signed-in users read what they wrote', async () => {
  await replica.query('select pg_wal_replay_pause()')
  const { api, user } = await signInAt(site.url, aNumber())
  expect(user.id).toBeTruthy()
  expect(api).toBeTruthy()
  await replica.query('select pg_wal_replay_resume()')
})

test('reads continue without the replica, and return to it', async () => {
  await replica.kill()
  for (let count = 0; count < 5; count++) {
    const { read, name } = await rename()
    expect(await read()).toContain(name)
  }
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  await becomesUsed(0)
  await replica.start()
  await becomesUsed(1)
})

test('a replica that hangs is given up, and the primary answers', async () => {
  replica.pause()
  const { read, name } = await rename()
  expect(await read()).toContain(name)
  replica.resume()
})
