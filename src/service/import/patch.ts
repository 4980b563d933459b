/** Changes of the fields that are given, and of nothing else. */
import { ImportRecord } from '#src/contract/import.ts'
import { plainName } from '#src/lib/text/visible.ts'
import type { Deps } from '../deps.ts'
import { categoryRecord } from './artist-record.ts'
import { storedCategories } from './categories.ts'
import { type Problem, problemsOf } from './problem.ts'
import { findContent, storedArtists, storedTitles } from './stored.queries.ts'
import type { Entry, PatchEntry } from './work.ts'

export const PATCHED_KINDS = ['title', 'artist', 'category'] as const
export type Patch = {
  /** Without it a title, an artist, a category: the first that has the id. */
  kind?: (typeof PATCHED_KINDS)[number] | undefined
  /** Of an episode too. */
  external_id: string
  /** As in a record, in part. Null removes a field; texts and media change in the parts that are given, lists as a whole. */
  fields: Record<string, unknown>
}

type Object_ = Record<string, unknown>
type Target = { key: string; record: Object_; part: Object_ }

/** The records as they are to be. Several patches of one record become one. */
export async function recordsOf(
  db: Deps['db'],
  patches: readonly PatchEntry[],
): Promise<{ entries: Entry[]; problems: Problem[] }> {
  const targets = new Map<string, { line: number; record: Object_ }>()
  const problems: Problem[] = []
  for (const { line, patch } of patches) {
    const found = await targetOf(db, patch, key => targets.get(key)?.record)
    if (!found) {
      const reason = `no ${patch.kind ?? 'title, artist or category'} is called ${plainName(patch.external_id)}`
      problems.push({ line, field: 'external_id', reason })
      continue
    }
    Object.assign(found.part, mergedFields(found.part, patch.fields))
    targets.set(found.key, { line, record: found.record })
  }
  const entries: Entry[] = []
  for (const { line, record } of targets.values()) {
    const parsed = ImportRecord.safeParse(record, { reportInput: true })
    if (parsed.success) entries.push({ line, record: parsed.data })
    else problems.push(...problemsOf(line, parsed.error))
  }
  return { entries, problems }
}

type Working = (key: string) => Object_ | undefined

async function targetOf(
  db: Deps['db'],
  { kind, external_id }: Patch,
  working: Working,
): Promise<Target | null> {
  const has = (one: Patch['kind']) => kind === undefined || kind === one
  return (
    (has('title') ? await titleTarget(db, external_id, working) : null) ??
    (has('artist') ? await artistTarget(db, external_id, working) : null) ??
    (has('category') ? await categoryTarget(db, external_id, working) : null)
  )
}

async function titleTarget(db: Deps['db'], name: string, working: Working): Promise<Target | null> {
  const found = await findContent(db, name)
  if (!found?.externalId) return null
  const id = found.seriesExternalId ?? found.externalId
  const key = `title ${id}`
  const record = working(key) ?? ((await storedTitles(db, [id])).get(id)?.record as Object_)
  if (found.externalId === id) return { key, record, part: record }
  const parts = (record.seasons as { external_id?: string; episodes: Object_[] }[]).flatMap(
    ({ episodes }) => episodes,
  )
  const part = parts.find(({ external_id }) => external_id === found.externalId)
  return part ? { key, record, part } : null
}

async function artistTarget(db: Deps['db'], id: string, working: Working): Promise<Target | null> {
  const key = `artist ${id}`
  const record = working(key) ?? ((await storedArtists(db, [id])).get(id)?.record as Object_)
  return record ? { key, record, part: record } : null
}

async function categoryTarget(
  db: Deps['db'],
  id: string,
  working: Working,
): Promise<Target | null> {
  const key = `category ${id}`
  const row = (await storedCategories(db)).find(each => each.key === id || each.id === id)
  const record = working(key) ?? (row && (categoryRecord(row) as Object_))
  return record ? { key, record, part: record } : null
}

/** @returns the changed fields only */
function mergedFields(old: Object_, fields: Object_): Object_ {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, merged(old[key], value, key)]),
  )
}

/** Pictures are removed by null itself, since leaving them out lets them stay. */
const PICTURES = new Set(['poster', 'backdrop', 'image'])

function merged(old: unknown, given: unknown, key: string): unknown {
  if (given === null) return PICTURES.has(key) ? null : undefined
  if (!isPlain(given)) return given
  const whole = { ...(isPlain(old) ? old : {}), ...mergedFields(isPlain(old) ? old : {}, given) }
  return Object.values(whole).some(value => value !== undefined) ? whole : undefined
}

function isPlain(value: unknown): value is Object_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
