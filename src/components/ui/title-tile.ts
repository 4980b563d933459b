import type { TitleTile } from '#src/lib/catalogue/title-tile.ts'
import { type Markup, markup } from '#src/lib/markup.ts'

/** Fills its positioned parent. Its text is an image of the title that stands beside it as text. */
export function titleTileMarkup({ text, size, style }: TitleTile): Markup {
  return markup`<span class="title-tile" data-size="${size}" style="--hue:${style['--hue']}" aria-hidden="true"><bdi>${text}</bdi></span>`
}
