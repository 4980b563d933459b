/**
 * Pictures of an import. Each is generated once in every width that pages use and named by the hash of its content. A
 * reference is a file in the folder of the import file, or `demo:kind/name` for a built-in picture, whose sizes already
 * exist.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Sharp } from 'sharp'
import {
  LETTERING_BOX,
  LINK_PICTURE,
  PICTURE_SHAPES,
  PICTURES,
  type PictureKind,
} from '#src/contract/limits.ts'
import { escapeLine, plainName } from '#src/lib/text/visible.ts'
import {
  type MediaStore,
  MediaStoreError,
} from '../../platform/adapters/media-store/media-store.ts'
import { DEMO, STORED, type StoredPicture, storedPicture } from './picture-reference.ts'
import { RecordError } from './problem.ts'

const FILE_BYTES_MAX = 40 * 1024 * 1024
const PIXELS_MAX = 100_000_000
const QUALITY = { avif: 50, webp: 78 } as const
const FORMATS = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'])

export type Pictures = {
  /** Returns a stamp that changes with the picture, without reading the picture. @throws RecordError */
  stamp: (field: string, reference: string | null | undefined) => Promise<string>
  /** Generates all sizes unless they exist. @throws RecordError */
  store: (
    field: string,
    kind: StoredKind,
    reference: string | null | undefined,
  ) => Promise<StoredPicture | null>
}
type PictureFolders = {
  /** Base folder of references; null without a folder, as for standard input. */
  from: string | null
  /** Media store; pictures are stored below `pictures/`. */
  to: MediaStore
  /** Folder of built-in pictures: demo/pictures. */
  demo: string
}
type StoredKind = PictureKind | 'lettering'
type Manifest = Record<string, { path?: string; color?: string }>

export function createPictures({ from, to, demo }: PictureFolders): Pictures {
  let manifest: Promise<Manifest> | undefined
  async function demoPicture(field: string, reference: string): Promise<StoredPicture> {
    manifest ??= readManifest(demo)
    const name = reference.slice(DEMO.length)
    const found = (await manifest)[name]
    if (!found)
      throw new RecordError(field, `names ${plainName(reference)}, which is not a built-in picture`)
    return { path: found.path ?? name, colour: found.color ?? null }
  }
  return {
    stamp: async (field, reference) => {
      if (!reference || reference.startsWith(STORED)) return ''
      if (reference.startsWith(DEMO)) return JSON.stringify(await demoPicture(field, reference))
      const { size, mtimeMs } = await stat(await fileOf(field, from, reference))
      return `${size}:${Math.floor(mtimeMs)}`
    },
    store: async (field, kind, reference) => {
      if (!reference) return null
      if (reference.startsWith(DEMO)) return demoPicture(field, reference)
      if (reference.startsWith(STORED)) return findStored(field, kind, reference, to)
      return make(field, kind, await fileOf(field, from, reference), to)
    },
  }
}

async function findStored(
  field: string,
  kind: StoredKind,
  reference: string,
  store: MediaStore,
): Promise<StoredPicture> {
  const picture = storedPicture(reference)
  const width = kind === 'lettering' ? LETTERING_BOX.width : PICTURES[kind].webp[0]
  const isThere = picture && (await store.find(`pictures/${picture.path}-${width}.webp`))
  if (isThere) return picture
  throw new RecordError(
    field,
    `names ${plainName(reference)}, which is not in ${plainName(store.name)}`,
  )
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, 'manifest.json')
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Manifest) : {}
}

