/**
 * Measures listing, content, search and home inside the service, at several sizes of the catalogue. Writes its section of
 * docs/benchmarks.md. `npm run bench -- catalogue [sizes…]`. Databases are kept in BENCH_DIR (.data/bench) for the next run.
 */
import { sql } from 'drizzle-orm'
import { createApp } from '#src/service/app.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { mulberry32 } from '#tests/support/fuzz/random.ts'
import { openBench } from './database.ts'
import { machine, type Times, timesOf, writeReport } from './report.ts'
import { inventedTitles, type Random } from './titles.ts'

const CALLS = Number(process.env.BENCH_CALLS ?? 300)
const WARM_UP = 60

type Sample = { shortIds: string[]; names: string[]; genres: string[] }

async function sampleOf({ db }: Deps): Promise<Sample> {
  const titles = await db.execute<{ short_id: string; title_fa: string }>(
    sql`select short_id, title_fa from contents where season_number is null order by md5(id) limit 400`,
  )
  const genres = await db.execute<{ id: string }>(
    sql`select id from categories where type = 'genre'`,
  )
  return {
    shortIds: titles.rows.map(row => row.short_id),
    names: titles.rows.map(row => row.title_fa),
    genres: genres.rows.map(row => row.id),
  }
}

const ORDERS = ['default', 'most_visited', 'best_selling', 'rate', 'latest']

function calls({ shortIds, names, genres }: Sample): Record<string, (random: Random) => string> {
  const pick = <T>(random: Random, list: readonly T[]) =>
    list[Math.floor(random() * list.length)] as T
  const page = (random: Random) => Math.floor(random() ** 3 * 10) * 24
  const listing = (random: Random, query: string) =>
    `/video-contents?order=${pick(random, ORDERS)}&offset=${page(random)}${query}`
  const searched = (text: string) => `/search?query=${encodeURIComponent(text)}`
  return {
    home: () => '/widgets/personal-home-page',
    'listing of all': random => listing(random, ''),
    'listing of a type': random => listing(random, '&types=series'),
    'listing of a genre': random => listing(random, `&categories=${pick(random, genres)}`),
    'listing of a genre and type': random =>
      listing(random, `&types=single_video&categories=${pick(random, genres)}`),
    content: random => `/video-contents/${pick(random, shortIds)}`,
    'search, 3 letters': random => searched(pick(random, names).slice(0, 3)),
    'search, a title': random => searched(pick(random, names)),
    'search, a typo': random => {
      const name = pick(random, names)
      const at = Math.floor(name.length / 2)
      return searched(`${name.slice(0, at)}ض${name.slice(at + 1)}`)
    },
    'listing of a text': random =>
      `/video-contents?query=${encodeURIComponent(pick(random, names).split(' ')[0] ?? '')}`,
  }
}

type Bench = {
  size: number
  ask: (url: string) => Promise<number>
  sample: Sample
  stop: () => Promise<void>
}

async function openSize(size: number): Promise<Bench> {
  const { deps, stop } = await openBench(String(size), inventedTitles(size))
  const app = createApp(deps)
  const ask = async (url: string) => {
    const started = performance.now()
    const reply = await app.fetch(new Request(`http://service${url}`), {})
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
    return performance.now() - started
  }
  return { size, ask, sample: await sampleOf(deps), stop }
}

/** Measures the sizes in turns, so that other load on the machine affects all of them equally. */
async function measure(benches: readonly Bench[], name: string): Promise<Times[]> {
  const random = mulberry32(7)
  const taken = benches.map(() => [] as number[])
  for (let round = 0; round < CALLS + WARM_UP; round++) {
    for (const [index, { ask, sample }] of benches.entries()) {
      const urlOf = calls(sample)[name]
      if (!urlOf) throw new Error(name)
      const time = await ask(urlOf(random))
      if (round >= WARM_UP) taken[index]?.push(time)
    }
  }
  return taken.map(timesOf)
}

const sizes = process.argv.slice(2).map(Number)
const benches: Bench[] = []
for (const size of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000])
  benches.push(await openSize(size))
const lines: string[] = []
for (const name of Object.keys(calls({ shortIds: [], names: [], genres: [] }))) {
  const times = await measure(benches, name)
  const cells = times.map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`)
  const ratio = (times.at(-1)?.p95 ?? 0) / (times[0]?.p95 ?? 1)
  lines.push(`| ${name} | ${cells.join(' | ')} | ${ratio.toFixed(2)} |`)
  console.log(lines.at(-1))
}
const heads = benches.map(({ size }) => size.toLocaleString('en'))
writeReport(
  'catalogue',
  `## The service by the size of the catalogue

Written by \`npm run bench -- catalogue\` on ${machine()}: calls inside the service, PostgreSQL on the same machine,
${CALLS} calls each, the sizes in turns; p50 / p95 in ms, and the last size's p95 beside the first one's.

| call | ${heads.join(' | ')} | ratio |
|---|${heads.map(() => '---:|').join('')}---:|
${lines.join('\n')}
`,
)
for (const { stop } of benches) await stop()
