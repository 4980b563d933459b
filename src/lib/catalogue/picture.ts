import type { Picture } from '#src/contract/fields.ts'
import { LINK_PICTURE, PICTURES, type PictureKind } from '#src/contract/limits.ts'

export type PictureSources = { avif: string; webp: string; src: string; width: number }

/** srcset of both formats, and one file for browsers without srcset. */
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
  /** first: visible at once; largest: the largest element of the page. */
  priority?: 'lazy' | 'first' | 'largest'
}
export type PictureModel = ReturnType<typeof pictureModel>

const FETCH_PRIORITY = { lazy: undefined, first: 'low', largest: 'high' } as const

/** What `<picture>` shows: AVIF, and one WebP for browsers without it. The template and the React component render it. */
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

/** What search engines and previews of links show: JPEG of 1200 pixels, from this site, which draws it when it is first asked for. */
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

/** The picture of a page in messengers and networks; its size is that of LINK_PICTURE. */
export type PreviewPicture = { url: string; alt: string }

/** The first picture that is there. */
export function previewOf(
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

/** One absolute URL, for feeds and the player. */
export function pictureUrl(picture: Picture, kind: PictureKind, origin: string): string {
  const { src } = pictureSources(picture, kind)
  return src.startsWith('http') ? src : origin + src
}
