/**
 * Measures the memory of a node over many distinct pages: resident, of V8 and of the page cache. Writes its section of
 * docs/benchmarks.md. `npm run bench -- memory [pages]` uses PAGE_CACHE_MB or its default. The data folder stays in BENCH_DIR
 * (.data/bench).
 */
import { readEnv } from '#src/service/platform/env.ts'
import { filledSite } from './filled-site.ts'
import { load } from './load.ts'
import { machine, writeReport } from './report.ts'

const TITLES = 10_000
const CONNECTIONS = 8
const STEPS = [0, 1_000, 5_000, 10_000, 15_000, 20_000]
const MOST_MB = 400

type Sample = { pages: number; resident: number; heap: number; cache: number }

const most = Number(process.argv[2] ?? STEPS.at(-1))
const { PAGE_CACHE_MB } = readEnv()
const site = await filledSite('pages', TITLES)
const samples: Sample[] = []
let peak = 0
const watching = setInterval(() => void sample(0), 1_000)
try {
  const paths = await distinctPaths(most)
  let asked = 0
  for (const step of STEPS.filter(pages => pages <= most)) {
    const next = paths.slice(asked, step)
    if (next.length > 0) {
      const rate = await load({ port: site.port, paths: next, connections: CONNECTIONS })
      if (rate.failed > 0) throw new Error(`${rate.failed} of ${next.length} pages failed`)
    }
    asked = step
    samples.push(await sample(step))
    console.log(JSON.stringify(samples.at(-1)))
  }
} finally {
  clearInterval(watching)
  await site.stop()
}
const text = report()
if (most === STEPS.at(-1)) writeReport('memory', text)
console.log(text)
if (peak > MOST_MB) process.exitCode = 1

/** Returns the page of each title in both languages: twice as many pages as titles. */
async function distinctPaths(count: number): Promise<string[]> {
  type Card = { short_id: string; slugs: { fa: string; en: string } }
  const paths: string[] = []
  for (let offset = 0; paths.length < count; offset += 100) {
    const reply = await fetch(`${site.url}/api/video-contents?count=100&offset=${offset}`)
    const { data } = (await reply.json()) as { data: { items: Card[] } }
    if (data.items.length === 0) break
    for (const { short_id, slugs } of data.items)
      paths.push(`/contents/${short_id}/${slugs.fa}`, `/en/contents/${short_id}/${slugs.en}`)
  }
  return paths
}

async function sample(pages: number): Promise<Sample> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  const mb = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0) / 1_048_576
  const resident = mb('process_resident_memory_bytes')
  peak = Math.max(peak, resident)
  return {
    pages,
    resident,
    heap: mb('nodejs_heap_size_total_bytes'),
    cache: mb('pardeh_page_cache_bytes'),
  }
}

function report(): string {
  const rows = samples.map(({ pages, resident, heap, cache }) => {
    const cells = [resident, heap, cache].map(value => value.toFixed(0))
    return `| ${[pages.toLocaleString('en'), ...cells].join(' | ')} |`
  })
  return `## Memory

Written by \`npm run bench -- memory\` on ${machine()}: one process over ${TITLES.toLocaleString('en')} titles with
PAGE_CACHE_MB=${PAGE_CACHE_MB}, ${CONNECTIONS} pages at once, each page once, without PostgreSQL; in MB. Peak: ${peak.toFixed(0)}, read every second; at
most ${MOST_MB} are allowed.

| pages rendered | resident | V8's heap | page cache |
|---:|---:|---:|---:|
${rows.join('\n')}
`
}
