import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { startBank } from '#tests/support/bank.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { type Nginx, startNginx } from './support/nginx.ts'
import { FOR_PURCHASES, startPurchases } from './support/purchases.ts'
import { siteProxy } from './support/site-proxy.ts'

const NODES = 4
/** Number of deployments, ten if run by hand: one takes more than half a minute on a machine with two cores. */
const ROLLS = Number(process.env.ROLLS ?? 1)
const READERS = 4

const cleanUps: (() => unknown)[] = []
let nodes: { site: Site; start: () => Promise<Site> }[]
let nginx: Nginx
let bank: Awaited<ReturnType<typeof startBank>>
let databaseUrl: string
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-rolls-'))
  const bankDir = await mkdtemp(join(tmpdir(), 'pardeh-bank-'))
  const [database, bankDatabase] = await Promise.all([
    startEmbedded(dataDir, silentLog),
    startEmbedded(bankDir, silentLog),
  ])
  databaseUrl = database.url
  bank = await startBank(bankDatabase.url)
  cleanUps.push(async () => {
    await bank.stop()
    await Promise.all([database.stop(), bankDatabase.stop()])
    for (const folder of [dataDir, bankDir]) await rm(folder, { recursive: true, force: true })
  })
  const env = {
    ...FOR_PURCHASES,
    ...bank.env,
    DATABASE_URL: database.url,
    SECRET: 'a secret of the nodes that are rolled',
    DRAIN_SECONDS: '1',
  }
  nodes = []
  for (let n = 0; n < NODES; n++) {
    const site = await startSite({ dataDir, env })
    nodes.push({ site, start: () => startSite({ dataDir, env, port: site.port }) })
  }
  nginx = await startNginx(siteProxy(nodes.map(({ site }) => site.port)))
}, 240_000)
afterAll(async () => {
  await nginx.stop()
  for (const { site } of nodes) await site.stop()
  for (const cleanUp of cleanUps) await cleanUp()
}, 180_000)

/** Reads pages and calls until it is stopped; returns the replies other than 200. */
function startReader() {
  const agent = new Agent({ keepAlive: true })
  const bad: string[] = []
  let count = 0
  let isStopping = false
  const paths = ['/', '/en/contents', '/api/global-data', '/readyz', '/en/faq']
  const read = (path: string) =>
    new Promise<void>(done => {
      const sent = request(nginx.url + path, { agent }, reply => {
        reply.on('error', error => bad.push(`${path} ${error.message}`))
        reply.on('close', done)
        reply.resume()
        if (reply.statusCode !== 200) bad.push(`${path} ${reply.statusCode}`)
      })
      sent.on('error', error => {
        bad.push(`${path} ${error.message}`)
        done()
      })
      sent.end()
    })
  const ended = (async () => {
    while (!isStopping) {
      await read(paths[count++ % paths.length] ?? '/')
      await new Promise(done => setTimeout(done, 20))
    }
    agent.destroy()
  })()
  return {
    stop: async () => {
      isStopping = true
      await ended
      return { bad, count }
    },
  }
}

test('deployments to four nodes lose no read and no purchase', async () => {
  const purchases = await startPurchases({ urls: [nginx.url], bank, buyers: 4 })
  const readers = Array.from({ length: READERS }, startReader)
  const roll = async (node: (typeof nodes)[number]) => {
    expect(await node.site.stop()).toBe(0)
    node.site = await node.start()
  }
  for (let n = 0; n < ROLLS; n++) for (const node of nodes) await roll(node)
  await purchases.stop()
  const results = await Promise.all(readers.map(({ stop }) => stop()))
  const { db, close } = await openDatabasePool(databaseUrl, { size: 2 })
  await purchases.verify(db).finally(close)
  const bad = results.flatMap(each => each.bad)
  // A node that drains reports it, and continues to serve.
  expect(bad.filter(each => each !== '/readyz 503')).toEqual([])
  expect(bad.length).toBeGreaterThan(ROLLS)
  expect(purchases.failures()).toEqual({})
  expect(purchases.paid()).toBeGreaterThan(ROLLS)
  expect(results.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(ROLLS * 100)
}, 1_200_000)
