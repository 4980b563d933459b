/** Rules for the content of a card (spec §2 and §3). */
import type { ContentCard, ContentType } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { CARD_COUNTRIES_MAX } from '#src/contract/limits.ts'
import { LIST_COMMA } from '../i18n/formats.ts'
import { titleYear } from './year.ts'

/** Returns the rating in percent, or else the IMDb value divided by ten; null for a title that is coming soon. */
export function cardRating(
  card: Pick<ContentCard, 'flag' | 'rate_percentage' | 'imdb_rank_percent'>,
): { kind: 'percent' | 'imdb'; value: number } | null {
  if (card.flag.includes('coming_soon')) return null
  if (card.rate_percentage !== null) return { kind: 'percent', value: card.rate_percentage }
  if (card.imdb_rank_percent !== null) return { kind: 'imdb', value: card.imdb_rank_percent / 10 }
  return null
}

/** Returns the first two countries in the server's order. */
export function firstCountries(card: Pick<ContentCard, 'categories'>): string[] {
  return card.categories
    .filter(({ type }) => type === 'territory')
    .slice(0, CARD_COUNTRIES_MAX)
    .map(({ title }) => title)
}

/** Returns the line below a title; unknown parts are left out. */
export function yearAndCountries(
  card: Pick<ContentCard, 'year' | 'categories' | 'flag'>,
  language: Language,
): string[] {
  const countries = firstCountries(card).join(LIST_COMMA[language])
  return [titleYear(card, language), countries].filter(Boolean)
}

type MediaKind = 'movie' | 'tv_show' | 'bundle' | 'none'
export function mediaKind(type: ContentType | string): MediaKind {
  if (type === 'single_video') return 'movie'
  if (type === 'series' || type === 'episode' || type === 'season_of_series') return 'tv_show'
  return type === 'video_content_list' ? 'bundle' : 'none'
}
