/** Builds the record of a title from its rows: the inverse of title-row.ts and file-rows.ts. */
import { isDeepStrictEqual } from 'node:util'
import type { Flag } from '#src/contract/content.ts'
import type { ImportEpisode, ImportSeason, ImportTitle } from '#src/contract/import.ts'
import { mapLanguages } from '#src/contract/languages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { formatWireDuration } from '#src/lib/text/duration.ts'
import { translationsOf } from '../../platform/db/localized.ts'
import type { credits, videoFiles } from '../../platform/db/schema/catalogue.ts'
import type { contents } from '../../platform/db/schema/contents.ts'
import { categoryFields, type KnownCategories } from './categories.ts'
import { removeEmptyFields } from './compact.ts'
import { isRemovedByEditor } from './known.ts'
import { pictureReference } from './picture-reference.ts'
import { recordText, rowAliases } from './texts.ts'
import { deriveFlags, titleNames } from './title-row.ts'

export type ContentRow = typeof contents.$inferSelect
type FileRow = typeof videoFiles.$inferSelect
type CreditRow = typeof credits.$inferSelect & { artist: string }
/** An instant at which no title is coming soon any more. */
const END_OF_TIME = new Date(8.64e15)

type TitleRows = {
  title: ContentRow
  /** Seasons and episodes, sorted by number. */
  children: readonly ContentRow[]
  /** Files of the title and its episodes. */
  files: readonly FileRow[]
  credits: readonly CreditRow[]
  /** External ids of a bundle's titles. */
  items: readonly string[]
}

export function titleRecord(rows: TitleRows, categories: KnownCategories): ImportTitle {
  const { title, files, credits, items } = rows
  const names = {
    title: recordText(title, 'title') ?? {},
    sub_title: recordText(title, 'subTitle'),
  }
  const age_label = (title.ageLimit ?? undefined) as ImportTitle['age_label']
  const record: ImportTitle = {
    kind: 'title',
    type: title.type as ImportTitle['type'],
    ...sharedFields(title, files),
    backdrop: pictureReference(title.backdropPath, title.backdropColour),
    ...names,
    page_title: recordText(title, 'pageTitle'),
    tagline: recordText(title, 'tagline'),
    aliases: rowAliases(title, titleNames({ ...names, aliases: [] })),
    year: title.year ?? undefined,
    countries: title.countries,
    ...categoryFields(title.categoryIds, age_label, categories),
    age_label,
    imdb_rank_percent: title.imdbRankPercent ?? undefined,
    rate_percentage: title.baseRate ?? undefined,
    credits: credits.map(creditOf),
    poster: pictureReference(title.posterPath, title.posterColour),
    lettering: letteringOf(title),
    trailer: mediaOf(title, files, 'trailer'),
    seasons: seasonsOf(rows),
    items: [...items],
    ticket_price: title.ticketPrice ?? undefined,
    ticket_hours: title.ticketHours ?? undefined,
    audio_languages: title.audioLanguages,
    caption_languages: title.captionLanguages,
    visits: title.viewCount || undefined,
    sales: title.saleCount || undefined,
    published_at: title.publishedAt.toISOString(),
    unpublish_at: title.unpublishAt?.toISOString(),
    available_at: title.availableAt?.toISOString(),
    removed: isRemovedByEditor(title) ? true : undefined,
  }
  return removeEmptyFields({ ...record, flags: ownFlags(record, title.flags as Flag[]) })
}

function letteringOf(title: ContentRow): ImportTitle['lettering'] {
  const paths = translationsOf(title, 'lettering')
  return mapLanguages(language => pictureReference(paths[language], null))
}

function sharedFields(row: ContentRow, files: readonly FileRow[]) {
  return {
    external_id: row.externalId ?? '',
    title: recordText(row, 'title') ?? {},
    summary: recordText(row, 'summary'),
    duration: row.durationSeconds === null ? undefined : formatWireDuration(row.durationSeconds),
    media: mediaOf(row, files, 'primary'),
  }
}

/**
 * Returns the flags without those that are derived from other fields, provided that the result is the same flags in the
 * same order.
 */
function ownFlags(record: ImportTitle | ImportEpisode, stored: readonly Flag[]): Flag[] {
  const isDated = 'available_at' in record && record.available_at !== undefined
  const lasting = stored.filter(flag => !(isDated && flag === 'coming_soon'))
  for (let count = 0; count < lasting.length; count++) {
    const flags = lasting.slice(0, count)
    if (isDeepStrictEqual(deriveFlags({ ...record, flags }, END_OF_TIME), lasting)) return flags
  }
  return lasting
}

function creditOf(row: CreditRow) {
  return { artist: row.artist, role: row.role, character: recordText(row, 'character') }
}

function mediaOf({ id }: ContentRow, files: readonly FileRow[], kind: FileRow['kind']) {
  const file = files.find(each => each.contentId === id && each.kind === kind)
  if (!file) return undefined
  const { introStart, introEnd } = file
  return {
    stream: file.stream,
    kind: file.mode === 'vod' ? undefined : file.mode,
    intro:
      introStart === null || introEnd === null ? undefined : { start: introStart, end: introEnd },
    credits_at: file.creditsAt ?? undefined,
    chapters: file.chapters,
  }
}

function seasonsOf({ title, children, files }: TitleRows): ImportSeason[] {
  const isIn = (season: ContentRow) => (row: ContentRow) =>
    row.type === 'episode' && row.seasonId === season.id
  return children
    .filter(({ type }) => type === 'season_of_series')
    .map(season => ({
      number: season.seasonNumber ?? 1,
      title: ownSeasonTitle(season),
      year: season.year === title.year ? undefined : (season.year ?? undefined),
      episodes: children.filter(isIn(season)).map(row => episodeOf(title, row, files)),
    }))
}

/** Returns undefined if it is the title that the import gives to a season without one. */
function ownSeasonTitle(season: ContentRow) {
  const title = recordText(season, 'title')
  const given = translations('catalogue.content.season', { number: season.seasonNumber ?? 1 })
  return isDeepStrictEqual(title, { ...given }) ? undefined : title
}

function ownTime(time: Date | null, ofSeries: Date | null): string | undefined {
  return time?.getTime() === ofSeries?.getTime() ? undefined : time?.toISOString()
}

function episodeOf(title: ContentRow, row: ContentRow, files: readonly FileRow[]): ImportEpisode {
  const hasOwnBackdrop = row.backdropPath !== title.backdropPath
  const record: ImportEpisode = {
    ...sharedFields(row, files),
    backdrop: hasOwnBackdrop ? pictureReference(row.backdropPath, row.backdropColour) : undefined,
    number: row.episodeNumber ?? 1,
    published_at: ownTime(row.publishedAt, title.publishedAt),
    unpublish_at: ownTime(row.unpublishAt, title.unpublishAt),
  }
  const age_label = (row.ageLimit ?? undefined) as ImportTitle['age_label']
  const flags = ownFlags({ ...record, age_label } as ImportEpisode, row.flags as Flag[])
  return { ...record, flags }
}
