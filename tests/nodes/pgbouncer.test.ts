/** PgBouncer in transaction mode: DATABASE_URL names it, DATABASE_DIRECT_URL names the server itself. */
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { type SiteOptions, startSite } from '#tests/support/site.ts'
import { aBank } from './support/bank.ts'
import { type PgBouncer, startPgBouncer } from './support/pgbouncer.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'
import { FOR_PURCHASES, startPurchases } from './support/purchases.ts'

const SECRET = 'a secret of the tests, long enough for a key'
const REQUIRED = 'statement_timeout, lock_timeout'

let server: Postgres
let bouncer: PgBouncer
beforeAll(async () => {
  server = await startPostgres()
  // Few connections to the server, so that transactions of many clients share each of them.
  bouncer = await startPgBouncer(server, { settings: { default_pool_size: 4 } })
})
afterAll(async () => {
  await bouncer?.remove()
  await server?.remove()
})

async function aNode(options: SiteOptions = {}) {
  const site = await startSite({
    ...options,
    env: { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: server.url, SECRET, ...options.env },
  })
  onTestFinished(() => site.stop().then(() => undefined))
  return site
}

test('two nodes sell through it, jobs run, and no query fails', async () => {
  const bank = await aBank()
  const env = { ...FOR_PURCHASES, ...bank.env }
  const sites = [await aNode({ env }), await aNode({ env })]
  const urls = sites.map(({ url }) => url)
  const purchases = await startPurchases({ urls, bank, pauseMs: 1_500 })
  await expect.poll(purchases.paid, { timeout: 60_000 }).toBeGreaterThan(30)
  await purchases.stop()
  const { db, close } = await openDatabasePool(server.url, { size: 2 })
  onTestFinished(close)
  await purchases.verify(db)
  expect(purchases.failures()).toEqual({})
  for (const site of sites) expect(site.logs()).not.toMatch(/"level":[56]0/)
  const reconciled = async () => {
    const [row] = await server.query<{ count: number }>(
      `select count(*)::int as count from jobs.job where name = 'checkout.reconcile' and state = 'completed'`,
    )
    return row?.count
  }
  await expect.poll(reconciled, { timeout: 90_000, interval: 1_000 }).toBeGreaterThan(0)
})

test('a change reaches the cached pages of every node', async () => {
  const sites = [await aNode(), await aNode()]
  const home = async (url: string) => (await fetch(url)).headers.get('x-page-cache')
  for (const { url } of sites) {
    await home(url)
    await expect.poll(() => home(url)).toBe('HIT')
  }
  await server.query(`select pg_notify('pardeh_pages', '["*"]')`)
  for (const { url } of sites)
    await expect.poll(() => home(url), { timeout: 30_000, interval: 20 }).toBe('MISS')
})

test('time limits apply to every transaction, as defaults of the role', async () => {
  await aNode()
  const client = new pg.Client(bouncer.url)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query(
    `select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'TimeZone', 'jit') order by name collate "C"`,
  )
  expect(rows).toEqual([
    { name: 'TimeZone', setting: 'UTC' },
    { name: 'jit', setting: 'off' },
    { name: 'lock_timeout', setting: '10000' },
    { name: 'statement_timeout', setting: '15000' },
  ])
})

test('without DATABASE_DIRECT_URL a node refuses to start and says what to set', async () => {
  const start = () => startSite({ env: { DATABASE_URL: bouncer.url, SECRET } })
  await expect(start()).rejects.toThrow(/connection pooler.*\n?.*Set DATABASE_DIRECT_URL/)
})

test('a pooler that hides unsupported parameters is detected, because notifications are lost', async () => {
  const hiding = await startPgBouncer(server, {
    settings: { ignore_startup_parameters: `${REQUIRED}, options`, default_pool_size: 4 },
  })
  onTestFinished(hiding.remove)
  const start = () => startSite({ env: { DATABASE_URL: hiding.url, SECRET } })
  await expect(start()).rejects.toThrow(/Notifications of the database are lost/)
})
