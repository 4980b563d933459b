/**
 * Measures the cached and uncached pages per second of one process, compared with a bare Node server that sends the same bytes in
 * the same run, and the size of a first visit. Writes its section of docs/benchmarks.md. `npm run bench -- pages [sizes…]`; data
 * folders stay in BENCH_DIR (.data/bench) for the next run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createBandCookie } from '#src/http/session-cookies.ts'
import { deriveKey } from '#src/service/platform/keys.ts'
import type { Site } from '#tests/support/site.ts'
import { filledSite, SECRET } from './filled-site.ts'
import { cpuSeconds, pathsOf, repeated, sizesOf } from './kinds.ts'
import { load, medianRate, type Rate } from './load.ts'
import { machine, writeReport } from './report.ts'

const root = resolve(import.meta.dirname, '../..')
const SIZES = [200, 10_000, 100_000]
const CACHED_SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
/** Number of requests of each kind before the measurement: V8 compiles during the first ones. */
const WARM_UP = 800
const CONNECTIONS = 16

type Row = { page: string; cached: Rate | null; bare: number | null; uncached: Rate; cpu: number }
type Result = { size: number; rows: Row[] }

const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const results: Result[] = []
let weights: Awaited<ReturnType<typeof sizesOf>> = []
for (const size of sizes.length > 0 ? sizes : SIZES) {
  const site = await filledSite('pages', size)
  try {
    results.push({ size, rows: await measure(site) })
    weights = await sizesOf(site)
  } finally {
    await site.stop()
  }
}
writeReport('pages', report())
console.log(report())

async function measure(site: Site): Promise<Row[]> {
  const paths = await pathsOf(site)
  const rows: Row[] = []
  for (const [page, { cached, all }] of Object.entries(paths)) {
    const plan = { port: site.port, connections: CONNECTIONS / 2, isUncached: true }
    await load({ ...plan, paths: repeated(all, WARM_UP) })
    const before = await cpuSeconds(site)
    const uncached = await load({ ...plan, paths: all })
    const cpu = ((await cpuSeconds(site)) - before) / Math.max(1, all.length)
    rows.push({ page, uncached, cpu: cpu * 1000, ...(await besideBare(site, cached)) })
    console.log(page, JSON.stringify(rows.at(-1)))
  }
  return [...rows, await ofChild(site, paths.listing?.cached ?? '')]
}

/** Measures the listing that a child gets. */
async function ofChild(site: Site, path: string): Promise<Row> {
  const cookie = createBandCookie('under_12', [deriveKey(SECRET, 'state-cookie')])
  const plan = { port: site.port, connections: CONNECTIONS / 2, isUncached: true, cookie }
  await load({ ...plan, paths: repeated([path], WARM_UP) })
  const before = await cpuSeconds(site)
  const uncached = await load({ ...plan, paths: repeated([path], WARM_UP) })
  const cpu = (((await cpuSeconds(site)) - before) / WARM_UP) * 1000
  return { page: 'listing of a child', uncached, cpu, ...(await besideBare(site, path, cookie)) }
}

/** Measures ours and the bare server in turns, so that other load on the machine affects both. */
async function besideBare(site: Site, path: string | null, cookie?: string) {
  if (path === null) return { cached: null, bare: null }
  const url = site.url + encodeURI(path)
  const compressed = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
  const length = compressed.headers.get('content-length') ?? ''
  await compressed.arrayBuffer()
  const server = spawn(process.execPath, ['tests/bench/bare.ts', url, length], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  const run = (to: number) =>
    load({
      port: to,
      paths: [path],
      connections: CONNECTIONS,
      seconds: CACHED_SECONDS / 2,
      ...(cookie ? { cookie } : {}),
    })
  const ours: Rate[] = []
  const theirs: Rate[] = []
  for (let turn = 0; turn < 4; turn++) {
    ours.push(await run(site.port))
    theirs.push(await run(Number(port)))
  }
  server.kill()
  return { cached: medianRate(ours), bare: medianRate(theirs).perSecond }
}

function report(): string {
  const rate = (value: number) => Math.round(value).toLocaleString('en')
  const rows = results.flatMap(({ size, rows: measured }) =>
    measured.map(({ page, cached, bare, uncached, cpu }) => {
      const ratio = cached && bare ? (cached.perSecond / bare).toFixed(2) : '–'
      const cells = [
        rate(size),
        page,
        cached ? rate(cached.perSecond) : '–',
        bare ? rate(bare) : '–',
        ratio,
        rate(uncached.perSecond),
        uncached.p50.toFixed(1),
        uncached.p95.toFixed(1),
        cpu.toFixed(1),
      ]
      return `| ${cells.join(' | ')} |`
    }),
  )
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
  return `## Pages a second

Written by \`npm run bench -- pages\` on ${machine()}, one process, client
and PostgreSQL on the same machine. Cached: the page is in the page cache. Bare: a Node http server that sends the same
bytes, measured in turns with ours. Uncached: each request has another cache key, its page is rendered, compressed and
stored; eight at once, after ${WARM_UP} others of the kind. CPU is the time of the process for one such page, over all its threads.

| titles | page | cached a second | bare a second | ratio | uncached a second | p50 ms | p95 ms | CPU ms a page |
|---:|---|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}

### Size of a first visit, brotli, in KB

| page | HTML | CSS | JavaScript |
|---|---:|---:|---:|
${weights.map(({ page, html, css, js }) => `| ${page} | ${kilobytes(html)} | ${kilobytes(css)} | ${kilobytes(js)} |`).join('\n')}
`
}
