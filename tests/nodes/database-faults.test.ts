/** Faults of an external database: what visitors, /readyz and the log report, and that nodes recover automatically. */
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { type Site, type SiteOptions, startSite } from '#tests/support/site.ts'
import { aBank } from './support/bank.ts'
import { canMountDisk, type Postgres, startPostgres } from './support/postgres.ts'
import { FOR_PURCHASES, startPurchases } from './support/purchases.ts'
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts'

const SECRET = 'a secret of the tests, long enough for a key'
/** Maximum time until /readyz reports a fault, or until a node serves again after it. */
const TOLD_MS = 30_000
const RECOVERED_MS = 60_000
/** Time in which a broken notification channel listens again. */
const SETTLED_MS = 3_000
/** Maximum time of a request that waits for a connection. */
const ANSWERED_MS = 60_000

let server: Postgres
let proxy: TcpProxy
let site: Site
beforeAll(async () => {
  server = await startPostgres()
  proxy = await startTcpProxy({ port: server.port })
  site = await aNode({ port: proxy.port })
})
afterAll(async () => {
  await site?.stop()
  await proxy?.close()
  await server?.remove()
})

afterEach(() => {
  server.resume()
  proxy.restore()
})

function aNode({ port }: { port: number }, options: SiteOptions = {}): Promise<Site> {
  const DATABASE_URL = `postgres://pardeh@127.0.0.1:${port}/pardeh`
  return startSite({ ...options, env: { DATABASE_URL, SECRET, ...options.env } })
}

const readiness = async ({ url } = site) =>
  fetch(`${url}/readyz`).then(
    reply => reply.status,
    () => 0,
  )
const becomes = (status: number, timeout: number, node = site) =>
  expect.poll(() => readiness(node), { timeout, interval: 50 }).toBe(status)

const get = (path: string) =>
  fetch(site.url + path, { signal: AbortSignal.timeout(ANSWERED_MS), redirect: 'manual' })

let asked = 0
/** Requests a page that no cache contains. */
const uncached = (prefix = '') => get(`${prefix}/contents?types=series&offset=${24 * ++asked}`)

async function expectUnavailable(): Promise<void> {
  const page = await uncached()
  const english = await uncached('/en')
  const reply = await get('/api/widgets/packages')
  for (const each of [page, english, reply]) {
    expect([each.url, each.status]).toEqual([each.url, 503])
    expect(Number(each.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await reply.json()).meta).toMatchObject({
    operation_result: 'unavailable',
    operation_result_code: 50300,
  })
  expect(await page.text()).toContain('موقتاً در دسترس نیستیم')
  expect(await english.text()).toContain('Temporarily unavailable')
}

async function expectServed(): Promise<void> {
  await becomes(200, RECOVERED_MS)
  expect((await get('/api/widgets/packages')).status).toBe(200)
  expect((await uncached()).status).toBe(200)
}

/** Waits until the home page is cached. Returns a check that it is still served, whatever happens to the database. */
async function cacheHome(): Promise<() => Promise<void>> {
  // A node drops its pages once when it starts to receive changes.
  const heard = async () => (await get('/metrics')).text()
  await expect.poll(heard, { timeout: RECOVERED_MS }).toMatch(/^pardeh_changes_heard 1$/m)
  let hitSince = performance.now()
  const hitFor = async () => {
    if ((await get('/')).headers.get('x-page-cache') !== 'HIT') hitSince = performance.now()
    return performance.now() - hitSince
  }
  await expect.poll(hitFor, { timeout: 2 * RECOVERED_MS }).toBeGreaterThan(SETTLED_MS)
  return async () => {
    // Fresh or stale, the page is from the cache, because none can be rendered without the database.
    const reply = await get('/')
    expect(reply.status).toBe(200)
    expect(['HIT', 'STALE']).toContain(reply.headers.get('x-page-cache'))
  }
}

test('a database that is paused', async () => {
  const expectCached = await cacheHome()
  server.pause()
  await becomes(503, TOLD_MS)
  expect(await (await get('/readyz')).json()).toMatchObject({ reasons: ['database'] })
  await expectCached()
  await expectUnavailable()
  await expectCached()
  server.resume()
  await expectServed()
  await expect.poll(() => site.logs()).toContain('the database cannot be used')
  expect(await (await get('/metrics')).text()).toMatch(
    /pardeh_database_errors_total\{fault="\w+"\} [1-9]/,
  )
})

test('connections whose packets are lost, as after a failover', async () => {
  const expectCached = await cacheHome()
  proxy.blackHole()
  await becomes(503, TOLD_MS)
  await expectUnavailable()
  await expectCached()
  proxy.restore()
  await expectServed()
})

test('a second outage, 2 s after the recovery from the first', async () => {
  const expectCached = await cacheHome()
  for (let outage = 0; outage < 2; outage++) {
    proxy.reject()
    await becomes(503, TOLD_MS)
    await expectCached()
    proxy.restore()
    await becomes(200, RECOVERED_MS)
    await wait(2_000)
  }
  proxy.reject()
  await becomes(503, TOLD_MS)
  await expectCached()
  proxy.restore()
  await expectServed()
})

test('a stop ends the process although the database does not answer', async () => {
  const own = await startTcpProxy({ port: server.port })
  onTestFinished(own.close)
  const node = await aNode({ port: own.port })
  own.blackHole()
  await becomes(503, TOLD_MS, node)
  expect(await node.stop()).toBe(0)
})

test('too many connections', async () => {
  const expectCached = await cacheHome()
  const taken: pg.Client[] = []
  onTestFinished(() => Promise.all(taken.map(client => client.end())).then(() => undefined))
  const takeOne = async () => {
    const client = new pg.Client(server.url)
    client.on('error', () => undefined)
    await client.connect()
    taken.push(client)
  }
  const takeAll = async () => {
    for (;;) await takeOne()
  }
  await takeOne()
  // A terminated connection is released a little later, and the node may get it first.
  const endNodes = async () => {
    await expect(takeAll()).rejects.toThrow(/too many clients/)
    const ended = await taken[0]?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pardeh'`,
    )
    return ended?.rowCount
  }
  await expect.poll(endNodes, { timeout: TOLD_MS }).toBe(0)
  await becomes(503, TOLD_MS)
  await expectUnavailable()
  await expectCached()
  await Promise.all(taken.splice(0).map(client => client.end()))
  await expectServed()
})

