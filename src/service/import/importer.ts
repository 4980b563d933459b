/**
 * Writes the catalogue, for the command line and the demo: takes records one by one and writes them in batches. A bad record does
 * not stop the others. Importing the same records again changes no row.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ImportRecord, type ImportTitle } from '#src/contract/import.ts'
import { plainName, visibleLine } from '#src/lib/text/visible.ts'
import { databaseError } from '../db/errors.ts'
import { sqlstateName } from '../db/sqlstate.ts'
import type { Deps } from '../deps.ts'
import { ensureCategories } from './categories.ts'
import { checkRecord } from './check.ts'
import type { Line } from './lines.ts'
import type { Pictures } from './pictures.ts'
import { planBatch } from './plan.ts'
import { type Problem, problemsOf, RecordError } from './problem.ts'
import { type Entry, emptySummary, ownIdsOf, type Summary, type Work } from './work.ts'
import { writeBatch, writeBundle } from './write.ts'

const BATCH = 200
/** A series counts as much as its episodes. */
const BATCH_EPISODES = 2_000
/** With more changes than this all pages are invalidated. */
const TAGS_MAX = 100
/** From so many changes on the tables are analysed. */
const MANY = 100
const CANCELLED = '57014'

export type ImportOptions = {
  pictures: Pictures
  dryRun?: boolean
  onProblem?: (problem: Problem) => void
}
export type Importer = {
  /** Takes a line of the file; skips blank ones. */
  line: (line: Line) => Promise<void>
  record: (record: ImportRecord, line?: number) => Promise<void>
  finish: () => Promise<Summary>
  /** So far. */
  summary: Readonly<Summary>
}
type ImporterDeps = Pick<Deps, 'db' | 'now' | 'invalidate'>

export async function createImporter(
  deps: ImporterDeps,
  { pictures, dryRun = false, onProblem }: ImportOptions,
): Promise<Importer> {
  const summary = emptySummary()
  const bundles = new Map<string, { line: number; items: string[] }>()
  const seenTitles = new Set<number>()
  const seenArtists = new Set<number>()
  const changed = new Set<string>()
  let entries: Entry[] = []
  let episodes = 0
  if (!dryRun) await ensureCategories(deps.db, pictures)

  function reject(problems: readonly Problem[]): void {
    for (const problem of problems) onProblem?.(problem)
    summary.rejected += new Set(problems.map(({ line }) => line)).size
  }

  async function record(given: ImportRecord, line = 0): Promise<void> {
    try {
      checkRecord(given)
      rejectDuplicate(given)
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      return reject([{ line, field: error.field, reason: error.message }])
    }
    // A batch writes titles before it removes some: what names the same title twice is two batches.
    if (entries.some(entry => isSameTitle(entry.record, given))) await flush()
    entries.push({ line, record: given })
    episodes += given.kind === 'title' ? countEpisodes(given) : 0
    if (entries.length >= BATCH || episodes >= BATCH_EPISODES) await flush()
  }

  /** An id that appears twice in a file would change its row with every import. */
  function rejectDuplicate(given: ImportRecord): void {
    if (given.kind === 'removal') return
    const seen = given.kind === 'artist' ? seenArtists : seenTitles
    const ids = ownIdsOf(given)
    const again = ids.find(id => seen.has(idHash(id)))
    if (again)
      throw new RecordError('external_id', `${plainName(again)} appears on an earlier line too`)
    for (const id of ids) seen.add(idHash(id))
  }

  async function flush(): Promise<void> {
    const batch = entries
    entries = []
    episodes = 0
    if (batch.length === 0) return
    const isSeenArtist = (id: string) => seenArtists.has(idHash(id))
    const plan = await planBatch(batch, { db: deps.db, pictures, dryRun, isSeenArtist })
    reject(plan.problems)
    summary.unchanged += plan.unchanged
    if (!dryRun) await write(plan.work)
    else count(plan.work)
  }

  async function write(work: Work): Promise<void> {
    const size = work.titles.length + work.artists.length + work.removals.length
    if (size === 0) return
    try {
      for (const shortId of await writeBatch(deps, work)) changed.add(shortId)
      count(work)
    } catch (error) {
      const rejection = databaseError(error)
      if (!rejection || !/^2[23]/.test(rejection.code ?? '')) throw error
      if (size > 1) return oneByOne(work)
      const [{ line } = { line: 0 }] = [...work.titles, ...work.artists, ...work.removals]
      const field = rejection.column ?? rejection.constraint ?? ''
      reject([{ line, field, reason: `the database rejected it: ${sqlstateName(rejection.code)}` }])
    }
  }

  async function oneByOne({ titles, artists, removals }: Work): Promise<void> {
    for (const artist of artists) await write({ titles: [], artists: [artist], removals: [] })
    for (const title of titles) await write({ titles: [title], artists: [], removals: [] })
    for (const removal of removals) await write({ titles: [], artists: [], removals: [removal] })
  }

  function count({ titles, artists, removals }: Work): void {
    for (const { isNew } of [...titles, ...artists]) summary[isNew ? 'created' : 'changed']++
    summary.removed += removals.length
    for (const { line, title } of titles)
      if (title.items) bundles.set(title.external_id, { line, items: title.items })
  }

  /** A bundle may come before its titles, so it is filled at the end. */
  async function fillBundles(): Promise<void> {
    for (const [externalId, { line, items }] of bundles) {
      const missing = await writeBundle(deps.db, { externalId, items })
      if (missing.length > 0)
        reject([{ line, field: 'items', reason: `no title is called ${listOf(missing)}` }])
    }
  }

  return {
    summary,
    record,
    line: async ({ number, text }) => {
      if (text === '') return
      const parsed = parseLine(number, text)
      if (Array.isArray(parsed)) reject(parsed)
      else await record(parsed, number)
    },
    finish: async () => {
      await flush()
      if (!dryRun) {
        await fillBundles()
        await analyseTables(deps, summary)
        await invalidatePages(deps, changed, summary)
      }
      return summary
    },
  }
}

