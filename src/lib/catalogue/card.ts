/** Rules of what a content card shows (spec §2 and §3). */
import type { ContentCard, ContentType, Flag } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { CARD_COUNTRIES_MAX } from '#src/contract/limits.ts'
import { LIST_COMMA } from '../i18n/formats.ts'
import { titleYear } from './year.ts'

const BOTTOM = ['coming_soon', 'traffic_free', 'free_content'] as const
const TOP = [
  'in_production',
  'exclusive_dub',
  'cinema_online',
  'audio_book',
  'persian_dub',
] as const
export type BottomFlag = (typeof BOTTOM)[number]
export type TopFlag = (typeof TOP)[number]

/** The first flag of the bottom list that the title has. */
export function bottomFlag(flags: readonly Flag[]): BottomFlag | undefined {
  return BOTTOM.find(flag => flags.includes(flag))
}

/** The last flag of the top list that the title has. */
export function topFlag(flags: readonly Flag[]): TopFlag | undefined {
  return TOP.findLast(flag => flags.includes(flag))
}

/** Percent rate, else the IMDb value divided by ten; null for a title that is coming soon. */
export function ratingOf(
  card: Pick<ContentCard, 'flag' | 'rate_percentage' | 'imdb_rank_percent'>,
): { kind: 'percent' | 'imdb'; value: number } | null {
  if (card.flag.includes('coming_soon')) return null
  if (card.rate_percentage !== null) return { kind: 'percent', value: card.rate_percentage }
  if (card.imdb_rank_percent !== null) return { kind: 'imdb', value: card.imdb_rank_percent / 10 }
  return null
}

/** The first two countries, in the server's order. */
export function countriesOf(card: Pick<ContentCard, 'categories'>): string[] {
  return card.categories
    .filter(({ type }) => type === 'territory')
    .slice(0, CARD_COUNTRIES_MAX)
    .map(({ title }) => title)
}

/** The line below a title; unknown parts are left out. */
export function yearAndCountries(
  card: Pick<ContentCard, 'year' | 'categories'>,
  language: Language,
): string[] {
  const countries = countriesOf(card).join(LIST_COMMA[language])
  return [titleYear(card, language), countries].filter(Boolean)
}

export type MediaKind = 'movie' | 'tv_show' | 'bundle' | 'none'
export function mediaKind(type: ContentType | string): MediaKind {
  if (type === 'single_video') return 'movie'
  if (type === 'series' || type === 'episode' || type === 'season_of_series') return 'tv_show'
  return type === 'video_content_list' ? 'bundle' : 'none'
}
