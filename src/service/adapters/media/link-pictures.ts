/**
 * Pictures for previews of links and for search engines, which want JPEG and 1200 pixels: `backdrop/abc-630.jpg` is 1200×630, and
 * `poster/abc-1200.jpg` has the picture's own shape. Drawn from the largest size of the picture when one is first asked for, then stored.
 */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { LINK_PICTURE, PICTURE_SHAPES, PICTURES } from '#src/contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { PROJECT_ROOT } from '../../project-root.ts'
import type { MediaStore } from '../media-store/media-store.ts'

type Kind = (typeof KINDS)[number]
type Requested = { key: string; kind: Kind; path: string; isPreview: boolean }
export type LinkPictures = {
  /** @returns JPEG; null for a key that names none, and for a picture that is not there */
  draw: (key: string, address: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Whether `draw` would return a picture. */
  canDraw: (key: string, address: string) => Promise<boolean>
}
type Limited = Pick<Deps, 'limits' | 'log'>

const KINDS = ['poster', 'backdrop', 'portrait', 'tile'] as const
const KEY = new RegExp(
  `^pictures/((${KINDS.join('|')})/[\\w-]+)-(${LINK_PICTURE.width}|${LINK_PICTURE.height})\\.jpg$`,
)
const DEMO = join(PROJECT_ROOT, 'demo')
/** Of one address: a page of a search engine or messenger asks for one or two, which are drawn once. */
const DRAWN = { points: 60, seconds: 60 }
const QUALITY = 80
const GROUND = { width: LINK_PICTURE.width / 10, height: LINK_PICTURE.height / 10 }
const BLUR = 4
/** Of the ground behind a picture of another shape. */
const DIMMED = { brightness: 0.5 }

/** One is drawn at a time; those who ask for the same one share it. */
export function createLinkPictures(media: MediaStore, { limits, log }: Limited): LinkPictures {
  const drawing = new Map<string, ReturnType<LinkPictures['draw']>>()
  let last: Promise<unknown> = Promise.resolve()

  async function make(requested: Requested): ReturnType<LinkPictures['draw']> {
    const source = await sourceOf(requested, media)
    if (!source) return null
    const bytes = await toJpeg(source, requested)
    await media
      .put(requested.key, { bytes })
      .catch(error => log.warn({ err: error }, 'a picture of a link is not stored'))
    return bytes
  }

  async function draw(key: string, address: string) {
    const requested = readKey(key)
    if (!requested) return null
    await limits.volume('link-picture', address, DRAWN)
    const known = drawing.get(key)
    if (known) return known
    const made = last.then(() => make(requested)).finally(() => drawing.delete(key))
    last = made.catch(() => undefined)
    drawing.set(key, made)
    return made
  }

  return {
    draw,
    async canDraw(key, address) {
      const requested = readKey(key)
      if (!requested) return false
      await limits.volume('link-picture', address, DRAWN)
      return hasSource(requested, media)
    },
  }
}

function readKey(key: string): Requested | null {
  const [, path, kind, size] = KEY.exec(key) ?? []
  if (!path) return null
  return { key, kind: kind as Kind, path, isPreview: Number(size) === LINK_PICTURE.height }
}

/** The largest size that import made of the picture; those of the demo are files of the project. */
async function sourceOf(requested: Requested, media: MediaStore): Promise<Uint8Array | null> {
  for (const key of sourceKeys(requested)) {
    const found = await media.read(key)
    if (found) return new Uint8Array(await new Response(found).arrayBuffer())
    const demo = await readFile(join(DEMO, key)).catch(() => null)
    if (demo) return demo
  }
  return null
}

async function hasSource(requested: Requested, media: MediaStore): Promise<boolean> {
  for (const key of sourceKeys(requested)) {
    if (await media.find(key)) return true
    if ((await stat(join(DEMO, key)).catch(() => null))?.isFile()) return true
  }
  return false
}

function sourceKeys({ kind, path }: Requested): string[] {
  const widths = [LINK_PICTURE.width, ...PICTURES[kind].avif.toReversed()]
  return widths.map(width => `pictures/${path}-${width}.avif`)
}

async function toJpeg(source: Uint8Array, { kind, isPreview }: Requested) {
  const { default: sharp } = await import('sharp')
  const { width, height: previewHeight } = LINK_PICTURE
  const shape = PICTURE_SHAPES[kind]
  const height = isPreview ? previewHeight : Math.round(width / shape)
  const isWide = shape > 1
  const picture =
    isPreview && !isWide
      ? await onItsOwnGround(sharp(source), { width, height })
      : sharp(source).resize({ width, height, fit: 'cover', position: 'attention' })
  return new Uint8Array(await picture.jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer())
}

/** A high or square picture in the middle of a wide one: itself, dark and blurred, which a small copy does as well and sooner. */
async function onItsOwnGround(image: Sharp, size: { width: number; height: number }) {
  const [inner, ground] = await Promise.all([
    image.clone().resize({ height: size.height }).toBuffer(),
    image
      .clone()
      .resize({ ...GROUND, fit: 'cover' })
      .blur(BLUR)
      .modulate(DIMMED)
      .png()
      .toBuffer(),
  ])
  const { default: sharp } = await import('sharp')
  return sharp(ground)
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: inner }])
}
