/**
 * Nodes, the primary, the replica, PgBouncer and Redis are killed in random order while people browse and buy. FAULT_MINUTES sets
 * the duration, FAULT_SEED the order.
 */
import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#tests/support/fuzz/random.ts'
import { expectBooksAddUp } from './support/books.ts'
import { watchOutages } from './support/outages.ts'
import { FOR_PURCHASES } from './support/purchases.ts'
import { startShoppers } from './support/shoppers.ts'
import type { SupervisedNode } from './support/supervised.ts'
import { startTopology, type Topology } from './support/topology.ts'

const MINUTES = Number(process.env.FAULT_MINUTES ?? 1)
const SEED = Number(process.env.FAULT_SEED ?? randomInt(1_000_000))
/** Time without faults at the end, in which every node recovers from the last one. */
const RECOVERY_MS = 15_000
/** Maximum time without a good answer on any machine. A node that does not recover gives none until the end. */
const LONGEST_OUTAGE_MS = 60_000
const BETWEEN_FAULTS_MS = 10_000

let topology: Topology
beforeAll(async () => {
  topology = await startTopology(FOR_PURCHASES)
})
afterAll(async () => {
  await topology?.stop()
})

type Fault = { name: string; run: () => Promise<void> }

function faultsOf({ pages, services, primary, replica, pgbouncer, redis }: Topology): Fault[] {
  const nodes = [...pages, ...services].map((node, index) => ({
    name: `kill ${index < pages.length ? 'page' : 'service'} node ${index % pages.length}`,
    run: node.kill,
  }))
  const killed = (
    name: string,
    server: { kill: () => Promise<void>; start: () => Promise<void> },
  ) => ({
    name: `kill ${name}`,
    run: async () => {
      await server.kill()
      await wait(1_000)
      await server.start()
    },
  })
  return [
    ...nodes,
    killed('primary', primary),
    { name: 'restart primary', run: () => primary.restart() },
    killed('replica', replica),
    killed('pgbouncer', pgbouncer),
    {
      name: 'kill Redis primary',
      run: async () => {
        const server = await redis.killPrimary()
        await server.start()
      },
    },
    {
      name: 'pause primary for 4 s',
      run: async () => {
        primary.pause()
        await wait(4_000)
        primary.resume()
      },
    },
  ]
}

/** Stores the logs, to find the cause of a failure. */
async function storeLogs(nodes: SupervisedNode[]): Promise<void> {
  await mkdir('test-results', { recursive: true })
  for (const node of nodes)
    await writeFile(`test-results/random-faults-${node.port}.log`, node.logs())
}

test('nothing acknowledged is lost, no process ends on its own, and every fault is recovered from', {
  timeout: MINUTES * 60_000 + 600_000,
}, async () => {
  const { url, bank, primary, pages, services } = topology
  console.info(`${MINUTES} minutes, FAULT_SEED=${SEED}`)
  const shoppers = startShoppers(url, bank, 4)
  const home = watchOutages(`${url}/`)
  const search = watchOutages(`${url}/api/search?query=%D8%A8%D8%A7%D8%BA`)
  const listing = watchOutages(`${url}/contents?order=latest`)
  const faults = faultsOf(topology)
  const done: Record<string, number> = {}
  const begin = Date.now()
  const timeline: string[] = []
  const random = randomFrom(SEED)
  const end = Date.now() + MINUTES * 60_000
  while (Date.now() < end) {
    const fault = random.pick(faults)
    done[fault.name] = (done[fault.name] ?? 0) + 1
    timeline.push(`${Math.round((Date.now() - begin) / 1_000)} s ${fault.name}`)
    await fault.run()
    await wait(BETWEEN_FAULTS_MS)
  }
  await wait(RECOVERY_MS)
  const gaveUp = await shoppers.stop()
  for (const watch of [home, search, listing]) await watch.stop()

  const outages = { home: home.longest(), search: search.longest(), listing: listing.longest() }
  console.info(
    JSON.stringify({
      done,
      outages,
      paid: shoppers.paid.length,
      repeated: shoppers.repeated(),
      pending: shoppers.pending(),
    }),
  )
  for (const [name, watch] of Object.entries({ home, search, listing }))
    console.info(name, JSON.stringify([...watch.statuses]))
  if (gaveUp.length > 0) {
    console.info(timeline.join('\n'))
    await storeLogs([...pages, ...services])
  }
  await expectBooksAddUp(primary.url, bank, shoppers.paid)
  expect(gaveUp).toEqual([])
  expect([...pages, ...services].map(node => node.ends())).toEqual([0, 0, 0, 0])
  expect(shoppers.wrong).toEqual([])
  expect(shoppers.paid.length).toBeGreaterThan(MINUTES)
  for (const outage of Object.values(outages)) expect(outage).toBeLessThan(LONGEST_OUTAGE_MS)
})
