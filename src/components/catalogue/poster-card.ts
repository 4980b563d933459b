import { pictureMarkup } from '#src/components/ui/picture.ts'
import { identityOf, renderedOnce } from '#src/components/ui/render-cache.ts'
import { titleTileMarkup } from '#src/components/ui/title-tile.ts'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import type { PictureOptions } from '#src/lib/catalogue/picture.ts'
import { type PosterCardModel, posterCardModel } from '#src/lib/catalogue/poster-card.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { attribute, Markup, markup } from '#src/lib/markup.ts'

export type PosterCardOptions = Partial<Pick<PictureOptions, 'priority' | 'sizes'>> & {
  /** One level below the heading of the row or the page. */
  heading?: 'h2' | 'h3'
  class?: string | undefined
}

/** The HTML of several cards. */
export function posterCards(
  cards: readonly ContentCard[],
  language: Language,
  optionsOf: (index: number) => PosterCardOptions = () => ({}),
): string {
  return markup`${cards.map((card, index) => posterCard(card, language, optionsOf(index)))}`.html
}

/** A page has up to two hundred cards: a template renders ten times faster than a component, and each is rendered once. */
export function posterCard(
  card: ContentCard,
  language: Language,
  options: PosterCardOptions = {},
): Markup {
  const { heading, class: className, priority, sizes } = options
  const key = `card ${identityOf(card)} ${language} ${heading} ${className} ${priority} ${sizes}`
  return renderedOnce(key, () => slotMarkup(card, language, options))
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
  return markup`<a href="${model.href}" class="${model.linkClass}" data-content="${model.contentId}"${attribute('data-trailer', model.trailer)}${attribute('data-search-query', search.query)}${attribute('data-search-position', search.position)}><div class="poster-frame"${attribute('style', style)}>${image}</div><${heading} class="card-title"><bdi>${model.title}</bdi></${heading}>${linesMarkup(model)}</a>`
}

/** The lines below the title. */
function linesMarkup({ rating, facts, length, flags, ticket }: PosterCardModel): Markup {
  const badge =
    rating &&
    markup`<span class="card-rating"${attribute('data-kind', rating.kind)}>${rating.text}</span>`
  const marks = flags.map(flag => markup`<span class="${flag.class}">${flag.text}</span>`)
  const action =
    ticket && markup`<p class="card-ticket"><i class="i-lucide-ticket"></i>${ticket}</p>`
  return markup`<p class="card-facts">${badge}${facts}</p>${length && markup`<p class="card-facts">${length}</p>`}${flags.length > 0 && markup`<p class="card-flags">${marks}</p>`}${action}`
}
