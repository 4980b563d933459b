/** View of the home page: a hero if the service sends one, and rows below it. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Widget } from '#src/contract/pages.ts'
import { linkPreview } from '#src/lib/catalogue/picture.ts'

/** Height of the hero in rows. */
const HERO_ROWS = 2

export function createHomeView(widgets: readonly Widget[], origin: string) {
  const hero = widgets.find(widget => widget.type === 'banner')
  const slides = hero ? withoutTicketFirst(hero.items) : null
  const first = slides?.[0]
  return {
    hero: slides,
    /** Picture for link previews. */
    picture: first && linkPreview({ backdrop: first.backdrop_image }, first.title, origin),
    rows: widgets
      .filter(({ type }) => type !== 'banner' && type !== 'continue_watching')
      .map((widget, index) => ({ widget, rowsAbove: index + (hero ? HERO_ROWS : 0) })),
  }
}

/** A visitor sees first what a subscription includes: the first title that needs no ticket precedes the others. */
function withoutTicketFirst(items: readonly ContentCard[]): ContentCard[] {
  const first = items.find(({ flag }) => !flag.includes('content_has_ticket'))
  return first ? [first, ...items.filter(item => item !== first)] : [...items]
}
