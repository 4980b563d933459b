// Draws a scene from a direction, which describes a picture in words: `sky sun:.8@20,-10 ridges brushed{ orchard } woman`.
import type { Canvas, Layer, Placement } from './canvas.ts'
import { faceLayers } from './layers/faces.ts'
import { figureLayers } from './layers/figures.ts'
import { frameLayers } from './layers/frames.ts'
import { landLayers } from './layers/land.ts'
import { moodLayers } from './layers/moods.ts'
import { placeLayers } from './layers/places.ts'
import { plantLayers } from './layers/plants.ts'
import { shapeLayers } from './layers/shapes.ts'
import { skyLayers } from './layers/sky.ts'
import { paletteOf } from './palettes.ts'
import { randomOf } from './random.ts'

const layers: Readonly<Record<string, Layer>> = {
  ...skyLayers,
  ...landLayers,
  ...plantLayers,
  ...placeLayers,
  ...figureLayers,
  ...faceLayers,
  ...shapeLayers,
  ...frameLayers,
  ...moodLayers,
}

export interface Shape {
  width: number
  centre: number
  ground: number
}

/** A word of a scene and what it draws. */
export interface DrawnLayer {
  name: string
  svg: string
}

/** Returns the content of an SVG 900 high. */
export function drawScene(seed: string, palette: string, words: string, shape: Shape): string {
  return drawLayers(seed, palette, words, shape)
    .map(({ svg }) => svg)
    .join('')
}

/** Returns the layers of a scene from back to front, each as the content of an SVG 900 high. */
export function drawLayers(
  seed: string,
  palette: string,
  words: string,
  shape: Shape,
): DrawnLayer[] {
  let count = 0
  const canvas: Canvas = {
    ...shape,
    height: 900,
    palette: paletteOf(palette),
    random: randomOf(seed),
    id: () => `i${count++}`,
  }
  return drawWords(canvas, words.trim().split(/\s+/))
}

function drawWords(canvas: Canvas, words: string[]): DrawnLayer[] {
  const drawn: DrawnLayer[] = []
  for (let word = words.shift(); word !== undefined && word !== '}'; word = words.shift()) {
    const opens = word.endsWith('{')
    const { name, placement } = placementOf(opens ? word.slice(0, -1) : word)
    const layer = layers[name]
    if (!layer) throw new Error(`no layer ${name}`)
    const inner = opens ? drawWords(canvas, words) : []
    drawn.push({ name, svg: layer(canvas, placement, inner.map(({ svg }) => svg).join('')) })
  }
  return drawn
}

/** Parses `name`, `name:size` or `name:size@x,y`, each with an optional `=word` at its end. */
function placementOf(text: string): { name: string; placement: Placement } {
  const [call = '', word = ''] = text.split('=')
  const [head = '', place = ''] = call.split('@')
  const [name = '', size = '1'] = head.split(':')
  const [x = '0', y = '0'] = place.split(',')
  return { name, placement: { size: Number(size), x: Number(x || 0), y: Number(y || 0), word } }
}
