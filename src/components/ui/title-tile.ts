import type { TitleTile } from '#src/lib/catalogue/title-tile.ts'
import { type Markup, markup } from '#src/lib/markup.ts'

/**
 * Returns the HTML of a tile that fills its positioned parent. It counts as a decorative image, because the title is next to it as
 * text.
 */
export function titleTileMarkup({ text, size, style }: TitleTile): Markup {
  return markup`<span class="title-tile" data-size="${size}" style="--hue:${style['--hue']}" aria-hidden="true"><bdi>${text}</bdi></span>`
}
