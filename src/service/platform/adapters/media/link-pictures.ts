/**
 * Pictures for link previews and search engines, which want JPEG and 1200 pixels: `backdrop/abc-630.jpg` is 1200×630, and
 * `poster/abc-1200.jpg` has the shape of the picture. They are drawn from its largest size at the first request, and stored.
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
  /** Returns a JPEG; null if the key is malformed or the picture does not exist. */
  draw: (key: string, address: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** True if `draw` would return a picture. */
  canDraw: (key: string, address: string) => Promise<boolean>
}
type Limited = Pick<Deps, 'limits' | 'log'>

const KINDS = ['poster', 'backdrop', 'portrait', 'tile'] as const
const KEY = new RegExp(
  `^pictures/((${KINDS.join('|')})/[\\w-]+)-(${LINK_PICTURE.width}|${LINK_PICTURE.height})\\.jpg$`,
)
const DEMO = join(PROJECT_ROOT, 'demo')
/** Limit per address. A search engine or a messenger asks for one or two pictures of a page, and each is drawn once. */
const DRAWN = { points: 60, seconds: 60 }
const QUALITY = 80
const GROUND = { width: LINK_PICTURE.width / 10, height: LINK_PICTURE.height / 10 }
const BLUR = 4
/** The ground behind a picture of another shape is darkened. */
const DIMMED = { brightness: 0.5 }

/** Creates a drawer of link pictures. It draws one picture at a time; simultaneous requests for the same picture share it. */
export function createLinkPictures(media: MediaStore, { limits, log }: Limited): LinkPictures {
  const drawing = new Map<string, ReturnType<LinkPictures['draw']>>()
  let last: Promise<unknown> = Promise.resolve()

  async function make(requested: Requested): ReturnType<LinkPictures['draw']> {
    const source = await sourceOf(requested, media)
    if (!source) return null
    const bytes = await toJpeg(source, requested)
    await media
      .put(requested.key, { bytes })
      .catch(error => log.warn({ err: error }, 'a link picture could not be stored'))
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

/** Returns the largest size that the import made of the picture. Pictures of the demo are files of the project. */
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

/** Puts a portrait or square picture onto a wide ground: a dark, blurred copy of itself. A small copy looks the same and is faster. */
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