/** @throws RecordError if the reference is not a file inside the folder */
async function fileOf(field: string, folder: string | null, reference: string): Promise<string> {
  if (folder === null)
    throw new RecordError(field, 'pictures need an import file; standard input has no folder')
  const inside = await realpath(folder)
  const file = await realpath(resolve(inside, reference)).catch(() => null)
  if (!file)
    throw new RecordError(
      field,
      `names ${plainName(reference)}, a file that does not exist next to the import file`,
    )
  if (!file.startsWith(inside.endsWith(sep) ? inside : inside + sep))
    throw new RecordError(field, `${plainName(reference)} is outside the folder of the import file`)
  const found = await stat(file)
  if (!found.isFile()) throw new RecordError(field, `${plainName(reference)} is not a file`)
  if (found.size > FILE_BYTES_MAX)
    throw new RecordError(field, `${plainName(reference)} is larger than 40 MB`)
  return file
}

/** Reads the head of a file, as a dry run does that stores no picture. @throws RecordError if it is not a picture */
export function checkPicture(field: string, file: string): Promise<void> {
  return asPicture(field, async () => {
    const { default: sharp } = await import('sharp')
    checkFormat(await sharp(file, { limitInputPixels: PIXELS_MAX }).metadata())
  })
}

function checkFormat({ format }: { format: string }): void {
  if (!FORMATS.has(format)) throw new Error(`${format} is not a supported format`)
}

async function asPicture<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MediaStoreError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new RecordError(field, `cannot be read as a picture (${escapeLine(reason)})`)
  }
}

async function make(
  field: string,
  kind: StoredKind,
  file: string,
  to: MediaStore,
): Promise<StoredPicture> {
  const { default: sharp } = await import('sharp')
  const bytes = await readFile(file)
  const path = `${kind}/${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}`
  return asPicture(field, async () => {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).rotate()
    const metadata = await image.metadata()
    checkFormat(metadata)
    const { autoOrient } = metadata
    if (kind === 'lettering') return await storeLettering(image, path, to)
    const sizes: Pick<Size, 'type' | 'width'>[] = (['avif', 'webp'] as const).flatMap(type =>
      PICTURES[kind][type].map(width => ({ type, width })),
    )
    // Source for link pictures; no page shows it.
    if (kind === 'poster' && autoOrient.width >= LINK_PICTURE.width)
      sizes.push({ type: 'avif', width: LINK_PICTURE.width })
    await Promise.all(sizes.map(size => write(image, to, { kind, path, ...size })))
    return { path, colour: await colourOf(image) }
  })
}

/**
 * Stores the letters without the empty space around them. Their size is part of the path, because pages need it and each has a shape of its
 * own. A picture without transparent pixels would be a box on the page.
 */
async function storeLettering(image: Sharp, path: string, to: MediaStore): Promise<StoredPicture> {
  if ((await image.stats()).isOpaque) throw new Error('it has no transparent ground')
  const trimmed = await image.clone().trim({ threshold: 0 }).png().toBuffer()
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(trimmed)
    .resize({ ...LETTERING_BOX, fit: 'inside' })
    .webp({ quality: QUALITY.webp, alphaQuality: 60, effort: 4 })
    .toBuffer({ resolveWithObject: true })
  const sized = `${path}-${info.width}x${info.height}`
  await to.put(`pictures/${sized}-${LETTERING_BOX.width}.webp`, { bytes: data })
  return { path: sized, colour: null }
}

type Size = { kind: PictureKind; path: string; type: 'avif' | 'webp'; width: number }

async function write(image: Sharp, to: MediaStore, { kind, path, type, width }: Size) {
  const key = `pictures/${path}-${width}.${type}`
  if (await to.find(key)) return
  const height = Math.round(width / PICTURE_SHAPES[kind])
  const bytes = await image
    .clone()
    .resize({ width, height, fit: 'cover', position: 'attention' })
    .toFormat(type, { quality: QUALITY[type], effort: 3 })
    .toBuffer()
  await to.put(key, { bytes })
}

/** Returns the colour that is shown until the picture has loaded. */
async function colourOf(image: Sharp): Promise<string> {
  const pixel = await image
    .clone()
    .flatten({ background: '#0b0e14' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const [red = 0, green = red, blue = red] = pixel
  return `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
}
