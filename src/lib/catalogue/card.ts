/** What a content card shows (spec §2 and §3). */
import type { ContentCard, ContentType, Flag } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { CARD_COUNTRIES_MAX } from '#src/contract/limits.ts'
import { LIST_COMMA } from '../i18n/formats.ts'
import { localDigits } from '../text/digits.ts'

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

/** The first of the bottom list that the title has. */
export function bottomFlag(flags: readonly Flag[]): BottomFlag | undefined {
  return BOTTOM.find(flag => flags.includes(flag))
}

/** The last of the top list that the title has. */
export function topFlag(flags: readonly Flag[]): TopFlag | undefined {
  return TOP.findLast(flag => flags.includes(flag))
}

/** Percent rate, or the IMDb value divided by ten; nothing for what is still to come. */
export function ratingOf(
  card: Pick<ContentCard, 'flag' | 'rate_percentage' | 'imdb_rank_percent'>,
): { kind: 'percent' | 'imdb'; value: number } | null {
  if (card.flag.includes('coming_soon')) return null
  if (card.rate_percentage !== null) return { kind: 'percent', value: card.rate_percentage }
  if (card.imdb_rank_percent !== null) return { kind: 'imdb', value: card.imdb_rank_percent / 10 }
  return null
}

/** At most two countries, as the server names them. */
export function countriesOf(card: Pick<ContentCard, 'categories'>): string[] {
  return card.categories
    .filter(({ type }) => type === 'territory')
    .slice(0, CARD_COUNTRIES_MAX)
    .map(({ title }) => title)
}

/** The line below a title: its year and where it is from, each where it is known. */
export function yearAndCountries(
  card: Pick<ContentCard, 'year' | 'categories'>,
  language: Language,
): string[] {
  const countries = countriesOf(card).join(LIST_COMMA[language])
  return [card.year ? localDigits(card.year, language) : '', countries].filter(Boolean)
}

export type MediaKind = 'movie' | 'tv_show' | 'bundle' | 'none'
export function mediaKind(type: ContentType | string): MediaKind {
  if (type === 'single_video') return 'movie'
  if (type === 'series' || type === 'episode' || type === 'season_of_series') return 'tv_show'
  return type === 'video_content_list' ? 'bundle' : 'none'
}