test('a read-only database', async () => {
  const linesOfJobs = () => site.logs().split('"job queue"').length - 1
  const before = linesOfJobs()
  await server.query('alter system set default_transaction_read_only = on')
  await server.query('select pg_reload_conf()')
  await becomes(503, TOLD_MS)
  const reply = await get('/api/access-token/users/09121110000/otp')
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  // The job queue polls dozens of times a second, and writes a line and then a count a minute.
  expect(linesOfJobs() - before).toBeLessThanOrEqual(2)
  const admin = new pg.Client(server.url)
  await admin.connect()
  await admin.query('set default_transaction_read_only = off')
  await admin.query('alter system reset default_transaction_read_only')
  await admin.query('select pg_reload_conf()')
  await admin.end()
  await expectServed()
})

test.runIf(canMountDisk())('a full disk', async () => {
  const small = await startPostgres({ diskMegabytes: 160 })
  onTestFinished(small.remove)
  const node = await aNode(small)
  onTestFinished(() => node.stop().then(() => undefined))
  const filler = join(small.data, 'filler')
  const fill = async () => {
    for (;;) await appendFile(filler, Buffer.alloc(64 * 1024))
  }
  await expect(fill()).rejects.toThrow('ENOSPC')
  const write = async () => {
    const msisdn = `0912${String(Math.random()).slice(2, 9)}`
    const reply = await fetch(`${node.url}/api/access-token/users/${msisdn}/otp`)
    return reply.status
  }
  await expect.poll(write, { timeout: 30_000, interval: 10 }).toBe(503)
  await becomes(503, TOLD_MS, node)
  expect((await fetch(`${node.url}/`)).status).toBe(200)
  await rm(filler)
  await becomes(200, RECOVERED_MS, node)
  await expect.poll(write, { timeout: RECOVERED_MS }).not.toBe(503)
})

async function twoNodes(port: number) {
  const bank = await aBank()
  const env = { ...FOR_PURCHASES, ...bank.env }
  const nodes = [await aNode({ port }, { env }), await aNode({ port }, { env })]
  onTestFinished(async () => {
    for (const node of nodes) await node.stop()
  })
  const purchases = await startPurchases({ urls: nodes.map(({ url }) => url), bank })
  const recover = async () => {
    for (const node of nodes) await becomes(200, RECOVERED_MS, node)
  }
  return { nodes, purchases, recover }
}

test('the server restarts and is killed during purchases at two nodes', {
  timeout: 400_000,
}, async () => {
  // A separate server: the node of the other tests uses another bank, and would ask it about these payments.
  const own = await startPostgres()
  onTestFinished(own.remove)
  const { nodes, purchases, recover } = await twoNodes(own.port)
  for (let fault = 0; fault < 6; fault++) {
    if (fault % 2 === 0) await own.kill().then(own.start)
    else await own.restart(fault % 4 === 1 ? 'fast' : 'immediate')
    await recover()
    await wait(1_000)
  }
  const before = purchases.paid()
  await expect.poll(purchases.paid, { timeout: 60_000 }).toBeGreaterThan(before)
  await purchases.stop()
  const { db, close } = await openDatabasePool(own.url, { size: 2 })
  await purchases.verify(db).finally(close)
  for (const node of nodes) expect(node.logs()).not.toContain('uncaught exception')
})

test('a failover to a replica at the same address', { timeout: 400_000 }, async () => {
  const primary = await startPostgres()
  onTestFinished(primary.remove)
  const replica = await primary.replica()
  onTestFinished(replica.remove)
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  const { nodes, purchases, recover } = await twoNodes(primary.port)
  await expect.poll(purchases.paid, { timeout: 60_000 }).toBeGreaterThan(5)
  await primary.kill()
  await replica.promote()
  await replica.configure({ port: primary.port })
  await recover()
  const before = purchases.paid()
  await expect.poll(purchases.paid, { timeout: 60_000 }).toBeGreaterThan(before)
  await purchases.stop()
  const { db, close } = await openDatabasePool(primary.url, { size: 2 })
  await purchases.verify(db).finally(close)
  for (const node of nodes) expect(node.logs()).not.toContain('uncaught exception')
})
