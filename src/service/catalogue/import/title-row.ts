/** Turns a record of the import into rows of the database. Pure functions. */
import type { Flag } from '#src/contract/content.ts'
import type { ImportEpisode, ImportSeason, ImportTitle } from '#src/contract/import.ts'
import type { Language } from '#src/contract/languages.ts'
import { ADULT_AGE } from '#src/contract/limits.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { parseDuration } from '#src/lib/text/duration.ts'
import { alphabetSortKey } from '#src/lib/text/normalise.ts'
import type { Times } from '../../accounts/access/in-time.ts'
import { localizedColumns } from '../../platform/db/localized.ts'
import type { contents } from '../../platform/db/schema/contents.ts'
import { partTimes, visibilityAt } from '../titles/schedule.ts'
import { type KnownCategories, resolveCategoryIds } from './categories.ts'
import { stableId } from './identity.ts'
import type { StoredPicture } from './picture-reference.ts'
import { allTexts, buildSearchText, mainText, slugColumns, textColumns } from './texts.ts'

export type ContentInsert = typeof contents.$inferInsert
export type TitlePictures = {
  poster: StoredPicture | null
  backdrop: StoredPicture | null
  lettering: { -readonly [L in Language]?: StoredPicture | null }
}
export type Known = {
  shortIds: ReadonlyMap<string, string>
  contentHash: string | null
  /** Schedule of the title; episodes may appear later and disappear earlier. */
  times: Times
  now: Date
  pictures: TitlePictures
  categories: KnownCategories
  removedAt: Date | null
  /** Undefined if it is computed. */
  rank?: number | undefined
}

/** These flags belong to a viewer, not to a title. */
const PERSONAL: readonly Flag[] = ['bookmark', 'has_access']

export function seasonKey(title: ImportTitle, season: ImportSeason): string {
  return `${title.external_id}#season-${season.number}`
}

export function titleRow(title: ImportTitle, known: Known): ContentInsert {
  return {
    ...shared(title, known),
    type: title.type,
    ...textColumns('subTitle', title.sub_title),
    ...textColumns('pageTitle', title.page_title),
    ...textColumns('tagline', title.tagline),
    year: title.year ?? null,
    ageLimit: title.age_label ?? null,
    flags: deriveFlags(title, known.now),
    availableAt: title.available_at ? new Date(title.available_at) : null,
    countries: title.countries ?? [],
    categoryIds: resolveCategoryIds(title, known.categories),
    audioLanguages: title.audio_languages ?? [],
    captionLanguages: title.caption_languages ?? [],
    isLive: title.media?.kind === 'live',
    ...picturesOf(known.pictures),
    ticketPrice: title.ticket_price ?? null,
    ticketHours: title.ticket_price === undefined ? null : (title.ticket_hours ?? 48),
    baseRate: percent(title.rate_percentage),
    imdbRankPercent: percent(title.imdb_rank_percent),
    viewCount: title.visits ?? 0,
    saleCount: title.sales ?? 0,
    rank: known.rank ?? computeRank(title, known.now),
    searchText: buildSearchText(titleNames(title)),
    sortKey: alphabetSortKey(mainText(title.title)),
    aliases: title.aliases ?? [],
    contentHash: known.contentHash,
  }
}

export function seasonRow(title: ImportTitle, season: ImportSeason, known: Known): ContentInsert {
  const number = { number: season.number }
  const name = season.title ?? translations('catalogue.content.season', number)
  return {
    ...shared({ external_id: seasonKey(title, season), title: name }, known),
    type: 'season_of_series',
    year: season.year ?? title.year ?? null,
    ageLimit: title.age_label ?? null,
    ...picturesOf(known.pictures),
    seriesId: stableId('title', title.external_id),
    seasonNumber: season.number,
  }
}

export function episodeRow(
  title: ImportTitle,
  season: ImportSeason,
  episode: ImportEpisode,
  known: Known,
): ContentInsert {
  return {
    ...shared(episode, { ...known, times: partTimes(known.times, episode) }),
    type: 'episode',
    year: season.year ?? title.year ?? null,
    ageLimit: title.age_label ?? null,
    flags: deriveFlags({ ...episode, age_label: title.age_label }, known.now),
    audioLanguages: title.audio_languages ?? [],
    captionLanguages: title.caption_languages ?? [],
    ...picturesOf(known.pictures),
    seriesId: stableId('title', title.external_id),
    seasonId: stableId('title', seasonKey(title, season)),
    seasonNumber: season.number,
    episodeNumber: episode.number,
  }
}

type Shared = Pick<ImportEpisode, 'external_id' | 'title' | 'summary' | 'duration'>

function shared(record: Shared, { shortIds, times, removedAt, now }: Known) {
  return {
    id: stableId('title', record.external_id),
    shortId: shortIds.get(record.external_id) ?? '',
    externalId: record.external_id,
    ...slugColumns(record.title),
    ...textColumns('title', record.title),
    ...textColumns('summary', record.summary),
    durationSeconds: record.duration ? parseDuration(record.duration) : null,
    ...times,
    ...(removedAt ? { removedAt, hiddenBySchedule: false } : visibilityAt(times, now)),
    updatedAt: now,
  }
}

function picturesOf({ poster, backdrop, lettering }: TitlePictures) {
  return {
    posterPath: poster?.path ?? null,
    posterColour: poster?.colour ?? null,
    backdropPath: backdrop?.path ?? null,
    backdropColour: backdrop?.colour ?? null,
    ...localizedColumns('lettering', language => lettering[language]?.path ?? null),
  }
}

/** Returns the names by which search finds a title. */
export function titleNames({
  title,
  sub_title,
  aliases = [],
}: Pick<ImportTitle, 'title' | 'sub_title' | 'aliases'>): string[] {
  return [...allTexts(title), ...allTexts(sub_title), ...aliases]
}

/** Returns the flags of the record, and those derived from its other fields. */
export function deriveFlags(title: Partial<ImportTitle> | ImportEpisode, now: Date): Flag[] {
  const { audio_languages, caption_languages, ticket_price, age_label, seasons, available_at } =
    title as Partial<ImportTitle>
  const hasMedia = seasons?.some(({ episodes }) => episodes.some(episode => episode.media))
  const follows: [Flag, boolean | undefined][] = [
    ['playable', title.media !== undefined || hasMedia],
    ['has_subtitle', caption_languages && caption_languages.length > 0],
    ['multi_audio', audio_languages && audio_languages.length > 1],
    ['content_has_ticket', ticket_price !== undefined],
    ['age_restricted', age_label !== undefined && age_label >= ADULT_AGE],
    ['live', title.media?.kind === 'live'],
    ['coming_soon', available_at !== undefined && new Date(available_at) > now],
  ]
  // If the title has a date, only the date decides.
  const isDated = (flag: Flag) => flag === 'coming_soon' && available_at !== undefined
  const own = (title.flags ?? []).filter(flag => !PERSONAL.includes(flag) && !isDated(flag))
  return [...new Set([...own, ...follows.flatMap(([flag, holds]) => (holds ? [flag] : []))])]
}

/** Returns the rank for the order "default": selected titles first, then by visits, rating and year. */
export function computeRank(title: ImportTitle, now: Date): number {
  const age = title.year === undefined ? 20 : Math.max(0, now.getUTCFullYear() - title.year)
  return Math.round(
    (title.flags?.includes('selected') ? 300 : 0) +
      100 * Math.log10(1 + (title.visits ?? 0)) +
      (title.imdb_rank_percent ?? title.rate_percentage ?? 50) +
      Math.max(0, 100 - 5 * age),
  )
}

function percent(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value)
}