function parseLine(line: number, text: string | null): ImportRecord | Problem[] {
  if (text === null) return [{ line, field: '', reason: 'is longer than 4 MB' }]
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return [{ line, field: '', reason: `is not JSON (${visibleLine((error as Error).message)})` }]
  }
  const parsed = ImportRecord.safeParse(json, { reportInput: true })
  return parsed.success ? parsed.data : problemsOf(line, parsed.error)
}

/** As many as fit a line of the terminal. */
function listOf(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map(id => plainName(id))
  return ids.length > 5 ? `${shown.join(', ')} and ${ids.length - 5} more` : shown.join(', ')
}

function countEpisodes({ seasons = [] }: ImportTitle): number {
  return seasons.reduce((sum, season) => sum + season.episodes.length, 0)
}

function isSameTitle(a: ImportRecord, b: ImportRecord): boolean {
  const isTitle = a.kind !== 'artist' && b.kind !== 'artist'
  return isTitle && a.external_id === b.external_id
}

/** 48 bits of a hash represent an id, so that a million of them take little memory. */
function idHash(externalId: string): number {
  return createHash('sha1').update(externalId).digest().readUIntBE(0, 6)
}

/**
 * Autovacuum analyses the tables within a minute. Until then the planner would assume an empty catalogue and scan without an
 * index, so the import analyses them itself.
 */
async function analyseTables(
  { db }: ImporterDeps,
  { created, changed, removed }: Summary,
): Promise<void> {
  if (created + changed + removed < MANY) return
  for (const table of ['contents', 'artists', 'credits', 'video_files'])
    await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`).catch(error => {
      // The statement timeout: autovacuum will do it.
      if (databaseError(error)?.code !== CANCELLED) throw error
    })
}

async function invalidatePages(
  { invalidate }: ImporterDeps,
  changed: ReadonlySet<string>,
  { created, changed: again, removed }: Summary,
): Promise<void> {
  if (created + again + removed === 0) return
  const each = changed.size <= TAGS_MAX ? [...changed].map(id => `content:${id}`) : ['*']
  await invalidate(['catalogue', ...each])
}
