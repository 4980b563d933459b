import type { Picture } from '#src/contract/fields.ts'
import type { PictureKind } from '#src/contract/limits.ts'
import { pictureSources } from '#src/lib/catalogue/picture.ts'
import { attribute, type Markup, markup } from '#src/lib/markup.ts'

export type PictureProps = {
  picture: Picture
  kind: PictureKind
  sizes: string
  alt: string
  width: number
  height: number
  /** first: seen at once; largest: the page's largest element. */
  priority?: 'lazy' | 'first' | 'largest'
  class?: string
}

const FETCHED = { lazy: undefined, first: 'low', largest: 'high' } as const

/** A picture in AVIF and WebP, in the sizes that were made of it. */
export function pictureMarkup(props: PictureProps): Markup {
  const { picture, kind, sizes, alt, width, height, priority = 'lazy' } = props
  const sources = pictureSources(picture, kind)
  const loading = priority === 'lazy' ? 'lazy' : 'eager'
  const decoding = priority === 'largest' ? 'sync' : 'async'
  return markup`<picture class="contents"><source type="image/avif" srcset="${sources.avif}" sizes="${sizes}"><img src="${sources.src}" srcset="${sources.webp}" sizes="${sizes}" alt="${alt}" width="${width}" height="${height}" loading="${loading}" decoding="${decoding}"${attribute('fetchpriority', FETCHED[priority])}${attribute('class', props.class)}></picture>`
}
