/** The layers of a piece of art at one size: rasterised once, and moved over each other in every frame of a shot. */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawLayers } from '../art/scene.ts'
import type { Art, Framing } from './plan.ts'
import { type Layer, layerOf } from './planes.ts'

export interface View {
  /** Layers from back to front, each with its speed as a share of the width per second. */
  layers: { layer: Layer; speed: number }[]
  /** Pixels by which the layers are wider than the frame on each side. */
  margin: number
}

/** Layers that the weather of a reel replaces, and those that darken a still picture. */
const UNDRAWN = new Set(['rain', 'snow', 'sparks', 'vignette', 'nothing'])
const BACKGROUND = new Set(
  'sky plain dark sun moon crescent halo stars galaxy rays burst dots stripes girih contours rings'.split(
    ' ',
  ),
)
const GROUPS = 4
/** Share of the width that is drawn on each side of a frame. */
const MARGIN = 0.0875
/** Speed of the nearest layer as a share of the width per second: eight seconds stay within the margin. */
const FASTEST = 0.0175

/** The part of the canvas that a framing shows, 16:9. The margin is outside of it. */
function boxOf(framing: Framing, { centre }: Art['shape']) {
  if (framing === 'wide') return { x: 120, y: 100, width: 1360, height: 765 }
  const width = framing === 'medium' ? 1000 : 640
  const height = (width * 9) / 16
  const [low, high] = [width * MARGIN, 1600 - width * (1 + MARGIN)]
  const x = Math.min(high, Math.max(low, centre - width * 0.44))
  return { x, y: framing === 'medium' ? 200 : 250, width, height }
}

/** Joins neighbouring layers: what is far away moves as one, the subject is on its own. */
function groupsOf(art: Art): string[] {
  const drawn = drawLayers(art.seed, art.palette, art.scene, art.shape).filter(
    ({ name, svg }) => svg !== '' && !UNDRAWN.has(name),
  )
  const far = drawn.findIndex(({ name }) => !BACKGROUND.has(name))
  const ground = far < 0 ? drawn.length : Math.max(far, 1)
  const rest = drawn.slice(ground)
  const groups = [
    drawn
      .slice(0, ground)
      .map(({ svg }) => svg)
      .join(''),
  ]
  const count = Math.min(GROUPS - 1, rest.length)
  for (let at = 0; at < count; at++) {
    const from = Math.floor((at * rest.length) / count)
    const to = Math.floor(((at + 1) * rest.length) / count)
    groups.push(
      rest
        .slice(from, to)
        .map(({ svg }) => svg)
        .join(''),
    )
  }
  return groups
}

const even = (value: number) => Math.round(value / 2) * 2

export async function openView(
  art: Art,
  framing: Framing,
  width: number,
  height: number,
): Promise<View> {
  const box = boxOf(framing, art.shape)
  const margin = even(width * MARGIN)
  const wide = width + 2 * margin
  const scale = box.width / width
  const view = [box.x - margin * scale, box.y, wide * scale, box.height].map(part =>
    part.toFixed(2),
  )
  const groups = groupsOf(art)
  const layers = await Promise.all(
    groups.map(async (group, at) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${height}" viewBox="${view.join(' ')}" preserveAspectRatio="none">${group}</svg>`
      const { data } = await sharp(Buffer.from(svg))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const speed =
        groups.length === 1 ? FASTEST / 2 : FASTEST * ((at + 0.35) / (groups.length - 0.65)) ** 1.4
      return { layer: layerOf(data, wide, height), speed }
    }),
  )
  return { layers, margin }
}

/** The place of lettering: its share of the width, and its middle from the left. The title has the side that the subject leaves free. */
export const PLACES = {
  title: { width: 0.46, middle: 0.7 },
  end: { width: 0.24, middle: 0.5 },
} as const

/** Returns lettering as a layer of the size of a frame. */
export async function openCard(
  file: string,
  { width: share, middle }: { width: number; middle: number },
  { width, height }: { width: number; height: number },
): Promise<Layer> {
  const box = { width: even(width * share), height: even(height * 0.6) }
  const lettering = await sharp(await readFile(file))
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = Math.round(width * middle - lettering.info.width / 2)
  const top = Math.round((height - lettering.info.height) / 2)
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  const { data } = await sharp({ create: { width, height, channels: 4, background } })
    .composite([{ input: lettering.data, left, top }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return layerOf(data, width, height)
}
