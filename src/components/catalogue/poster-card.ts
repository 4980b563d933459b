import { numberObject, renderHtmlOnce } from '#src/components/ui/html-part-cache.ts'
import { pictureMarkup } from '#src/components/ui/picture.ts'
import { titleTileMarkup } from '#src/components/ui/title-tile.ts'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import type { PictureOptions } from '#src/lib/catalogue/picture.ts'
import { type PosterCardModel, posterCardModel } from '#src/lib/catalogue/poster-card.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { attribute, Markup, markup } from '#src/lib/markup.ts'

export type PosterCardOptions = Partial<Pick<PictureOptions, 'priority' | 'sizes'>> & {
  /** Heading one level below that of the row or the page. */
  heading?: 'h2' | 'h3'
  class?: string | undefined
}

/** Returns the HTML of several cards. */
export function posterCardsMarkup(
  cards: readonly ContentCard[],
  language: Language,
  optionsOf: (index: number) => PosterCardOptions = () => ({}),
): string {
  return markup`${cards.map((card, index) => posterCardMarkup(card, language, optionsOf(index)))}`
    .html
}

/**
 * Returns the HTML of a card, which is rendered once. A page has up to 200 cards, and a template is ten times faster than a
 * component.
 */
export function posterCardMarkup(
  card: ContentCard,
  language: Language,
  options: PosterCardOptions = {},
): Markup {
  const { heading, class: className, priority, sizes } = options
  const key = `card ${numberObject(card)} ${language} ${heading} ${className} ${priority} ${sizes}`
  return renderHtmlOnce(key, () => slotMarkup(card, language, options))
}

function slotMarkup(
  card: ContentCard,
  language: Language,
  { heading = 'h3', class: className, ...picture }: PosterCardOptions,
): Markup {
  const model = posterCardModel(card, getT(language), picture)
  const slot = className ? `card-slot ${className}` : 'card-slot'
  return markup`<div class="${slot}">${linkMarkup(model, new Markup(heading))}</div>`
}

function linkMarkup(model: PosterCardModel, heading: Markup): Markup {
  const { picture, tile, search } = model
  const style = model.frameStyle && `background:${model.frameStyle.background}`
  const image = picture ? pictureMarkup(picture) : tile && titleTileMarkup(tile)
  const badge = model.badge && markup`<span class="${model.badge.class}">${model.badge.text}</span>`
  return markup`<a href="${model.href}" class="${model.linkClass}" data-content="${model.contentId}"${attribute('data-trailer', model.trailer)}${attribute('data-search-query', search.query)}${attribute('data-search-position', search.position)}><div class="poster-frame"${attribute('data-title', picture ? model.title : undefined)}${attribute('style', style)}>${image}${badge}</div><${heading} class="card-title"><bdi>${model.title}</bdi></${heading}>${factsMarkup(model)}</a>`
}

/** Returns the line below the title. */
function factsMarkup({ ticket, rating, facts }: PosterCardModel): Markup {
  const price = ticket && markup`<span class="card-ticket">${ticket}</span>`
  const rate =
    rating &&
    markup`<span class="card-rating"${attribute('data-kind', rating.kind)}>${rating.text}</span>`
  return markup`<p class="card-facts">${price}${rate}${facts.map(fact => markup`<span>${fact}</span>`)}</p>`
}
