/**
 * Measures the duration of a search and how often it finds the intended title, by class of query, with and without other readings
 * of the query. Writes its section of docs/benchmarks.md. `npm run bench -- search` uses the real films next to the project, or as
 * many invented ones.
 */

import { inArray } from 'drizzle-orm'
import type { ImportTitle } from '#src/contract/import.ts'
import { removeSpaces } from '#src/service/catalogue/search/names.ts'
import { createSearchEngine } from '#src/service/catalogue/search/search-engine-of.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import {
  englishLayoutQueries,
  finglishQueries,
  numberQueries,
  persianLayoutQueries,
  plainName,
  type Query,
} from '#tests/support/search-queries.ts'
import { sharedData, wikidataFilms } from '#tests/support/wikidata.ts'
import { openBench } from './database.ts'
import { machine, type Times, timesOf, writeReport } from './report.ts'
import { inventedTitles } from './titles.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12)
const WARM_UP = 2
const TITLES = 1_663
const QUERIES = 200
/** Number of candidates that the search panel asks for. */
const CANDIDATES = 64
const PANEL = 8

const file = sharedData('iranian_films_wikidata_1663.json')
const films = file ? wikidataFilms(file) : invented()
const names = films.flatMap(({ title }) => (title.fa && title.fa.length >= 5 ? [title.fa] : []))
const classes: Record<string, Query[]> = {
  'whole names': names.map(name => ({ typed: name, meant: name })),
  'first five letters': names.map(name => ({ typed: name.slice(0, 5), meant: name.slice(0, 5) })),
  'one typing error': names.map(name => ({ typed: withError(name), meant: name })),
  'Persian in Latin letters': file ? finglishQueries() : latinNames(),
  'Persian with the English layout': englishLayoutQueries(films),
  'English with the Persian layout': persianLayoutQueries(films),
  'numbers otherwise': numberQueries(films),
}

/** Titles with Persian names only, so that Latin letters must be interpreted. */
function invented(): ImportTitle[] {
  return [...inventedTitles(TITLES)].map(title => ({
    ...title,
    title: { fa: title.title.fa ?? '' },
  }))
}

function latinNames(): Query[] {
  return [...inventedTitles(TITLES)].map(({ title }) => ({
    typed: title.en ?? '',
    meant: title.fa ?? '',
  }))
}

function withError(name: string): string {
  const at = Math.floor(name.length / 2)
  return `${name.slice(0, at)}ض${name.slice(at + 1)}`
}

/** Returns every n-th query, so that the whole list is represented. */
function someOf(queries: readonly Query[]): Query[] {
  const every = Math.max(1, Math.floor(queries.length / QUERIES))
  return queries.filter((_, index) => index % every === 0).slice(0, QUERIES)
}

type Measured = { found: number; times: Times }
const { deps, stop } = await openBench(file ? 'search-films' : 'search-invented', films)

const engine = createSearchEngine(deps)

async function ask({ typed: text, meant }: Query, hasReadings: boolean) {
  const started = performance.now()
  const titles = await engine.titles({ text, filter: {}, limit: CANDIDATES, hasReadings })
  await engine.artists({ text, limit: PANEL, hasReadings })
  const time = performance.now() - started
  const name = removeSpaces(plainName(meant))
  const isFound = async () =>
    (await textsOf(titles.slice(0, PANEL).map(({ id }) => id))).some(text =>
      text.split('\n').some(one => removeSpaces(one).startsWith(name)),
    )
  return { time, isFound }
}

async function textsOf(ids: string[]): Promise<string[]> {
  const rows = await deps.db
    .select({ text: contents.searchText })
    .from(contents)
    .where(inArray(contents.id, ids))
  return rows.map(({ text }) => text)
}

/**
 * Measures both in turns, so that other load on the machine affects both equally. The time of a query is the median of its rounds,
 * because a pause of the process does not affect it.
 */
async function measure(queries: readonly Query[]): Promise<[plain: Measured, ours: Measured]> {
  const medians: [number[], number[]] = [[], []]
  const found: [number, number] = [0, 0]
  for (const query of queries) {
    const taken: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS + WARM_UP; round++)
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { time, isFound } = await ask(query, at === 1)
        if (round >= WARM_UP) taken[at].push(time)
        if (round === 0 && (await isFound())) found[at]++
      }
    for (const at of [0, 1] as const) medians[at].push(timesOf(taken[at]).p50)
  }
  const measured = (at: 0 | 1) => ({
    found: (100 * found[at]) / queries.length,
    times: timesOf(medians[at]),
  })
  return [measured(0), measured(1)]
}

const lines: string[] = []
for (const [name, all] of Object.entries(classes)) {
  const queries = someOf(all)
  if (queries.length === 0) continue
  const [plain, ours] = await measure(queries)
  const cells = [plain, ours].map(
    ({ found, times }) => `${found.toFixed(1)} | ${times.p50.toFixed(2)} / ${times.p95.toFixed(2)}`,
  )
  const ratio = (ours.times.p95 / plain.times.p95).toFixed(2)
  lines.push(`| ${name} | ${queries.length} | ${cells.join(' | ')} | ${ratio} |`)
  console.log(lines.at(-1))
}
writeReport(
  'search',
  `## Searches by class of query

Written by \`npm run bench -- search\` on ${machine()}, over ${films.length.toLocaleString('en')} ${file ? 'real' : 'invented'} films, ${ROUNDS} rounds: matching of titles and artists
in memory, without loading their cards; p50 / p95 in ms of the queries' medians. Found: of 100 queries, so many have the title that was meant
among the first ${PANEL}. As typed: the same index without other readings of the query, measured in turns; the ratio is of both p95.

| query | queries | found as typed | as typed | found | with readings | ratio |
|---|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}
`,
)
await stop()
