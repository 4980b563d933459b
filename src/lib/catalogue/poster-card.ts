/** What a poster card shows, as plain data: the server's template and the React component render the same HTML from it. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { POSTER_SIZE } from '#src/contract/limits.ts'
import type { Translate } from '../i18n/translate.ts'
import { contentPath } from '../routes.ts'
import { localDigits } from '../text/digits.ts'
import { durationInWords, parseDuration } from '../text/duration.ts'
import { formatPercent } from '../text/number.ts'
import { formatPrice } from '../text/price.ts'
import {
  type BottomFlag,
  bottomFlag,
  mediaKind,
  ratingOf,
  type TopFlag,
  topFlag,
  yearAndCountries,
} from './card.ts'
import { type PictureModel, type PictureOptions, pictureModel } from './picture.ts'
import { actionTitleOf, primaryAction } from './primary-action.ts'
import { type TitleTile, titleTile } from './title-tile.ts'

export type PosterCardModel = {
  href: string
  contentId: string
  /** short_id of a title with a trailer. */
  trailer: string | undefined
  /** The search that found the title: a click on the card is reported with it. */
  search: { query: string | undefined; position: number | undefined }
  linkClass: string
  frameStyle: { background: string } | undefined
  picture: PictureModel | null
  /** Stands where there is no picture. */
  tile: TitleTile | null
  /** In a line of their own: nothing lies on the lettering of a poster. */
  flags: ReadonlyArray<{ class: string; text: string }>
  rating: { kind: 'imdb' | undefined; text: string } | null
  title: string
  /** Year and countries. */
  facts: string
  /** How long a film or an episode is, or how many seasons a series has. */
  length: string | null
  /** What to press next where that is not simply watching: a ticket with its price. */
  ticket: string | null
}
export type PosterCardT = Translate<
  `catalogue.flag.${TopFlag | BottomFlag}` | 'common.seasons' | 'catalogue.action.buy_ticket'
>

/** Of a card in a row: --item-width of src/styles/rows.css. */
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
    flags: flagsOf(card, t),
    rating: ratingLabel(card, t.language),
    title: card.title,
    facts: yearAndCountries(card, t.language).join(' · '),
    length: lengthOf(card, t),
    ticket: ticketText(card, t),
  }
}

/** Null for one that is still to come. */
export function ticketText(card: ContentCard, t: PosterCardT): string | null {
  const action = primaryAction(actionTitleOf(card), { kind: 'visitor' })
  if (action.kind !== 'buy_ticket') return null
  return t('catalogue.action.buy_ticket', { price: formatPrice(action.ticket.total, t.language) })
}

export function flagsOf({ flag }: ContentCard, t: PosterCardT): PosterCardModel['flags'] {
  const top = topFlag(flag)
  const bottom = bottomFlag(flag)
  return [
    ...(top ? [{ class: `card-flag flag-${top}`, text: t(`catalogue.flag.${top}`) }] : []),
    ...(bottom ? [{ class: `card-flag flag-${bottom}`, text: t(`catalogue.flag.${bottom}`) }] : []),
  ]
}

function ratingLabel(card: ContentCard, language: Language): PosterCardModel['rating'] {
  const rating = ratingOf(card)
  return (
    rating && {
      kind: rating.kind === 'imdb' ? 'imdb' : undefined,
      text: ratingText(rating, language),
    }
  )
}

/** A percentage, or the IMDb value with one decimal. */
export function ratingText(
  { kind, value }: { kind: 'percent' | 'imdb'; value: number },
  language: Language,
): string {
  return kind === 'imdb' ? localDigits(value.toFixed(1), language) : formatPercent(value, language)
}

/** How long a film or an episode is, or how many seasons a series has; null where there is nothing to say. */
export function lengthOf(card: ContentCard, t: Translate<'common.seasons'>): string | null {
  if (card.type === 'series')
    return card.season_count ? t('common.seasons', { count: card.season_count }) : null
  return card.type === 'episode'
    ? inWords(card.duration, t.language)
    : filmDuration(card, t.language)
}

/** In words; null for anything but a film. */
export function filmDuration(
  { type, duration }: Pick<ContentCard, 'type' | 'duration'>,
  language: Language,
): string | null {
  return mediaKind(type) === 'movie' ? inWords(duration, language) : null
}

function inWords(duration: string | null, language: Language): string | null {
  const seconds = duration && parseDuration(duration)
  return seconds ? durationInWords(seconds, language) : null
}
