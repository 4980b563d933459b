import type { Picture } from '#src/contract/fields.ts'
import { PICTURES, type PictureKind } from '#src/contract/limits.ts'

export type PictureSources = { avif: string; webp: string; src: string; width: number }

/** srcset of both formats, and the plain file for browsers that know neither set. */
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

/** One address, for Open Graph, feeds and JSON-LD. */
export function pictureUrl(picture: Picture, kind: PictureKind, origin: string): string {
  const { src } = pictureSources(picture, kind)
  return src.startsWith('http') ? src : origin + src
}
