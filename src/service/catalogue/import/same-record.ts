/** Merges a line with the stored record. */
import { isDeepStrictEqual } from 'node:util'
import type {
  ImportArtist,
  ImportCategory,
  ImportEpisode,
  ImportSeason,
  ImportTitle,
} from '#src/contract/import.ts'
import { mapLanguages } from '#src/contract/languages.ts'
import { removeEmptyFields } from './compact.ts'

/**
 * Returns the resulting title. Omitted pictures and an omitted publication time are kept; a null picture is removed.
 */
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
    lettering: stayingLettering(given.lettering, stored?.lettering),
    seasons,
    published_at: given.published_at ?? stored?.published_at,
  })
}

export function effectiveArtist(given: ImportArtist, stored?: ImportArtist): ImportArtist {
  return withoutUndefined({ ...given, image: staying(given.image, stored?.image) })
}

/** Returns the resulting category. An omitted order, type or picture is kept. */
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

function stayingLettering(
  given: ImportTitle['lettering'],
  stored: ImportTitle['lettering'],
): ImportTitle['lettering'] {
  return withoutUndefined(mapLanguages(language => staying(given?.[language], stored?.[language])))
}

function staying(given: string | null | undefined, stored: string | null | undefined) {
  return given === undefined ? (stored ?? undefined) : (given ?? undefined)
}

/** True if the titles are equal. Counters of the service may have grown since, so they are not compared. */
export function isSameTitle(given: ImportTitle, stored: ImportTitle): boolean {
  return (
    (given.visits ?? 0) <= (stored.visits ?? 0) &&
    (given.sales ?? 0) <= (stored.sales ?? 0) &&
    isSameRecord(withoutCounts(given), withoutCounts(stored))
  )
}

export function isSameRecord(given: object, stored: object): boolean {
  return isDeepStrictEqual(plain(given), plain(stored))
}

/** Returns the fields that the stored record has and the given one lacks: `media`, `credits`. */
export function lostFields(given: object, stored: object): string[] {
  const has = new Set(Object.keys(removeEmptyFields(given)))
  return Object.keys(removeEmptyFields(stored)).filter(key => !has.has(key) && !COUNTS.has(key))
}

const COUNTS = new Set(['visits', 'sales'])

function withoutCounts({ visits: _, sales: __, ...rest }: ImportTitle) {
  return { ...rest, removed: rest.removed || undefined }
}

/** Times are compared as instants, whatever their offset. */
function plain(record: object): unknown {
  return JSON.parse(JSON.stringify(removeEmptyFields(record)), (key, value) =>
    key.endsWith('_at') && typeof value === 'string' ? new Date(value).getTime() : value,
  )
}

function episodesOf(title: ImportTitle | undefined): ImportEpisode[] {
  return (title?.seasons ?? []).flatMap(({ episodes }) => episodes)
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}
