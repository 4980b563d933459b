/**
 * Measures heartbeats of players at one node: each renews its lease and saves its position. Writes its section of
 * docs/benchmarks.md. `npm run bench -- heartbeats [leases] [seconds]`
 */
import { startSite } from '#tests/support/site.ts'
import { SECRET } from './filled-site.ts'
import { cpuSeconds } from './kinds.ts'
import { load, type Rate } from './load.ts'
import { machine, writeReport } from './report.ts'
import { insertViewers } from './viewers.ts'

/** Number of leases that send 200 heartbeats per second, each one in 10 s. */
const LEASES = 2_000
const SECONDS = 20
const CONNECTIONS = [1, 8, 32]
const INTERVAL_SECONDS = 10

type Row = Rate & { connections: number; cpuMs: number }

const [leases, seconds] = [Number(process.argv[2] ?? LEASES), Number(process.argv[3] ?? SECONDS)]
const site = await startSite({ env: { SECRET, LOG_LEVEL: 'error' } })
const rows: Row[] = []
try {
  const viewers = await insertViewers({ dataDir: site.dataDir, secret: SECRET }, leases)
  const paths = viewers.map(({ path }) => path)
  let round = 0
  const beat = async (connections: number, plan: { seconds?: number }) => {
    const first = round
    const rate = await load({
      port: site.port,
      paths,
      connections,
      ...plan,
      ask: number => {
        const viewer = viewers[number % leases] as (typeof viewers)[number]
        round = first + Math.floor(number / leases) + 1
        return {
          headers: viewer.headers,
          body: { current_time: round * INTERVAL_SECONDS, lease_id: viewer.leaseId },
        }
      },
    })
    if (rate.failed > 0) throw new Error(`${rate.failed} heartbeats failed`)
    return rate
  }
  // The first heartbeat of a lease inserts its position; all later ones change it.
  await beat(8, {})
  for (const connections of CONNECTIONS) {
    const [cpu, began] = [await cpuSeconds(site), performance.now()]
    const rate = await beat(connections, { seconds })
    const count = (rate.perSecond * (performance.now() - began)) / 1_000
    rows.push({ ...rate, connections, cpuMs: (1_000 * ((await cpuSeconds(site)) - cpu)) / count })
    console.log(JSON.stringify(rows.at(-1)))
  }
} finally {
  await site.stop()
}
if (leases === LEASES && seconds === SECONDS) writeReport('heartbeats', report())
console.log(report())

function report(): string {
  const cells = rows.map(({ connections, perSecond, p50, p95, cpuMs }) =>
    [
      connections,
      Math.round(perSecond).toLocaleString('en'),
      ...[p50, p95, cpuMs].map(ms => ms.toFixed(1)),
    ].join(' | '),
  )
  return `## Heartbeats

Written by \`npm run bench -- heartbeats\` on ${machine()}: ${leases.toLocaleString('en')} leases of as many subscribers at one node,
PostgreSQL and the client on the same machine; ${seconds} s each, after one heartbeat of each lease. At once: connections, each of which sends the next
heartbeat when the last one is answered. CPU is the time of the process for one heartbeat, over all its threads, without PostgreSQL.

| at once | heartbeats a second | p50 ms | p95 ms | CPU ms a heartbeat |
|---:|---:|---:|---:|---:|
${cells.map(row => `| ${row} |`).join('\n')}
`
}
