import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import { PICTURES, type PictureKind } from '#src/contract/limits.ts'
import type { Drawing } from './drawing.ts'
import { mix } from './palettes.ts'

interface Measure {
  /** Tried in turn until the file is small enough; the last is taken as it comes. */
  qualities: readonly number[]
  /** Bytes for each pixel of width, roughly: what a picture of this kind may weigh. */
  weight: number
}

const AVIF: Readonly<Record<PictureKind, Measure>> = {
  poster: { qualities: [40, 33, 27], weight: 23 },
  backdrop: { qualities: [38, 31, 25], weight: 8.6 },
  portrait: { qualities: [46], weight: 99 },
  avatar: { qualities: [50], weight: 99 },
  tile: { qualities: [40], weight: 99 },
}
const WEBP: Readonly<Record<PictureKind, Measure>> = {
  poster: { qualities: [52, 40], weight: 34 },
  backdrop: { qualities: [50, 38], weight: 11 },
  portrait: { qualities: [60], weight: 99 },
  avatar: { qualities: [70], weight: 99 },
  tile: { qualities: [52], weight: 99 },
}

type Format = 'avif' | 'webp'

/** Writes every width of both formats as `<base>-<width>.<format>`, and tells how many bytes they are. */
export async function encode(png: Buffer, drawing: Drawing, base: string): Promise<number> {
  await mkdir(dirname(base), { recursive: true })
  let sum = 0
  for (const format of ['avif', 'webp'] as const) {
    const measure = (format === 'avif' ? AVIF : WEBP)[drawing.kind]
    for (const width of PICTURES[drawing.kind][format]) {
      const bytes = await lightest(png, width, format, measure)
      await writeFile(`${base}-${width}.${format}`, bytes)
      sum += bytes.length
    }
  }
  return sum
}

async function lightest(png: Buffer, width: number, format: Format, measure: Measure) {
  const small = await sharp(png).resize(width).png({ compressionLevel: 1 }).toBuffer()
  let bytes = small
  for (const quality of measure.qualities) {
    bytes = await sharp(small)[format](optionsOf(format, quality)).toBuffer()
    if (bytes.length <= width * measure.weight) break
  }
  return bytes
}

function optionsOf(format: Format, quality: number) {
  if (format === 'webp') return { quality, effort: 5, smartSubsample: true }
  return { quality, effort: 3, chromaSubsampling: '4:2:0' }
}

/** What stands in for the picture until it is there: its mean colour, darkened. */
export async function colourOf(png: Buffer): Promise<string> {
  const { data } = await sharp(png)
    .removeAlpha()
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const mean = `#${[...data].map(part => part.toString(16).padStart(2, '0')).join('')}`
  return mix(mean, '#000000', 0.35)
}
