/** What a line means for a record that is stored already. */
import { isDeepStrictEqual } from 'node:util'
import type {
  ImportArtist,
  ImportCategory,
  ImportEpisode,
  ImportSeason,
  ImportTitle,
} from '#src/contract/import.ts'
import { compact } from './compact.ts'

/** Pictures that the line leaves out stay, null removes them; so the publication time stays. */
export function effectiveTitle(given: ImportTitle, stored: ImportTitle | undefined): ImportTitle {
  const episodes = new Map(episodesOf(stored).map(each => [each.external_id, each]))
  const seasons = given.seasons?.map((season: ImportSeason) => ({
    ...season,
    episodes: season.episodes.map(each => withBackdrop(each, episodes.get(each.external_id))),
  }))
  return withoutUndefined({
    ...given,
    poster: staying(given.poster, stored?.poster),
    backdrop: staying(given.backdrop, stored?.backdrop),
    seasons,
    published_at: given.published_at ?? stored?.published_at,
  })
}

export function effectiveArtist(given: ImportArtist, stored?: ImportArtist): ImportArtist {
  return withoutUndefined({ ...given, image: staying(given.image, stored?.image) })
}

/** A category is changed in parts only by leaving out: order, type and picture stay. */
export function effectiveCategory(given: ImportCategory, stored?: ImportCategory): ImportCategory {
  return withoutUndefined({
    ...given,
    type: given.type ?? stored?.type ?? 'genre',
    order: given.order ?? stored?.order,
    listed: given.listed ?? stored?.listed,
    image: staying(given.image, stored?.image),
  })
}

function withBackdrop(given: ImportEpisode, stored: ImportEpisode | undefined): ImportEpisode {
  return withoutUndefined({ ...given, backdrop: staying(given.backdrop, stored?.backdrop) })
}

function staying(given: string | null | undefined, stored: string | null | undefined) {
  return given === undefined ? (stored ?? undefined) : (given ?? undefined)
}

/** Counts of the service itself may have grown since. */
export function isSameTitle(given: ImportTitle, stored: ImportTitle): boolean {
  return (
    (given.visits ?? 0) <= (stored.visits ?? 0) &&
    (given.sales ?? 0) <= (stored.sales ?? 0) &&
    isSame(withoutCounts(given), withoutCounts(stored))
  )
}

export function isSame(given: object, stored: object): boolean {
  return isDeepStrictEqual(plain(given), plain(stored))
}

/** The fields that the one has and the other has not: `media`, `credits`. */
export function lostFields(given: object, stored: object): string[] {
  const has = new Set(Object.keys(compact(given)))
  return Object.keys(compact(stored)).filter(key => !has.has(key) && !COUNTS.has(key))
}

const COUNTS = new Set(['visits', 'sales'])

function withoutCounts({ visits: _, sales: __, ...rest }: ImportTitle) {
  return { ...rest, removed: rest.removed || undefined }
}

/** Times are compared as times, in any offset. */
function plain(record: object): unknown {
  return JSON.parse(JSON.stringify(compact(record)), (key, value) =>
    key.endsWith('_at') && typeof value === 'string' ? new Date(value).getTime() : value,
  )
}

function episodesOf(title: ImportTitle | undefined): ImportEpisode[] {
  return (title?.seasons ?? []).flatMap(({ episodes }) => episodes)
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}
