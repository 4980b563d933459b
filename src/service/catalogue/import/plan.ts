/** Finds the new and changed records of a batch, and the problems of the others. */
import { createHash } from 'node:crypto'
import type { ImportArtist, ImportCategory, ImportTitle } from '#src/contract/import.ts'
import { LANGUAGES } from '#src/contract/languages.ts'
import type { Deps } from '../../platform/deps.ts'
import { categoryRecord } from './artist-record.ts'
import { BUILT_IN } from './built-in-categories.ts'
import {
  type CategoryRow,
  checkCategories,
  type KnownCategory,
  storedCategories,
} from './categories.ts'
import { checkRecord } from './check.ts'
import { checkCategory, checkCredits, checkOwners, checkRemoval } from './check-known.ts'
import {
  isRemovedByEditor,
  type KnownArtist,
  type KnownTitle,
  knownArtists,
  knownTitles,
} from './known.ts'
import type { StoredPicture } from './picture-reference.ts'
import type { Pictures } from './pictures.ts'
import { type Problem, RecordError } from './problem.ts'
import {
  effectiveArtist,
  effectiveCategory,
  effectiveTitle,
  isSameRecord,
  isSameTitle,
  lostFields,
} from './same-record.ts'
import { checkBasis } from './stale-plan.ts'
import { type StoredTitle, storedArtists, storedTitles } from './stored.queries.ts'
import type { TitlePictures } from './title-row.ts'
import { type Entry, emptyWork, ownedIds, type Stamp, type Work } from './work.ts'

/** Increase it when the same line is written differently: every title is then imported again. */
const HASH_FORMAT = 1

/** A line that removes fields from a stored record. */
export type Loss = { line: number; externalId: string; fields: string[] }
export type Plan = { work: Work; unchanged: number; problems: Problem[]; losses: Loss[] }
type Planning = {
  db: Deps['db']
  pictures: Pictures
  /** True to check pictures without generating them. */
  dryRun: boolean
  /** True for artists of earlier lines, which a dry run does not write to the database. */
  isSeenArtist: (externalId: string) => boolean
  /** Categories of earlier lines, for the same reason. */
  seenCategories: readonly KnownCategory[]
  /** The publication of new titles that name none; undefined if they are published now. */
  draftsUntil: Date | undefined
}
type Known = {
  titles: ReadonlyMap<string, KnownTitle>
  artists: ReadonlyMap<string, KnownArtist>
  categories: readonly KnownCategory[]
  categoryRows: readonly CategoryRow[]
}
type Changed<Record> = { line: number; record: Record; hash: string; basis: Stamp | undefined }

export async function planBatch(entries: readonly Entry[], planning: Planning): Promise<Plan> {
  const known = await knownTo(entries, planning)
  const plan: Plan = { work: emptyWork(), unchanged: 0, problems: [], losses: [] }
  const titles: Changed<ImportTitle>[] = []
  const artists: Changed<ImportArtist>[] = []
  const each = async <Item extends { line: number }>(
    items: readonly Item[],
    use: (item: Item) => Promise<void>,
  ) => {
    for (const item of items)
      await use(item).catch(error => {
        if (!(error instanceof RecordError)) throw error
        plan.problems.push({ line: item.line, field: error.field, reason: error.message })
      })
  }
  await each(entries, async ({ line, record, basis }) => {
    if (record.kind === 'category') await planCategory(plan, { line, record }, known, planning)
    else if (record.kind === 'removal') {
      const old = checkRemoval(record, known.titles)
      if (isRemovedByEditor(old)) plan.unchanged++
      else plan.work.removals.push({ line, removal: record })
    } else if (record.kind === 'artist') {
      const hash = recordHash(record, [await planning.pictures.stamp('image', record.image)])
      const old = known.artists.get(record.external_id)
      if (old?.contentHash === hash && !old.removedAt) plan.unchanged++
      else artists.push({ line, record, hash, basis })
    } else {
      checkCredits(record, id => known.artists.has(id) || planning.isSeenArtist(id))
      checkOwners(record, known.titles)
      checkCategories(record, known.categories)
      const hash = recordHash(record, await stampsOf(record, planning.pictures))
      const old = known.titles.get(record.external_id)
      const isRemovedAlike = old && isRemovedByEditor(old) === Boolean(record.removed)
      if (old?.contentHash === hash && isRemovedAlike) plan.unchanged++
      else titles.push({ line, record, hash, basis })
    }
  })
  const storedOnes = await storedTitles(planning.db, idsOf(titles), known.categoryRows)
  await each(titles, title =>
    planTitle(plan, title, storedOnes.get(title.record.external_id), planning),
  )
  const storedPeople = await storedArtists(planning.db, idsOf(artists))
  await each(artists, async ({ line, record: given, hash, basis }) => {
    const stored = storedPeople.get(given.external_id)
    checkBasis(basis, stored?.row)
    const artist = effectiveArtist(given, stored?.record)
    if (stored && !stored.row.removedAt && isSameRecord(artist, stored.record))
      return void plan.unchanged++
    noteLoss(plan, line, artist, stored?.record)
    const { pictures, dryRun } = planning
    const picture = dryRun ? null : await pictures.store('image', 'portrait', artist.image)
    plan.work.artists.push({ line, artist, hash, stored, picture })
  })
  plan.problems.sort((a, b) => a.line - b.line)
  return plan
}

