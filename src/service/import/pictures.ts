/**
 * Pictures of an import, made once in every width that pages ask for, and named by the hash of their content. A reference is a file in
 * the folder of the import file, or `demo:kind/name` for one of the project's own, whose sizes exist already.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Sharp } from 'sharp'
import { LINK_PICTURE, PICTURE_SHAPES, PICTURES, type PictureKind } from '#src/contract/limits.ts'
import { plainName, visibleLine } from '#src/lib/text/visible.ts'
import { type MediaStore, MediaStoreError } from '../adapters/media-store/media-store.ts'
import { DEMO, STORED, type StoredPicture, storedPicture } from './picture-reference.ts'
import { RecordError } from './problem.ts'

const FILE_BYTES_MAX = 40 * 1024 * 1024
const PIXELS_MAX = 100_000_000
const QUALITY = { avif: 50, webp: 78 } as const
const FORMATS = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'])

export type Pictures = {
  /** Changes when the picture does, without reading it. @throws RecordError */
  stamp: (field: string, reference: string | null | undefined) => Promise<string>
  /** Makes all sizes, unless they exist. @throws RecordError */
  store: (
    field: string,
    kind: PictureKind,
    reference: string | null | undefined,
  ) => Promise<StoredPicture | null>
}
export type PictureFolders = {
  /** Where references begin; null where there is no folder, such as standard input. */
  from: string | null
  /** They lie there below `pictures/`. */
  to: MediaStore
  /** demo/pictures of the project */
  demo: string
}
type Manifest = Record<string, { path?: string; color?: string }>

export function createPictures({ from, to, demo }: PictureFolders): Pictures {
  let manifest: Promise<Manifest> | undefined
  async function demoPicture(field: string, reference: string): Promise<StoredPicture> {
    manifest ??= readManifest(demo)
    const name = reference.slice(DEMO.length)
    const found = (await manifest)[name]
    if (!found)
      throw new RecordError(field, `there is no picture ${plainName(reference)} in the project`)
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
  kind: PictureKind,
  reference: string,
  store: MediaStore,
): Promise<StoredPicture> {
  const picture = storedPicture(reference)
  const [width] = PICTURES[kind].webp
  const isThere = picture && (await store.find(`pictures/${picture.path}-${width}.webp`))
  if (isThere) return picture
  throw new RecordError(
    field,
    `there is no picture ${plainName(reference)} in ${plainName(store.name)}`,
  )
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, 'manifest.json')
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as Manifest) : {}
}

/** @throws RecordError when it is not a file inside the folder. */
async function fileOf(field: string, folder: string | null, reference: string): Promise<string> {
  if (folder === null)
    throw new RecordError(field, 'pictures need an import file; standard input has no folder')
  const inside = await realpath(folder)
  const file = await realpath(resolve(inside, reference)).catch(() => null)
  if (!file)
    throw new RecordError(field, `there is no file ${plainName(reference)} beside the import file`)
  if (!file.startsWith(inside.endsWith(sep) ? inside : inside + sep))
    throw new RecordError(
      field,
      `${plainName(reference)} lies outside the folder of the import file`,
    )
  const found = await stat(file)
  if (!found.isFile()) throw new RecordError(field, `${plainName(reference)} is not a file`)
  if (found.size > FILE_BYTES_MAX)
    throw new RecordError(field, `${plainName(reference)} is over 40 MB`)
  return file
}

async function make(
  field: string,
  kind: PictureKind,
  file: string,
  to: MediaStore,
): Promise<StoredPicture> {
  const { default: sharp } = await import('sharp')
  const bytes = await readFile(file)
  const path = `${kind}/${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}`
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).rotate()
    const { format, autoOrient } = await image.metadata()
    if (!FORMATS.has(format)) throw new Error(`${format} is not taken`)
    const sizes: Pick<Size, 'type' | 'width'>[] = (['avif', 'webp'] as const).flatMap(type =>
      PICTURES[kind][type].map(width => ({ type, width })),
    )
    // What pictures of links are drawn from: no page shows it.
    if (kind === 'poster' && autoOrient.width >= LINK_PICTURE.width)
      sizes.push({ type: 'avif', width: LINK_PICTURE.width })
    await Promise.all(sizes.map(size => write(image, to, { kind, path, ...size })))
    return { path, colour: await colourOf(image) }
  } catch (error) {
    if (error instanceof MediaStoreError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new RecordError(field, `cannot be read as a picture (${visibleLine(reason)})`)
  }
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

/** Shown until the picture is there. */
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
