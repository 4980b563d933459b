/**
 * Measures what a growing catalogue costs a node: lines imported per second, memory of the search index, its loading time and the
 * time for which it blocks the event loop, and searches while another process imports as many titles again. Writes its section of
 * docs/benchmarks.md. `npm run bench -- growth [sizes…]`. Databases are created again in BENCH_DIR (.data/bench).
 */
import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { createApp } from '#src/service/app.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import { createSearchEngine } from '#src/service/catalogue/search/search-engine-of.ts'
import { connectDatabase } from '#src/service/platform/db/start.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { mulberry32 } from '#tests/support/fuzz/random.ts'
import { noPictures } from '#tests/support/imported-titles.ts'
import { openBench } from './database.ts'
import { machine, type Times, timesOf, writeReport } from './report.ts'
import { inventedTitles } from './titles.ts'

const PAUSE_MS = 20
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

type Grown = {
  size: number
  linesPerSecond: number
  importerMb: number
  indexMb: number
  loadMs: number
  longestHoldMs: number
  quiet: Times
  importing: Times
}

async function memoryMb(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    collectGarbage()
    await wait(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

async function grow(size: number): Promise<Grown> {
  const name = `growth-${size}`
  await rm(resolve(process.env.BENCH_DIR ?? '.data/bench', name), { recursive: true, force: true })
  const { deps, stop } = await openBench(name, inventedTitles(0))
  const { seconds, peakMb } = await importInChild(deps, size, 0).done
  await deps.db.execute(sql`vacuum analyze`)
  const before = await memoryMb()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const started = performance.now()
  await createSearchEngine(deps).refresh()
  const loadMs = performance.now() - started
  delay.disable()
  const indexMb = (await memoryMb()) - before
  const ask = await searches(deps)
  const quiet = await ask(async times => times < 300)
  const again = importInChild(deps, size * 2, size)
  let isOver = false
  void again.done.finally(() => {
    isOver = true
  })
  const importing = await ask(async () => !isOver)
  await again.done
  await stop()
  const longestHoldMs = delay.max / 1e6
  const linesPerSecond = size / seconds
  return {
    size,
    linesPerSecond,
    importerMb: peakMb,
    indexMb,
    loadMs,
    longestHoldMs,
    quiet,
    importing,
  }
}

/** Searches titles by their names, one after another, while `goesOn` is true. */
async function searches(deps: Deps) {
  const app = createApp(deps)
  const random = mulberry32(3)
  const { rows } = await deps.db.execute<{ name: string }>(
    sql`select title_fa as name from contents where season_number is null order by md5(id) limit 400`,
  )
  const ask = async () => {
    const name = rows[Math.floor(random() * rows.length)]?.name ?? ''
    const started = performance.now()
    const url = `http://service/search?query=${encodeURIComponent(name)}`
    const reply = await app.fetch(new Request(url), {})
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`a search answered ${reply.status}`)
    return performance.now() - started
  }
  for (let warm = 0; warm < 60; warm++) await ask()
  return async (goesOn: (asked: number) => Promise<boolean>) => {
    const taken: number[] = []
    while (await goesOn(taken.length)) {
      taken.push(await ask())
      await wait(PAUSE_MS)
    }
    return timesOf(taken)
  }
}

type Imported = { seconds: number; peakMb: number }

/** Imports in another process on the same database, as the command does. */
function importInChild({ env }: Deps, count: number, from: number): { done: Promise<Imported> } {
  const child = fork(import.meta.filename, ['import', env.DATA_DIR, String(count), String(from)])
  const done = new Promise<Imported>((resolved, failed) => {
    child.once('message', message => resolved(message as Imported))
    child.once('exit', code => code !== 0 && failed(new Error(`the import ended with ${code}`)))
  })
  return { done }
}

/** Imports this many invented titles, beginning at `from`. */
async function importMore(dataDir: string, count: number, from: number): Promise<void> {
  const log = pino({ level: 'error' })
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'error', SECRET: 'b'.repeat(40) })
  const { db, stop } = await connectDatabase(env, log)
  const deps = { db, now: () => new Date(), invalidate: async () => undefined }
  const importer = await createImporter(deps, { pictures: noPictures })
  const started = performance.now()
  let at = 0
  let peak = 0
  for (const title of inventedTitles(count)) {
    if (at++ < from) continue
    await importer.record(title)
    if (at % 5_000 === 0) peak = Math.max(peak, process.memoryUsage().rss)
  }
  await importer.finish()
  const seconds = (performance.now() - started) / 1_000
  await stop()
  process.send?.({ seconds, peakMb: peak / 1e6 })
  process.disconnect()
}

const [first, ...rest] = process.argv.slice(2)
if (first === 'import') await importMore(String(rest[0]), Number(rest[1]), Number(rest[2]))
else {
  const sizes = process.argv.slice(2).map(Number)
  const lines: string[] = []
  for (const size of sizes.length > 0 ? sizes : [1_000, 100_000]) {
    lines.push(lineOf(await grow(size)))
    console.log(lines.at(-1))
    // A million titles take a quarter of an hour, so the results so far are stored.
    writeReport('growth', sectionOf(lines))
  }
}

function lineOf(grown: Grown): string {
  const { size, linesPerSecond, importerMb, indexMb, loadMs, longestHoldMs } = grown
  const times = ({ p50, p95 }: Times) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`
  const cells = [
    size.toLocaleString('en'),
    Math.round(linesPerSecond).toLocaleString('en'),
    Math.round(importerMb),
    indexMb.toFixed(1),
    Math.round(loadMs),
    Math.round(longestHoldMs),
    times(grown.quiet),
    times(grown.importing),
  ]
  return `| ${cells.join(' | ')} |`
}

function sectionOf(lines: readonly string[]): string {
  return `## A growing catalogue

Written by \`npm run bench -- growth\` on ${machine()}, PostgreSQL and the importer on the same
machine. Memory: heap and external memory that the search index adds, after a collection. Loading: until the index of a started node is
complete, and the longest that it held up the event loop. Searches: of titles by their names, inside the service, one after another; while
importing: as many titles again, by another process. p50 / p95 in ms.

| titles | lines imported a second | importer MB resident | index MB | loading ms | longest hold ms | search | search while importing |
|---:|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}
`
}
