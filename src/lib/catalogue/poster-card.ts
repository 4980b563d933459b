/** What a poster card shows, as plain data: the server's template and the React component render the same HTML from it. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import type { Translate } from '../i18n/translate.ts'
import { contentPath } from '../routes.ts'
import { localDigits } from '../text/digits.ts'
import { durationInWords, parseDuration } from '../text/duration.ts'
import { formatPercent } from '../text/number.ts'
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

export type PosterCardModel = {
  href: string
  contentId: string
  /** The search that found the title: a click on the card is reported with it. */
  search: { query: string | undefined; position: number | undefined }
  linkClass: string
  frameStyle: { background: string } | undefined
  picture: PictureModel | null
  flags: ReadonlyArray<{ class: string; text: string }>
  rating: { kind: 'imdb' | undefined; text: string } | null
  title: string
  /** Year and countries. */
  facts: string
  /** Films only. Follows `facts` on the same line and includes the separator. */
  duration: string | null
}
export type PosterCardT = Translate<`catalogue.flag.${TopFlag | BottomFlag}`>

const SIZES = '(min-width: 960px) 196px, 31vw'

export function posterCardModel(
  card: ContentCard,
  t: PosterCardT,
  { sizes = SIZES, priority = 'lazy' }: Partial<Pick<PictureOptions, 'sizes' | 'priority'>> = {},
): PosterCardModel {
  const { poster_image: poster } = card
  const facts = yearAndCountries(card, t.language).join(' · ')
  const duration = filmDuration(card, t.language)
  return {
    href: contentPath(card, t.language),
    contentId: card.id,
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
        width: 300,
        height: 450,
        priority,
      }),
    flags: flagsOf(card, t),
    rating: ratingLabel(card, t.language),
    title: card.title,
    facts,
    duration: duration && (facts ? ` · ${duration}` : duration),
  }
}

function flagsOf({ flag }: ContentCard, t: PosterCardT): PosterCardModel['flags'] {
  const top = topFlag(flag)
  const bottom = bottomFlag(flag)
  return [
    ...(top ? [{ class: `card-flag flag-${top}`, text: t(`catalogue.flag.${top}`) }] : []),
    ...(bottom
      ? [{ class: `card-flag card-flag-below flag-${bottom}`, text: t(`catalogue.flag.${bottom}`) }]
      : []),
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

/** In words; null for anything but a film. */
export function filmDuration(
  { type, duration }: Pick<ContentCard, 'type' | 'duration'>,
  language: Language,
): string | null {
  const seconds = duration && mediaKind(type) === 'movie' ? parseDuration(duration) : null
  return seconds ? durationInWords(seconds, language) : null
}
