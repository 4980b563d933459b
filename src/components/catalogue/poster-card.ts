import { pictureMarkup } from '#src/components/ui/picture.ts'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import type { PictureOptions } from '#src/lib/catalogue/picture.ts'
import { type PosterCardModel, posterCardModel } from '#src/lib/catalogue/poster-card.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { attribute, Markup, markup } from '#src/lib/markup.ts'

type Options = Partial<Pick<PictureOptions, 'priority' | 'sizes'>> & {
  /** One level below the heading of the row or the page. */
  heading?: 'h2' | 'h3'
  class?: string
}

/** The HTML of several cards. */
export function posterCards(
  cards: readonly ContentCard[],
  language: Language,
  optionsOf: (index: number) => Options = () => ({}),
): string {
  return markup`${cards.map((card, index) => posterCard(card, language, optionsOf(index)))}`.html
}

/** A page has up to two hundred cards: a template renders ten times faster than a component. */
export function posterCard(
  card: ContentCard,
  language: Language,
  { heading = 'h3', class: className = 'poster-card', ...picture }: Options = {},
): Markup {
  const model = posterCardModel(card, getT(language), picture)
  return markup`<div class="card-slot ${className}">${linkMarkup(model, new Markup(heading))}</div>`
}

function linkMarkup(model: PosterCardModel, heading: Markup): Markup {
  const { picture, rating, search, frameStyle } = model
  const style = frameStyle && `background:${frameStyle.background}`
  const flags = model.flags.map(flag => markup`<span class="${flag.class}">${flag.text}</span>`)
  const badge =
    rating &&
    markup`<span class="card-rating"${attribute('data-kind', rating.kind)}>${rating.text}</span>`
  const duration = model.duration && markup`<span class="card-duration">${model.duration}</span>`
  return markup`<a href="${model.href}" class="${model.linkClass}" data-content="${model.contentId}"${attribute('data-search-query', search.query)}${attribute('data-search-position', search.position)}><div class="poster-frame"${attribute('style', style)}>${picture && pictureMarkup(picture)}${flags}${badge}</div><${heading} class="card-title"><bdi>${model.title}</bdi></${heading}><p class="card-facts">${model.facts}${duration}</p></a>`
}
