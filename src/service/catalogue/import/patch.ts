/** Changes only the fields that are given. */
import { ImportRecord } from '#src/contract/import.ts'
import { mapLanguages } from '#src/contract/languages.ts'
import { plainName } from '#src/lib/text/visible.ts'
import type { Deps } from '../../platform/deps.ts'
import { categoryRecord } from './artist-record.ts'
import { storedCategories } from './categories.ts'
import { describeIssues, type Problem } from './problem.ts'
import {
  findExternalId,
  type StoredArtist,
  type StoredTitle,
  storedArtists,
  storedTitles,
} from './stored.queries.ts'
import type { Entry, Patch, PatchEntry, Stamp } from './work.ts'

type Object_ = Record<string, unknown>
type Working = { line: number; record: Object_; basis?: Stamp | undefined }
type Target = Omit<Working, 'line'> & { key: string; part: Object_ }
type WorkingOn = (key: string) => Working | undefined

/** Returns the resulting records. Several patches of one record are merged. */
export async function applyPatches(
  db: Deps['db'],
  patches: readonly PatchEntry[],
): Promise<{ entries: Entry[]; problems: Problem[] }> {
  const targets = new Map<string, Working>()
  const problems: Problem[] = []
  for (const { line, patch } of patches) {
    const found = await targetOf(db, patch, key => targets.get(key))
    if (!found) {
      const reason = `names ${plainName(patch.external_id)}, which is not a ${patch.kind ?? 'title, artist or category'}`
      problems.push({ line, field: 'external_id', reason })
      continue
    }
    Object.assign(found.part, mergedFields(found.part, patch.fields))
    targets.set(found.key, { line, record: found.record, basis: found.basis })
  }
  const entries: Entry[] = []
  for (const { line, record, basis } of targets.values()) {
    const parsed = ImportRecord.safeParse(record, { reportInput: true })
    if (parsed.success) entries.push({ line, record: parsed.data, basis })
    else problems.push(...describeIssues(line, parsed.error))
  }
  return { entries, problems }
}

async function targetOf(
  db: Deps['db'],
  { kind, external_id }: Patch,
  working: WorkingOn,
): Promise<Target | null> {
  const has = (one: Patch['kind']) => kind === undefined || kind === one
  return (
    (has('title') ? await titleTarget(db, external_id, working) : null) ??
    (has('artist') ? await artistTarget(db, external_id, working) : null) ??
    (has('category') ? await categoryTarget(db, external_id, working) : null)
  )
}

async function titleTarget(
  db: Deps['db'],
  name: string,
  working: WorkingOn,
): Promise<Target | null> {
  const found = await findExternalId(db, name)
  if (!found?.externalId) return null
  const id = found.seriesExternalId ?? found.externalId
  const key = `title ${id}`
  const { record, basis } = working(key) ?? based((await storedTitles(db, [id])).get(id))
  if (found.externalId === id) return { key, record, basis, part: record }
  const parts = (record.seasons as { external_id?: string; episodes: Object_[] }[]).flatMap(
    ({ episodes }) => episodes,
  )
  const part = parts.find(({ external_id }) => external_id === found.externalId)
  return part ? { key, record, basis, part } : null
}

async function artistTarget(
  db: Deps['db'],
  id: string,
  working: WorkingOn,
): Promise<Target | null> {
  const key = `artist ${id}`
  const stored = (await storedArtists(db, [id])).get(id)
  if (!stored) return null
  const { record, basis } = working(key) ?? based(stored)
  return { key, record, basis, part: record }
}

function based(stored: StoredTitle | StoredArtist | undefined): Omit<Working, 'line'> {
  return { record: stored?.record as Object_, basis: stored?.row }
}

async function categoryTarget(
  db: Deps['db'],
  id: string,
  working: WorkingOn,
): Promise<Target | null> {
  const key = `category ${id}`
  const row = (await storedCategories(db)).find(each => each.key === id || each.id === id)
  if (!row) return null
  const record = working(key)?.record ?? (categoryRecord(row) as Object_)
  return { key, record, part: record }
}

type FieldChange = { field: string; before: unknown; after: unknown }

/** Returns the fields that a patch names, with current and new values. */
export async function previewPatch(db: Deps['db'], patch: Patch): Promise<FieldChange[]> {
  const found = await targetOf(db, patch, () => undefined)
  return Object.entries(patch.fields).flatMap(([field, given]) =>
    leavesOf(field, found?.part[field], given),
  )
}

function leavesOf(field: string, before: unknown, given: unknown): FieldChange[] {
  if (!isPlain(given)) return [{ field, before, after: given ?? undefined }]
  return Object.entries(given).flatMap(([key, value]) =>
    leavesOf(`${field}.${key}`, isPlain(before) ? before[key] : undefined, value),
  )
}

/** @returns the changed fields only */
function mergedFields(old: Object_, fields: Object_): Object_ {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, merged(old[key], value, key)]),
  )
}

/** Pictures are removed by null itself, because an omitted picture is kept. */
const PICTURES = new Set(['poster', 'backdrop', 'image'])

function merged(old: unknown, given: unknown, key: string): unknown {
  // A lettering is a picture in each language.
  if (key === 'lettering') return given ?? mapLanguages(() => null)
  if (given === null) return PICTURES.has(key) ? null : undefined
  if (!isPlain(given)) return given
  const whole = { ...(isPlain(old) ? old : {}), ...mergedFields(isPlain(old) ? old : {}, given) }
  return Object.values(whole).some(value => value !== undefined) ? whole : undefined
}

function isPlain(value: unknown): value is Object_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
