import type { Picture } from '#src/contract/fields.ts'
import { LINK_PICTURE, PICTURES, type PictureKind } from '#src/contract/limits.ts'

type PictureSources = { avif: string; webp: string; src: string; width: number }

/** Returns the srcset of both formats, and one file for browsers without srcset. */
export function pictureSources(picture: Picture, kind: PictureKind): PictureSources {
  const { avif, webp } = PICTURES[kind]
  const set = (widths: readonly number[], format: string) =>
    widths.map(width => `${picture.path}-${width}.${format} ${width}w`).join(', ')
  const width = webp.at(-1) ?? 0
  return {
    avif: set(avif, 'avif'),
    webp: set(webp, 'webp'),
    src: `${picture.path}-${width}.webp`,
    width,
  }
}

export type PictureOptions = {
  picture: Picture
  kind: PictureKind
  sizes: string
  alt: string
  width: number
  height: number
  /** `first`: visible at once; `largest`: the largest element of the page. */
  priority?: 'lazy' | 'first' | 'largest'
}
export type PictureModel = ReturnType<typeof pictureModel>

/**
 * Width of a backdrop beside the text, or above it on a phone, where its sides are cut off. A phone with two or three device pixels
 * per CSS pixel loads 1,280 pixels.
 */
export const HERO_SIZES = '(min-width: 960px) 78vw, 118vw'

const FETCH_PRIORITY = { lazy: undefined, first: 'low', largest: 'high' } as const

/**
 * Returns the data of a `<picture>`: AVIF, and one WebP for browsers without AVIF. Rendered by the template and the
 * React component.
 */
export function pictureModel({ picture, kind, sizes, ...options }: PictureOptions) {
  const { alt, width, height, priority = 'lazy' } = options
  const { avif, src } = pictureSources(picture, kind)
  return {
    avif,
    src,
    sizes,
    alt,
    width,
    height,
    loading: priority === 'lazy' ? 'lazy' : 'eager',
    decoding: priority === 'largest' ? 'sync' : 'async',
    fetchPriority: FETCH_PRIORITY[priority],
  } as const
}

/**
 * Returns the URL of the picture for search engines and link previews: a JPEG, 1200 pixels wide, generated on first
 * request.
 */
export function linkPictureUrl(
  { path }: Picture,
  kind: Exclude<PictureKind, 'avatar'>,
  shape: 'whole' | 'preview',
  origin: string,
): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { width, height } = LINK_PICTURE
  return `${origin}/media/pictures/${kind}/${name}-${shape === 'whole' ? width : height}.jpg`
}

/** The picture that messengers and social networks show for a page; its size is LINK_PICTURE. */
export type PreviewPicture = { url: string; alt: string }

/** Returns the preview of the first available picture. */
export function linkPreview(
  pictures: Partial<Record<Exclude<PictureKind, 'avatar'>, Picture | null>>,
  alt: string,
  origin: string,
): PreviewPicture | undefined {
  for (const kind of ['backdrop', 'tile', 'poster', 'portrait'] as const) {
    const picture = pictures[kind]
    if (picture) return { url: linkPictureUrl(picture, kind, 'preview', origin), alt }
  }
  return undefined
}

/** Returns one absolute URL, for feeds and the player. */
export function pictureUrl(picture: Picture, kind: PictureKind, origin: string): string {
  const { src } = pictureSources(picture, kind)
  return src.startsWith('http') ? src : origin + src
}
