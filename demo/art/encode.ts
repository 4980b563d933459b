import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { LETTERING_BOX, PICTURES, type PictureKind } from '#src/contract/limits.ts'
import type { Drawing } from './drawing.ts'
import { mix } from './palettes.ts'

interface Measure {
  /** Qualities that are tried in turn until the file is small enough. The last one is accepted in any case. */
  qualities: readonly number[]
  /** Approximate maximum size of such a picture, in bytes per pixel of width. */
  weight: number
}

const AVIF: Readonly<Record<PictureKind, Measure>> = {
  poster: { qualities: [40, 33, 27], weight: 23 },
  backdrop: { qualities: [33], weight: 99 },
  portrait: { qualities: [46], weight: 99 },
  avatar: { qualities: [50], weight: 99 },
  tile: { qualities: [40], weight: 99 },
}
const WEBP: Readonly<Record<PictureKind, Measure>> = {
  poster: { qualities: [52, 40], weight: 34 },
  backdrop: { qualities: [44], weight: 99 },
  portrait: { qualities: [60], weight: 99 },
  avatar: { qualities: [70], weight: 99 },
  tile: { qualities: [52], weight: 99 },
}

/** Qualities of stills of episodes. */
const STILL = { avif: 23, webp: 32 } as const

type Format = 'avif' | 'webp'

/**
 * Draws a picture without lettering. The browser is needed only where typefaces are: librsvg takes a third of its time.
 * @returns a PNG
 */
export function rasterise({ html, width, height }: Drawing): Promise<Buffer> {
  const size = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`
  return sharp(Buffer.from(html.replace('<svg', `<svg ${size}`)))
    .flatten({ background: '#000' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Writes every width in both formats as `<base>-<width>.<format>` and returns the total size in bytes. */
export async function encode(
  png: Buffer,
  { kind, isStill }: Omit<Drawing, 'kind'> & { kind: PictureKind },
  base: string,
): Promise<number> {
  await mkdir(dirname(base), { recursive: true })
  let sum = 0
  for (const format of ['avif', 'webp'] as const) {
    const ofKind = (format === 'avif' ? AVIF : WEBP)[kind]
    const measure = isStill ? { ...ofKind, qualities: [STILL[format]] } : ofKind
    for (const width of PICTURES[kind][format]) {
      const bytes = await lightest(png, width, format, measure)
      await writeFile(`${base}-${width}.${format}`, bytes)
      sum += bytes.length
    }
  }
  return sum
}

/**
 * Writes the letters without the empty space around them as `<base>-<width>x<height>-720.webp`.
 * @returns the size as the end of the path, and the number of bytes
 */
export async function encodeLettering(
  png: Buffer,
  base: string,
): Promise<{ size: string; written: number }> {
  await mkdir(dirname(base), { recursive: true })
  const { data, info } = await sharp(png)
    .trim({ threshold: 0 })
    .resize({ ...LETTERING_BOX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 60, alphaQuality: 30, effort: 6 })
    .toBuffer({ resolveWithObject: true })
  const size = `-${info.width}x${info.height}`
  await writeFile(`${base}${size}-${LETTERING_BOX.width}.webp`, data)
  return { size, written: data.length }
}

async function lightest(png: Buffer, width: number, format: Format, measure: Measure) {
  const small = await sharp(png).resize(width).png({ compressionLevel: 0 }).toBuffer()
  let bytes = small
  for (const quality of measure.qualities) {
    bytes = await sharp(small)[format](optionsOf(format, quality)).toBuffer()
    if (bytes.length <= width * measure.weight) break
  }
  return bytes
}

function optionsOf(format: Format, quality: number) {
  if (format === 'webp') return { quality, effort: 4, smartSubsample: true }
  return { quality, effort: 1, chromaSubsampling: '4:2:0' }
}

/** Returns the colour that is shown until the picture has loaded: its mean colour, darkened. */
export async function colourOf(png: Buffer): Promise<string> {
  const { data } = await sharp(png)
    .removeAlpha()
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mean = `#${[...data].map(part => part.toString(16).padStart(2, '0')).join('')}`
  return mix(mean, '#000000', 0.35)
}
