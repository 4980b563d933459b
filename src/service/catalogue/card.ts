/** The one place where a row becomes a card, for lists, search, home, bookmarks, history and tickets alike. */

import type { ContentCard, Flag, TicketPrice } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { countryName } from '#src/lib/text/country.ts'
import { toDuration } from '#src/lib/text/duration.ts'
import { vatOf } from '#src/lib/text/price.ts'
import { localizedOf, textOf } from '../db/localized.ts'
import type { CardRow } from './card-columns.ts'
import type { CategoryRow } from './categories.ts'
import { toPicture } from './picture.ts'

/** A title counts as new for this long after it appeared. */
export const LATEST_DAYS = 30

/** How a card is to context: in which language, with pictures from where, and at what moment. */
export type CardContext = {
  language: Language
  pictures: string
  now: Date
  categories: ReadonlyMap<string, CategoryRow>
}

export function toCard(row: CardRow, context: CardContext): ContentCard {
  const { language } = context
  const slugs = localizedOf(row, 'slug')
  return {
    id: row.id,
    contentId: row.id,
    short_id: row.shortId,
    slug: slugs[language],
    slugs,
    title: textOf(row, 'title', language) ?? '',
    sub_title: textOf(row, 'subTitle', language),
    type: row.type,
    year: row.year,
    duration: row.durationSeconds === null ? null : toDuration(row.durationSeconds),
    age_label: row.ageLimit,
    categories: categoriesOf(row, context),
    poster_image: toPicture(row.posterPath, row.posterColour, context.pictures),
    backdrop_image: toPicture(row.backdropPath, row.backdropColour, context.pictures),
    rate_percentage: row.ratePercentage,
    imdb_rank_percent: row.imdbRankPercent,
    flag: flagsOf(row, context.now),
    ...(row.type === 'series' ? { season_count: Number(row.seasonCount) } : {}),
    ...episodePosition(row, language),
    tagline: textOf(row, 'tagline', language),
    ...ticketOf(row),
    ...(row.hasTrailer ? { has_trailer: true } : {}),
  }
}

/** Its own, else that of its series. Rials; VAT is added to every price (spec §3). */
function ticketOf(row: CardRow): { ticket?: TicketPrice } {
  const {
    shortId,
    ticketPrice: price,
    ticketHours: hours,
  } = row.ticketPrice || !row.series ? row : row.series
  if (!price || !hours) return {}
  const vat = vatOf(price)
  return { ticket: { short_id: shortId, price, vat, total: price + vat, valid_hours: hours } }
}

function flagsOf(row: CardRow, now: Date): Flag[] {
  const flags = row.flags as Flag[]
  const isNew = now.getTime() - row.publishedAt.getTime() < LATEST_DAYS * 86_400_000
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
      slug: textOf(series, 'slug', language),
      title: textOf(series, 'title', language) ?? '',
    },
  }
}

/** Genres in their order, then countries named by Intl; editorial collections are left out. */
function categoriesOf(
  row: CardRow,
  { categories, language }: CardContext,
): ContentCard['categories'] {
  const genres = row.categoryIds.flatMap(id => {
    const found = categories.get(id)
    if (!found || found.type === 'collection') return []
    const title = textOf(found, 'title', language)
    return [{ id, type: 'genre', title, slug: textOf(found, 'slug', language) }]
  })
  const territories = row.countries.map(code => ({
    id: code,
    type: 'territory',
    title: countryName(code, language),
  }))
  return [...genres, ...territories]
}
