/**
 * Writes the catalogue, for the command line and the demo. Takes records one by one and writes them in batches. A bad
 * record does not stop the others. Importing the same records again changes no row.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ImportRecord } from '#src/contract/import.ts'
import { plainName } from '#src/lib/text/visible.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { sqlstateName } from '../../platform/db/sqlstate.ts'
import type { Deps } from '../../platform/deps.ts'
import { analyseTables, invalidateImportedPages, TAGS_MAX } from './after-import.ts'
import { ensureCategories } from './built-in-categories.ts'
import type { KnownCategory } from './categories.ts'
import { idHash } from './identity.ts'
import type { Line } from './lines.ts'
import { createNumberSet } from './number-set.ts'
import { type Found, parseJson, parsePatch, parseRecord, toProblem } from './parse.ts'
import { applyPatches } from './patch.ts'
import type { Pictures } from './pictures.ts'
import { type Loss, planBatch } from './plan.ts'
import type { Problem } from './problem.ts'
import { StalePlan } from './stale-plan.ts'
import {
  countEpisodes,
  type Drafts,
  type Entry,
  emptySummary,
  emptyWork,
  ownedIds,
  type Patch,
  type PatchEntry,
  type Summary,
  type Work,
} from './work.ts'
import { writeBatch, writeBundle } from './write.ts'

const BATCH = 500
/** Limit for episodes in a batch, because a series costs as much as its episodes. */
const BATCH_EPISODES = 2_000
/** Attempts for a batch whose records are changed concurrently: in each round one writer succeeds. */
const ATTEMPTS = 40

type ImportOptions = {
  pictures: Pictures
  dryRun?: boolean
  /** Lines change only the fields that they name. */
  isPatch?: boolean
  /** New titles that name no publication are published then; without it they are published at once. */
  draftsUntil?: Date | undefined
  onProblem?: (problem: Problem) => void
  /** Called for lines that remove fields; never for patches. */
  onLoss?: (loss: Loss) => void
}
type Importer = {
  /** Processes a line of the file; skips blank ones. */
  line: (line: Line) => Promise<void>
  /** Processes the value of a line or of a row of a table. */
  value: (value: unknown, line: number) => Promise<void>
  record: (record: ImportRecord, line?: number) => Promise<void>
  patch: (patch: Patch, line?: number) => Promise<void>
  /** Rejects lines whose problems the caller has found. */
  reject: (problems: readonly Problem[]) => void
  finish: () => Promise<Summary>
  /** Counts up to now. */
  summary: Readonly<Summary>
  /** Counts of new titles if `draftsUntil` is given. */
  drafts: Readonly<Drafts>
}
type ImporterDeps = Pick<Deps, 'db' | 'now' | 'invalidate'>