function idsOf(changed: readonly { record: { external_id: string } }[]): string[] {
  return changed.map(({ record }) => record.external_id)
}

async function knownTo(entries: readonly Entry[], planning: Planning): Promise<Known> {
  const { db, seenCategories } = planning
  const records = entries.map(({ record }) => record)
  const ofTitles = records.filter(({ kind }) => kind === 'title' || kind === 'removal')
  const named = records.flatMap(record => {
    if (record.kind === 'artist') return [record.external_id]
    return record.kind === 'title' ? (record.credits ?? []).map(({ artist }) => artist) : []
  })
  // One after the other: the database may be a transaction, which has one connection.
  const titles = await knownTitles(db, ofTitles.flatMap(ownedIds))
  const artists = await knownArtists(db, [...new Set(named)])
  const categoryRows = await storedCategories(db)
  const isStored = ({ key }: KnownCategory) => categoryRows.some(row => row.key === key)
  const more = [...BUILT_IN, ...seenCategories].filter(each => !isStored(each))
  return { titles, artists, categoryRows, categories: [...categoryRows, ...more] }
}

async function planTitle(
  plan: Plan,
  { line, record: given, hash, basis }: Changed<ImportTitle>,
  stored: StoredTitle | undefined,
  { pictures, dryRun, draftsUntil }: Planning,
): Promise<void> {
  checkBasis(basis, stored?.row)
  const isDraft = Boolean(draftsUntil && !stored && !given.published_at)
  const title = effectiveTitle(
    isDraft ? { ...given, published_at: draftsUntil?.toISOString() } : given,
    stored?.record,
  )
  // Its rights may end before the day of a draft.
  if (isDraft) checkRecord(title)
  if (stored && isSameTitle(title, stored.record)) return void plan.unchanged++
  noteLoss(plan, line, title, stored?.record)
  const work = { line, title, hash, stored, isDraft }
  const made = new Map<string, StoredPicture>()
  const none = { poster: null, backdrop: null, lettering: {} }
  if (dryRun) return void plan.work.titles.push({ ...work, pictures: none, episodeBackdrops: made })
  const poster = await pictures.store('poster', 'poster', title.poster)
  const backdrop = await pictures.store('backdrop', 'backdrop', title.backdrop)
  const lettering: TitlePictures['lettering'] = {}
  for (const language of LANGUAGES) {
    const reference = title.lettering?.[language]
    lettering[language] = await pictures.store(`lettering.${language}`, 'lettering', reference)
  }
  for (const { field, reference, externalId } of episodeBackdrops(title)) {
    const picture = await pictures.store(field, 'backdrop', reference)
    if (picture) made.set(externalId, picture)
  }
  plan.work.titles.push({
    ...work,
    pictures: { poster, backdrop, lettering },
    episodeBackdrops: made,
  })
}

async function planCategory(
  plan: Plan,
  { line, record }: { line: number; record: ImportCategory },
  { categories, categoryRows }: Known,
  { pictures, dryRun }: Planning,
): Promise<void> {
  checkCategory(record, categories)
  await pictures.stamp('image', record.image)
  const row = categoryRows.find(({ key }) => key === record.external_id)
  const stored = row && categoryRecord(row)
  const category = effectiveCategory(record, stored)
  const isListed = (of: ImportCategory) => ({ ...of, listed: of.listed ?? true })
  if (stored && isSameRecord(isListed(category), isListed(stored))) return void plan.unchanged++
  const picture = dryRun ? null : await pictures.store('image', 'tile', category.image)
  plan.work.categories.push({ line, category, isNew: !row, picture })
}

function noteLoss(
  { losses }: Plan,
  line: number,
  given: ImportTitle | ImportArtist,
  stored: object | undefined,
): void {
  const fields = stored ? lostFields(given, stored) : []
  if (fields.length > 0) losses.push({ line, externalId: given.external_id, fields })
}

function stampsOf(title: ImportTitle, pictures: Pictures): Promise<string[]> {
  return Promise.all([
    pictures.stamp('poster', title.poster),
    pictures.stamp('backdrop', title.backdrop),
    ...LANGUAGES.map(language =>
      pictures.stamp(`lettering.${language}`, title.lettering?.[language]),
    ),
    ...episodeBackdrops(title).map(({ field, reference }) => pictures.stamp(field, reference)),
  ])
}

function episodeBackdrops({ seasons = [] }: ImportTitle) {
  return seasons.flatMap(({ episodes }, season) =>
    episodes.flatMap(({ backdrop, external_id }, episode) => {
      const field = `seasons[${season}].episodes[${episode}].backdrop`
      return backdrop ? [{ field, reference: backdrop, externalId: external_id }] : []
    }),
  )
}

/**
 * Returns the hash of a record. Records parsed by the schema have their keys in a fixed order, so equal records have
 * equal hashes.
 */
function recordHash(record: unknown, stamps: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([HASH_FORMAT, record, stamps]))
    .digest('base64url')
    .slice(0, 22)
}
