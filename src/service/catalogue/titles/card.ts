/** The only place where a row becomes a card, for lists, search, home, bookmarks, history and tickets alike. */
import type { ContentCard, Flag, TicketPrice } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { countryName } from '#src/lib/text/country.ts'
import { formatWireDuration } from '#src/lib/text/duration.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { computeVat } from '#src/lib/text/price.ts'
import { translatedText, translationsOf } from '../../platform/db/localized.ts'
import type { CardRow } from './card-columns.ts'
import type { CategoryRow } from './categories.ts'
import { toLettering, toPicture } from './picture.ts'

/** Number of days after its publication for which a title counts as new. */
export const LATEST_DAYS = 30

/** Context of a card: its language, the base URL of pictures, and the current time. */
export type CardContext = {
  language: Language
  pictures: string
  now: Date
  categories: ReadonlyMap<string, CategoryRow>
}

export function toCard(row: CardRow, context: CardContext): ContentCard {
  const { language } = context
  const slugs = translationsOf(row, 'slug')
  const lettering = toLettering(translationsOf(row, 'lettering')[language], context.pictures)
  return {
    id: row.id,
    contentId: row.id,
    short_id: row.shortId,
    slug: slugs[language],
    slugs,
    title: translatedText(row, 'title', language) ?? '',
    sub_title: translatedText(row, 'subTitle', language),
    type: row.type,
    year: row.year,
    duration: row.durationSeconds === null ? null : formatWireDuration(row.durationSeconds),
    age_label: row.ageLimit,
    categories: categoriesOf(row, context),
    poster_image: toPicture(row.posterPath, row.posterColour, context.pictures),
    backdrop_image: toPicture(row.backdropPath, row.backdropColour, context.pictures),
    ...(lettering ? { lettering_image: lettering } : {}),
    rate_percentage: row.ratePercentage,
    imdb_rank_percent: row.imdbRankPercent,
    flag: flagsOf(row, context.now),
    ...(row.type === 'series' ? { season_count: Number(row.seasonCount) } : {}),
    ...episodePosition(row, language),
    tagline: translatedText(row, 'tagline', language),
    ...ticketOf(row),
    ...(row.hasTrailer ? { has_trailer: true } : {}),
  }
}

/** Returns the title's own ticket, else that of its series. In rials; VAT is added to every price (spec §3). */
function ticketOf(row: CardRow): { ticket?: TicketPrice } {
  const {
    shortId,
    ticketPrice: price,
    ticketHours: hours,
  } = row.ticketPrice || !row.series ? row : row.series
  if (!price || !hours) return {}
  const vat = computeVat(price)
  return { ticket: { short_id: shortId, price, vat, total: price + vat, valid_hours: hours } }
}

function flagsOf(row: CardRow, now: Date): Flag[] {
  const flags = row.flags as Flag[]
  const isNew = now.getTime() - row.publishedAt.getTime() < LATEST_DAYS * DAY_MS
  return isNew && !flags.includes('latest') ? [...flags, 'latest'] : flags
}

function episodePosition(
  row: CardRow,
  language: Language,
): Pick<ContentCard, 'episode' | 'series'> {
  if (row.seriesId === null || row.series === null) return {}
  const { series } = row
  return {
    ...(row.type === 'episode'
      ? { episode: { season: row.seasonNumber ?? 1, number: row.episodeNumber ?? 1 } }
      : {}),
    series: {
      id: row.seriesId,
      short_id: series.shortId,
      slug: translatedText(series, 'slug', language),
      title: translatedText(series, 'title', language) ?? '',
    },
  }
}

/** Returns genres in order, then countries named by Intl; editorial collections are left out. */
function categoriesOf(
  row: CardRow,
  { categories, language }: CardContext,
): ContentCard['categories'] {
  const genres = row.categoryIds.flatMap(id => {
    const found = categories.get(id)
    if (!found || found.type === 'collection') return []
    const title = translatedText(found, 'title', language)
    return [{ id, type: 'genre' as const, title, slug: translatedText(found, 'slug', language) }]
  })
  const territories = row.countries.map(code => ({
    id: code,
    type: 'territory' as const,
    title: countryName(code, language),
  }))
  return [...genres, ...territories]
}
