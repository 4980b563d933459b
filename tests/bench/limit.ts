/**
 * Compares our uncached pages with a bare server that runs the same SQL and sends the same bytes, in turns. Writes its section of
 * docs/benchmarks.md. `npm run bench -- limit [titles]`; the data folder stays in BENCH_DIR (.data/bench) for the next run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Site } from '#tests/support/site.ts'
import { filledSite } from './filled-site.ts'
import { pathsOf, repeated } from './kinds.ts'
import { load, medianRate, type Rate } from './load.ts'
import { machine, writeReport } from './report.ts'

const root = resolve(import.meta.dirname, '../..')
const TITLES = 10_000
const CONNECTIONS = 8
const PATHS = 200
const WARM_UP = 800
const A_TURN = 400
const TURNS = 4
const GOALS: Record<string, number> = { content: 0.7, home: 0.5 }

type Row = { page: string; ours: Rate; bare: Rate }

const titles = Number(process.argv[2] ?? TITLES)
const site = await filledSite('pages', titles)
const rows: Row[] = []
try {
  const kinds = await pathsOf(site)
  for (const page of Object.keys(GOALS)) {
    const paths = [...new Set(kinds[page]?.all)].slice(0, PATHS)
    rows.push({ page, ...(await besideLimit(site, paths)) })
    console.log(page, JSON.stringify(rows.at(-1)))
  }
} finally {
  await site.stop()
}
if (titles === TITLES) writeReport('limit', report())
console.log(report())

async function besideLimit(site: Site, paths: string[]): Promise<Omit<Row, 'page'>> {
  const server = spawn(process.execPath, ['tests/bench/limit-server.ts', site.dataDir, site.url], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  server.stdin.end(paths.join('\n'))
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  const run = async (to: number, count: number) => {
    const plan = { port: to, connections: CONNECTIONS, isUncached: true }
    const rate = await load({ ...plan, paths: repeated(paths, count) })
    if (rate.failed > 0) throw new Error(`${rate.failed} of ${count} pages failed`)
    return rate
  }
  const ports = [site.port, Number(port)] as const
  for (const to of ports) await run(to, WARM_UP)
  const ours: Rate[] = []
  const bare: Rate[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(await run(ports[0], A_TURN))
    bare.push(await run(ports[1], A_TURN))
  }
  server.kill()
  return { ours: medianRate(ours), bare: medianRate(bare) }
}

function report(): string {
  const cells = rows.map(({ page, ours, bare }) => {
    const ratio = (ours.perSecond / bare.perSecond).toFixed(2)
    const rates = [ours.perSecond, bare.perSecond].map(rate => Math.round(rate))
    return `| ${[page, ...rates, ratio, GOALS[page], ours.p50.toFixed(1), bare.p50.toFixed(1)].join(' | ')} |`
  })
  return `## Uncached pages beside the least that they can cost

Written by \`npm run bench -- limit\` on ${machine()}, ${titles.toLocaleString('en')} titles, PostgreSQL on the same
machine. Bare: a Node http server that asks what our page asks, by the same prepared statements and a pool of the same size, compresses
the same bytes in the same way and sends them. In turns, ${CONNECTIONS} at once, after ${WARM_UP} others.

| page | ours a second | bare a second | ratio | wanted | p50 ms | bare p50 ms |
|---|---:|---:|---:|---:|---:|---:|
${cells.join('\n')}
`
}
