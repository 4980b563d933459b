/**
 * Content of a poster card as plain data. The server's template and the React component render the same HTML from it.
 */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { POSTER_SIZE } from '#src/contract/limits.ts'
import type { Translate } from '../i18n/translate.ts'
import { contentPath } from '../routes.ts'
import { localDigits } from '../text/digits.ts'
import { durationInMinutes, durationInWords, parseDuration } from '../text/duration.ts'
import { formatPercent } from '../text/number.ts'
import { formatPrice } from '../text/price.ts'
import { cardRating, mediaKind, yearAndCountries } from './card.ts'
import { type BottomFlag, bottomFlag, type TopFlag, topFlag } from './flags.ts'
import { type PictureModel, type PictureOptions, pictureModel } from './picture.ts'
import { primaryAction, toActionTitle } from './primary-action.ts'
import { type TitleTile, titleTile } from './title-tile.ts'

export type PosterCardModel = {
  href: string
  contentId: string
  /** `short_id` of the title, if it has a trailer. */
  trailer: string | undefined
  /** The search that found the title: a click on the card is reported with it. */
  search: { query: string | undefined; position: number | undefined }
  linkClass: string
  frameStyle: { background: string } | undefined
  picture: PictureModel | null
  /** Shown if the title has no picture. */
  tile: TitleTile | null
  /** The one badge on the corner of the picture. */
  badge: { class: string; text: string } | null
  title: string
  /** The parts of the line below the title: the first ones fit on every card, the others if there is room. */
  ticket: string | null
  rating: { kind: 'imdb' | undefined; text: string } | null
  /** Year, countries, and the duration of a film or an episode or the number of seasons of a series. */
  facts: readonly string[]
}
export type PosterCardT = Translate<
  `catalogue.flag.${TopFlag | BottomFlag}` | 'common.seasons' | 'catalogue.card.ticket'
>

/** Width of a card in a row: --item-width of src/styles/rows.css. */
const SIZES = '(min-width: 1280px) 14vw, (min-width: 600px) 20vw, 36vw'

export function posterCardModel(
  card: ContentCard,
  t: PosterCardT,
  { sizes = SIZES, priority = 'lazy' }: Partial<Pick<PictureOptions, 'sizes' | 'priority'>> = {},
): PosterCardModel {
  const { poster_image: poster } = card
  return {
    href: contentPath(card, t.language),
    contentId: card.id,
    trailer: card.has_trailer ? card.short_id : undefined,
    search: {
      query: card.search_query_id ?? undefined,
      position: card.search_position ?? undefined,
    },
    linkClass: mediaKind(card.type) === 'tv_show' ? 'poster-link poster-stack' : 'poster-link',
    frameStyle: poster?.color ? { background: poster.color } : undefined,
    picture:
      poster &&
      pictureModel({
        picture: poster,
        kind: 'poster',
        sizes,
        alt: '',
        ...POSTER_SIZE,
        priority,
      }),
    tile: poster ? null : titleTile(card, t.language),
    badge: posterBadge(card, t),
    title: card.title,
    ticket: ticketText(card, t),
    rating: ratingLabel(card, t.language),
    facts: [...yearAndCountries(card, t.language), durationOrSeasons(card, t)].filter(isKnown),
  }
}

function isKnown(fact: string | null): fact is string {
  return fact !== null
}

/** Returns the price of the ticket; null if the title has not been released yet. */
function ticketText(card: ContentCard, t: PosterCardT): string | null {
  const action = primaryAction(toActionTitle(card), { kind: 'visitor' })
  if (action.kind !== 'buy_ticket') return null
  return t('catalogue.card.ticket', { price: formatPrice(action.ticket.total, t.language) })
}

/** Returns the badge of a title. That a title cannot be played yet is more important than any other flag. */
function posterBadge({ flag }: ContentCard, t: PosterCardT): PosterCardModel['badge'] {
  const bottom = bottomFlag(flag)
  const name = bottom === 'coming_soon' ? bottom : (topFlag(flag) ?? bottom)
  return name ? { class: `card-flag flag-${name}`, text: t(`catalogue.flag.${name}`) } : null
}

function ratingLabel(card: ContentCard, language: Language): PosterCardModel['rating'] {
  const rating = cardRating(card)
  return (
    rating && {
      kind: rating.kind === 'imdb' ? 'imdb' : undefined,
      text: ratingText(rating, language),
    }
  )
}

/** Returns a percentage, or the IMDb value with one decimal. */
export function ratingText(
  { kind, value }: { kind: 'percent' | 'imdb'; value: number },
  language: Language,
): string {
  return kind === 'imdb' ? localDigits(value.toFixed(1), language) : formatPercent(value, language)
}

/** Returns the minutes of a film or an episode, or the number of seasons of a series; null if unknown. */
function durationOrSeasons(card: ContentCard, t: Translate<'common.seasons'>): string | null {
  if (card.type === 'series')
    return card.season_count ? t('common.seasons', { count: card.season_count }) : null
  const seconds = hasDuration(card) && card.duration ? parseDuration(card.duration) : null
  return seconds ? durationInMinutes(seconds, t.language) : null
}

function hasDuration({ type }: ContentCard): boolean {
  return type === 'episode' || mediaKind(type) === 'movie'
}

/** Returns the duration in words; null for anything but a film. */
export function filmDuration(
  { type, duration }: Pick<ContentCard, 'type' | 'duration'>,
  language: Language,
): string | null {
  const seconds = mediaKind(type) === 'movie' && duration ? parseDuration(duration) : null
  return seconds ? durationInWords(seconds, language) : null
}
