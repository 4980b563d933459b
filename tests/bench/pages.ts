/**
 * How many pages a second one process answers, kept and not kept, beside a bare Node server that sends the same bytes in
 * the same run; and what a first visit weighs. Writes its section of docs/benchmarks.md. `npm run bench -- pages [sizes…]`;
 * data folders are kept in BENCH_DIR (.data/bench) for the next run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Site, startSite } from '#tests/support/site.ts'
import { load, type Rate } from './load.ts'
import { machine, writeReport } from './report.ts'
import { inventedTitles, randomOf } from './titles.ts'

const root = resolve(import.meta.dirname, '../..')
const SIZES = [200, 10_000, 100_000]
const SECRET = 'bench'.repeat(8)
const KEPT_SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const UNKEPT_PAGES = Number(process.env.BENCH_PAGES ?? 800)
/** So many of a kind are asked before: a process that has just started is still being compiled. */
const WARM_UP = 800
const CONNECTIONS = 16

type Row = { page: string; kept: Rate | null; bare: number | null; unkept: Rate; cpu: number }
type Result = { size: number; rows: Row[] }

const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const results: Result[] = []
let weights: Array<{ page: string; html: number; css: number; js: number }> = []
for (const size of sizes.length > 0 ? sizes : SIZES) {
  const site = await siteOf(size)
  try {
    results.push({ size, rows: await measure(site) })
    weights = await weigh(site)
  } finally {
    await site.stop()
  }
}
writeReport('pages', report())
console.log(report())

async function siteOf(size: number): Promise<Site> {
  const dataDir = resolve(process.env.BENCH_DIR ?? '.data/bench', `pages-${size}`)
  await mkdir(dataDir, { recursive: true })
  const env = { SECRET, LOG_LEVEL: 'error', NODE_ENV: 'production' }
  const filled = join(dataDir, 'filled')
  const site = await startSite({ dataDir, env })
  if (existsSync(filled)) return site
  const file = join(dataDir, 'titles.jsonl')
  const names = Object.keys(
    JSON.parse(readFileSync(join(root, 'demo/pictures/manifest.json'), 'utf8')),
  )
  const posters = names.filter(name => name.startsWith('poster/'))
  const out = createWriteStream(file)
  let index = 0
  for (const title of inventedTitles(size)) {
    const poster = posters[index++ % posters.length]
    out.write(`${JSON.stringify({ ...title, ...(poster ? { poster: `demo:${poster}` } : {}) })}\n`)
  }
  out.end()
  await once(out, 'close')
  const importing = spawn(process.execPath, ['src/service/cli/import.ts', file], {
    cwd: root,
    env: { ...process.env, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(importing, 'close')
  writeFileSync(filled, '')
  return site
}

async function measure(site: Site): Promise<Row[]> {
  const paths = await pathsOf(site)
  const rows: Row[] = []
  for (const [page, { kept, all, warm = all }] of Object.entries(paths)) {
    const plan = { port: site.port, connections: CONNECTIONS / 2 }
    await load({ ...plan, paths: asOthers(warm, WARM_UP) })
    const before = await cpuSeconds(site)
    const unkept = await load({ ...plan, paths: all })
    const cpu = ((await cpuSeconds(site)) - before) / Math.max(1, all.length)
    rows.push({ page, unkept, cpu: cpu * 1000, ...(await besideBare(site, kept)) })
    console.log(page, JSON.stringify(rows.at(-1)))
  }
  return rows
}

/** The same pages at addresses that are others to the cache: by a parameter that they do not read. */
function asOthers(paths: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const path = paths[index % paths.length] as string
    return `${path}${path.includes('?') ? '&' : '?'}page=w${index}`
  })
}

/** Ours and the bare server take turns, so that a busy machine is equally busy for both. */
async function besideBare(site: Site, path: string | null) {
  if (path === null) return { kept: null, bare: null }
  const url = site.url + encodeURI(path)
  const packed = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
  const length = packed.headers.get('content-length') ?? ''
  await packed.arrayBuffer()
  const server = spawn(process.execPath, ['tests/bench/bare.ts', url, length], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  const run = (to: number) =>
    load({ port: to, paths: [path], connections: CONNECTIONS, seconds: KEPT_SECONDS / 2 })
  const ours: Rate[] = []
  const theirs: Rate[] = []
  for (let turn = 0; turn < 4; turn++) {
    ours.push(await run(site.port))
    theirs.push(await run(Number(port)))
  }
  server.kill()
  return { kept: middle(ours), bare: middle(theirs).perSecond }
}

function middle(rates: Rate[]): Rate {
  return rates.sort((a, b) => a.perSecond - b.perSecond)[rates.length >> 1] as Rate
}

/** What the process has used so far, on all its threads; PostgreSQL not counted. */
async function cpuSeconds(site: Site): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? 0)
}

