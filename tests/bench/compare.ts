/**
 * Compares this checkout with another one in one run: cached and uncached pages per second, CPU of an uncached page, duration of a
 * start, and size of a first visit. Both must be built. `npm run bench -- compare CHECKOUT [rounds]` prints a table and changes no
 * file; data folders stay in BENCH_DIR (.data/bench) for the next run.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Site, startSite } from '#tests/support/site.ts'
import { cpuSeconds, pathsOf, repeated, sizesOf } from './kinds.ts'
import { load } from './load.ts'
import { median } from './report.ts'

const [checkout, rounds = '6'] = process.argv.slice(2)
const SECONDS = 2
const UNCACHED = 400
const ENV = { SECRET: 'bench'.repeat(8), LOG_LEVEL: 'error', NODE_ENV: 'production' }

if (!checkout) {
  console.error('Usage: npm run bench -- compare CHECKOUT [rounds]')
  process.exitCode = 2
} else await compare(resolve(checkout))

async function compare(other: string): Promise<void> {
  const figures = new Map<string, [number[], number[]]>()
  const add = (name: string, side: 0 | 1, value: number) => {
    const pair = figures.get(name) ?? [[], []]
    pair[side].push(value)
    figures.set(name, pair)
  }
  const checkouts = [other, resolve(import.meta.dirname, '../..')] as const
  for (let round = 0; round < Number(rounds); round++) {
    // The process that starts last is up to a fifth slower, so each side starts last in every other round.
    const order = round % 2 ? ([1, 0] as const) : ([0, 1] as const)
    const sites: Site[] = []
    for (const side of order) {
      const started = performance.now()
      sites[side] = await open(checkouts[side], side)
      if (round > 0) add('start, ms', side, performance.now() - started)
    }
    try {
      for (const side of order) {
        const site = sites[side] as Site
        for (const [name, value] of await measure(site)) add(name, side, value)
      }
    } finally {
      for (const site of sites) await site.stop()
    }
    console.log(`round ${round + 1} of ${rounds}`)
  }
  console.log(`\n${'median'.padEnd(28)}${'other'.padStart(12)}${'this'.padStart(12)}   this/other`)
  for (const [name, [before, after]] of figures) {
    const [a, b] = [median(before), median(after)]
    const cells = [a, b].map(value => Math.round(value).toLocaleString('en').padStart(12))
    console.log(`${name.padEnd(28)}${cells.join('')}   ${(b / a).toFixed(3)}`)
  }
}

async function open(checkout: string, side: 0 | 1): Promise<Site> {
  const dataDir = resolve(process.env.BENCH_DIR ?? '.data/bench', `compare-${side}`)
  await mkdir(dataDir, { recursive: true })
  return startSite({ checkout, dataDir, env: ENV })
}

async function measure(site: Site): Promise<Array<[name: string, value: number]>> {
  const rows: Array<[string, number]> = []
  const paths = Object.entries(await pathsOf(site))
  for (const [page, { cached, all }] of paths) {
    const plan = { port: site.port, connections: 8 }
    await load({ ...plan, paths: repeated(all, UNCACHED), isUncached: true })
    const before = await cpuSeconds(site)
    const uncached = await load({ ...plan, paths: repeated(all, UNCACHED), isUncached: true })
    const cpu = (await cpuSeconds(site)) - before
    if (uncached.failed > 0) throw new Error(`${uncached.failed} of ${UNCACHED} pages failed`)
    rows.push([`${page}, uncached/s`, uncached.perSecond])
    rows.push([`${page}, uncached CPU, us`, (cpu / UNCACHED) * 1e6])
    if (cached === null) continue
    await load({ ...plan, paths: [cached], seconds: SECONDS / 2 })
    rows.push([
      `${page}, cached/s`,
      (await load({ ...plan, paths: [cached], seconds: SECONDS })).perSecond,
    ])
  }
  for (const { page, html, css, js } of await sizesOf(site))
    rows.push([`${page}, HTML bytes`, html], [`${page}, CSS bytes`, css], [`${page}, JS bytes`, js])
  return rows
}