export async function createImporter(
  deps: ImporterDeps,
  { pictures, dryRun = false, isPatch = false, draftsUntil, onProblem, onLoss }: ImportOptions,
): Promise<Importer> {
  const summary = emptySummary()
  const drafts: Drafts = { made: 0, dated: 0 }
  const bundles = new Map<string, { line: number; items: string[] }>()
  const [seenTitles, seenArtists] = [createNumberSet(), createNumberSet()]
  /** Artists of lines that are written or being written. */
  const plannedArtists = createNumberSet()
  const seenCategories: KnownCategory[] = []
  const changed = new Set<string>()
  let [entries, patches]: [Entry[], PatchEntry[]] = [[], []]
  let hasChangedCategory = false
  let episodes = 0
  let writing: Promise<void> = Promise.resolve()
  if (!dryRun) await ensureCategories(deps.db, pictures)

  function reject(problems: readonly Problem[]): void {
    for (const problem of problems) onProblem?.(problem)
    summary.rejected += new Set(problems.map(({ line }) => line)).size
  }

  async function record(given: ImportRecord, line = 0): Promise<void> {
    const problem = toProblem(given) ?? duplicateOf(given)
    if (problem) return reject([{ line, ...problem }])
    // A batch writes titles before it removes some, so two lines that name the same title need two batches.
    if (patches.length > 0 || entries.some(entry => isSameTitle(entry.record, given))) await flush()
    entries.push({ line, record: given })
    episodes += given.kind === 'title' ? countEpisodes(given) : 0
    // Later titles refer to it.
    const isFull = entries.length >= BATCH || episodes >= BATCH_EPISODES
    if (given.kind === 'category') await flush()
    else if (isFull) await beginFlush()
    if (dryRun && given.kind === 'category')
      seenCategories.push({ id: '', key: given.external_id, type: given.type ?? 'genre' })
  }

  async function value(given: unknown, line: number): Promise<void> {
    const parsed = isPatch ? parsePatch(line, given) : parseRecord(line, given)
    if (Array.isArray(parsed)) reject(parsed)
    else if ('fields' in parsed) await patch(parsed, line)
    else await record(parsed, line)
  }

  async function patch(given: Patch, line = 0): Promise<void> {
    if (entries.length > 0) await flush()
    patches.push({ line, patch: given })
    if (patches.length >= BATCH) await flush()
  }

  /** An id that appears twice in a file would change its row with every import. */
  function duplicateOf(given: ImportRecord): Found | null {
    if (given.kind === 'removal' || given.kind === 'category') return null
    const seen = given.kind === 'artist' ? seenArtists : seenTitles
    const ids = ownedIds(given)
    const again = ids.find(id => seen.has(idHash(id)))
    if (again)
      return { field: 'external_id', reason: `${plainName(again)} also appears on an earlier line` }
    for (const id of ids) seen.add(idHash(id))
    return null
  }

  async function flush(): Promise<void> {
    await beginFlush()
    await writing
  }

  /** Starts writing a batch while further lines are read; one batch at a time. */
  async function beginFlush(): Promise<void> {
    await writing
    writing = writeNext()
    // The next caller that awaits it gets the error.
    writing.catch(() => undefined)
  }

  async function writeNext(): Promise<void> {
    const [batch, changes] = [entries, patches]
    entries = []
    patches = []
    episodes = 0
    for (let attempt = 1; ; attempt++) {
      try {
        return await writeAll(batch, changes)
      } catch (error) {
        if (!(error instanceof StalePlan) || attempt >= ATTEMPTS) throw error
      }
    }
  }

  async function writeAll(batch: readonly Entry[], changes: readonly PatchEntry[]): Promise<void> {
    if (batch.length + changes.length === 0) return
    for (const { record } of batch)
      if (record.kind === 'artist') plannedArtists.add(idHash(record.external_id))
    const patched = await applyPatches(deps.db, changes)
    const valid = patched.entries.filter(({ line, record }) => {
      const problem = toProblem(record)
      if (problem) patched.problems.push({ line, ...problem })
      return !problem
    })
    const isSeenArtist = (id: string) => plannedArtists.has(idHash(id))
    const planning = { db: deps.db, pictures, dryRun, isSeenArtist, seenCategories, draftsUntil }
    const plan = await planBatch([...batch, ...valid], planning)
    if (!dryRun) await write(plan.work)
    else count(plan.work)
    reject([...patched.problems, ...plan.problems])
    if (changes.length === 0) for (const loss of plan.losses) onLoss?.(loss)
    summary.unchanged += plan.unchanged
  }

  async function write(work: Work): Promise<void> {
    const all = [...work.categories, ...work.artists, ...work.titles, ...work.removals]
    if (all.length === 0) return
    try {
      const shortIds = await writeBatch(deps, work)
      if (changed.size <= TAGS_MAX) for (const shortId of shortIds) changed.add(shortId)
      count(work)
    } catch (error) {
      const rejection = databaseError(error)
      if (!rejection || !/^2[23]/.test(rejection.code ?? '')) throw error
      if (all.length > 1) return oneByOne(work)
      const [{ line } = { line: 0 }] = all
      const field = rejection.column ?? rejection.constraint ?? ''
      reject([{ line, field, reason: `the database rejected it: ${sqlstateName(rejection.code)}` }])
    }
  }

  async function oneByOne({ categories, titles, artists, removals }: Work): Promise<void> {
    for (const category of categories) await write({ ...emptyWork(), categories: [category] })
    for (const artist of artists) await write({ ...emptyWork(), artists: [artist] })
    for (const title of titles) await write({ ...emptyWork(), titles: [title] })
    for (const removal of removals) await write({ ...emptyWork(), removals: [removal] })
  }

  function count({ categories, titles, artists, removals }: Work): void {
    for (const { stored } of [...titles, ...artists]) summary[stored ? 'changed' : 'created']++
    for (const { stored, isDraft } of draftsUntil ? titles : [])
      if (!stored) drafts[isDraft ? 'made' : 'dated']++
    for (const { isNew } of categories) summary[isNew ? 'created' : 'changed']++
    hasChangedCategory ||= categories.length > 0
    summary.removed += removals.length
    for (const { line, title, stored } of titles) {
      const items = title.items ?? []
      if (!isDeepStrictEqual(items, stored?.record.items ?? []))
        bundles.set(title.external_id, { line, items })
    }
  }

  /** A bundle may precede its titles, so it is filled at the end. */
  async function fillBundles(): Promise<void> {
    for (const [externalId, { line, items }] of bundles) {
      const missing = await writeBundle(deps.db, { externalId, items })
      if (missing.length > 0)
        reject([{ line, field: 'items', reason: `names unknown titles: ${listOf(missing)}` }])
    }
  }

  return {
    summary,
    drafts,
    record,
    patch,
    reject,
    value,
    line: async ({ number, text }) => {
      const record = text === null ? null : withoutListSigns(text)
      if (record === '') return
      const parsed = parseJson(number, record)
      if ('value' in parsed) await value(parsed.value, number)
      else reject([parsed])
    },
    finish: async () => {
      await flush()
      if (!dryRun) {
        await fillBundles()
        await analyseTables(deps, summary)
        await invalidateImportedPages(deps, hasChangedCategory ? null : changed, summary)
      }
      return summary
    },
  }
}

/** Removes the signs of a JSON list that has one record per line. */
function withoutListSigns(line: string): string {
  return line
    .replace(/^\[(?=\s*(?:\{|$))/, '')
    .replace(/(?:^|(?<=\}\s*))[\],]+$/, '')
    .trim()
}

/** Lists as many ids as fit on a line of the terminal. */
function listOf(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map(id => plainName(id))
  return ids.length > 5 ? `${shown.join(', ')} and ${ids.length - 5} more` : shown.join(', ')
}

function isSameTitle(a: ImportRecord, b: ImportRecord): boolean {
  const isTitle = ({ kind }: ImportRecord) => kind === 'title' || kind === 'removal'
  return isTitle(a) && isTitle(b) && a.external_id === b.external_id
}