async function pathsOf(site: Site) {
  const random = randomOf(7)
  const call = async <T>(path: string) =>
    ((await (await fetch(`${site.url}/api${path}`)).json()) as { data: T }).data
  type Card = { short_id: string; slug: string; slugs: { fa: string; en: string }; title: string }
  const { categories } = await call<{ categories: Array<{ id: string }> }>('/global-data')
  const titles: Card[] = []
  for (let offset = 0; titles.length < UNKEPT_PAGES; offset += 100) {
    const { items } = await call<{ items: Card[] }>(`/video-contents?count=100&offset=${offset}`)
    if (items.length === 0) break
    titles.push(...items)
  }
  const contents = titles.flatMap(({ short_id, slugs }) => [
    `/contents/${short_id}/${slugs.fa}`,
    `/en/contents/${short_id}/${slugs.en}`,
  ])
  const orders = ['default', 'most_visited', 'best_selling', 'rate', 'latest']
  const listings = ['', '/en'].flatMap(language =>
    categories.flatMap(({ id }) =>
      orders.flatMap(order =>
        ['single_video', 'series', 'video_content_list'].flatMap(types =>
          [0, 24].map(
            offset =>
              `${language}/contents?types=${types}&order=${order}&categories=${id}&offset=${offset}`,
          ),
        ),
      ),
    ),
  )
  const mixed = (list: string[]) => [...list].sort(() => random() - 0.5).slice(0, UNKEPT_PAGES)
  const words = titles.map(({ title }) => title.slice(0, 3 + Math.floor(random() * 6)).trim())
  // It has no second page: what it does not read makes it another one to the cache.
  const home = Array.from({ length: UNKEPT_PAGES / 2 }, (_, index) => `/?offset=${index + 1}`)
  const listed = mixed(listings)
  return {
    home: { kept: '/', all: home },
    // Others to the service too, which keeps for a minute which titles a listing has.
    listing: {
      kept: '/contents',
      all: listed,
      warm: listed.map(path => path.replace(/types=\w+&/, '')),
    },
    content: { kept: contents[0] ?? null, all: mixed(contents) },
    search: { kept: null, all: mixed(words.map(word => `/contents?query=${word}`)) },
  } as Record<string, { kept: string | null; all: string[]; warm?: string[] }>
}

async function weigh(site: Site) {
  const { listing, content } = await pathsOf(site)
  const pages = {
    home: '/',
    listing: listing?.kept ?? '',
    content: content?.kept ?? '',
    faq: '/faq',
  }
  const text = async (path: string) => (await fetch(site.url + encodeURI(path))).text()
  return Promise.all(
    Object.entries(pages).map(async ([page, path]) => {
      const html = await text(path)
      const linked = (pattern: RegExp) =>
        Promise.all([...html.matchAll(pattern)].map(match => text(match[1] as string)))
      const css = await linked(/href="(\/_astro\/[^"]+\.css)"/g)
      const boot = /data-boot="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
      const tags = [...html.matchAll(/src="(\/_astro\/[^"]+\.js)"/g)]
      const js = await scripts([...boot, ...tags.map(match => match[1] as string)])
      const packed = (parts: string[]) =>
        parts.reduce((sum, part) => sum + brotliCompressSync(part).length, 0)
      return { page, html: packed([html]), css: packed(css), js: packed(js) }
    }),
  )

  /** With what they import at once, and the shell, which each of them brings. */
  async function scripts(paths: string[]): Promise<string[]> {
    const known = new Map<string, string>()
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      if (known.has(path)) continue
      const code = await text(path)
      known.set(path, code)
      const imports = code.matchAll(
        /(?:from|import) ?["`]\.\/([\w.-]+\.js)["`]|import\([`"]\.\/(boot\.[\w.-]+\.js)/g,
      )
      for (const [, at, later] of imports) paths.push(`/_astro/${at ?? later}`)
    }
    return [...known.values()]
  }
}

function report(): string {
  const rate = (value: number) => Math.round(value).toLocaleString('en')
  const rows = results.flatMap(({ size, rows: measured }) =>
    measured.map(({ page, kept, bare, unkept, cpu }) => {
      const ratio = kept && bare ? (kept.perSecond / bare).toFixed(2) : '–'
      const cells = [
        rate(size),
        page,
        kept ? rate(kept.perSecond) : '–',
        bare ? rate(bare) : '–',
        ratio,
        rate(unkept.perSecond),
        unkept.p50.toFixed(1),
        unkept.p95.toFixed(1),
        cpu.toFixed(1),
      ]
      return `| ${cells.join(' | ')} |`
    }),
  )
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)
  return `## Pages a second

Written by \`npm run bench -- pages\` on ${machine()}, one process, client
and PostgreSQL on the same machine. Kept: the page is in the page cache. Bare: a Node http server that sends the same
bytes, measured in turns with ours. Not kept: another address each time, rendered, packed and stored, eight
at once, after ${WARM_UP} others of the kind. CPU is what the process spent on one such page, over all its threads.

| titles | page | kept a second | bare a second | ratio | not kept a second | p50 ms | p95 ms | CPU ms a page |
|---:|---|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}

### What a first visit weighs, brotli, in KB

| page | HTML | CSS | JavaScript |
|---|---:|---:|---:|
${weights.map(({ page, html, css, js }) => `| ${page} | ${kilobytes(html)} | ${kilobytes(css)} | ${kilobytes(js)} |`).join('\n')}
`
}
