/** What the home page shows: a hero where the service has one, and rows below it. */
import type { Widget } from '#src/contract/pages.ts'
import { previewOf } from '#src/lib/catalogue/picture.ts'

/** The hero is as high as two rows. */
const HERO_ROWS = 2

export function homeView(widgets: readonly Widget[], origin: string) {
  const hero = widgets.find(widget => widget.type === 'banner')
  const first = hero?.items[0]
  return {
    hero: hero?.items ?? null,
    /** For previews of the page elsewhere. */
    picture: first && previewOf({ backdrop: first.backdrop_image }, first.title, origin),
    rows: widgets
      .filter(({ type }) => type !== 'banner' && type !== 'continue_watching')
      .map((widget, index) => ({ widget, rowsAbove: index + (hero ? HERO_ROWS : 0) })),
  }
}
