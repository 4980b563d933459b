import { pictureMarkup } from '#src/components/ui/picture.ts'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import {
  bottomFlag,
  mediaKind,
  ratingOf,
  topFlag,
  yearAndCountries,
} from '#src/lib/catalogue/card.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { attribute, Markup, markup } from '#src/lib/markup.ts'
import { contentPath } from '#src/lib/routes.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { durationInWords, parseDuration } from '#src/lib/text/duration.ts'
import { formatPercent } from '#src/lib/text/number.ts'

type Options = {
  priority?: 'lazy' | 'first' | 'largest'
  sizes?: string
  /** Of its title: below the heading of its row, or of the page itself. */
  heading?: 'h2' | 'h3'
  class?: string
}

/** Cards one after the other, as HTML. */
export function contentCards(
  cards: readonly ContentCard[],
  language: Language,
  optionsOf: (index: number) => Options = () => ({}),
): string {
  return markup`${cards.map((card, index) => contentCard(card, language, optionsOf(index)))}`.html
}

/** A poster with its title and facts; a page has up to two hundred, so it is a template and not a component. */
export function contentCard(
  card: ContentCard,
  language: Language,
  {
    priority = 'lazy',
    sizes = '(min-width: 960px) 196px, 31vw',
    heading = 'h3',
    class: className = 'poster-card',
  }: Options = {},
): Markup {
  const { poster_image: poster } = card
  const link = mediaKind(card.type) === 'tv_show' ? 'poster-link poster-stack' : 'poster-link'
  const background = poster?.color ? `background:${poster.color}` : undefined
  const picture =
    poster &&
    pictureMarkup({
      picture: poster,
      kind: 'poster',
      sizes,
      alt: '',
      width: 300,
      height: 450,
      priority,
    })
  const tag = new Markup(heading)
  const search = markup`${attribute('data-search-query', card.search_query_id)}${attribute('data-search-position', card.search_position)}`
  return markup`<div class="card-slot ${className}"><a href="${contentPath(card, language)}" class="${link}" data-content="${card.id}"${search}><div class="poster-frame"${attribute('style', background)}>${picture}${flagsOf(card, language)}${ratingMark(card, language)}</div><${tag} class="card-title"><bdi>${card.title}</bdi></${tag}><p class="card-facts">${factsLine(card, language)}</p></a></div>`
}

function flagsOf({ flag }: ContentCard, language: Language): Markup {
  const t = getT(language)
  const top = topFlag(flag)
  const bottom = bottomFlag(flag)
  const above =
    top && markup`<span class="card-flag flag-${top}">${t(`catalogue.flag.${top}`)}</span>`
  const below =
    bottom &&
    markup`<span class="card-flag card-flag-below flag-${bottom}">${t(`catalogue.flag.${bottom}`)}</span>`
  return markup`${above}${below}`
}

function ratingMark(card: ContentCard, language: Language): Markup | null {
  const rating = ratingOf(card)
  if (!rating) return null
  const isImdb = rating.kind === 'imdb'
  const text = isImdb
    ? localDigits(rating.value.toFixed(1), language)
    : formatPercent(rating.value, language)
  return markup`<span class="card-rating"${attribute('data-kind', isImdb ? 'imdb' : undefined)}>${text}</span>`
}

/** Year and countries; of a film how long it is, too. */
function factsLine(card: ContentCard, language: Language): Markup {
  const facts = yearAndCountries(card, language)
  const seconds =
    card.duration && mediaKind(card.type) === 'movie' ? parseDuration(card.duration) : null
  const duration = seconds && durationInWords(seconds, language)
  const last =
    duration && markup`<span class="card-duration">${facts.length > 0 && ' · '}${duration}</span>`
  return markup`${facts.join(' · ')}${last}`
}
