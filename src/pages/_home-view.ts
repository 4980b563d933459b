/** View of the home page: a hero if the service sends one, and rows below it. */
import type { Widget } from '#src/contract/pages.ts'
import { linkPreview } from '#src/lib/catalogue/picture.ts'

/** Height of the hero in rows. */
const HERO_ROWS = 2

export function createHomeView(widgets: readonly Widget[], origin: string) {
  const hero = widgets.find(widget => widget.type === 'banner')
  const first = hero?.items[0]
  return {
    hero: hero?.items ?? null,
    /** True if subscribers see series before films in the hero. */
    hasSeriesFirst: hero?.is_automatic ?? false,
    /** Picture for link previews. */
    picture: first && linkPreview({ backdrop: first.backdrop_image }, first.title, origin),
    rows: widgets
      .filter(({ type }) => type !== 'banner' && type !== 'continue_watching')
      .map((widget, index) => ({ widget, rowsAbove: index + (hero ? HERO_ROWS : 0) })),
  }
}
