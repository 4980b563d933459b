// The canvas on which every layer draws. Its height is always 900, so a scene fits a poster (600 wide) and a backdrop (1600 wide).
import type { Palette } from './palettes.ts'
import type { Random } from './random.ts'

export interface Canvas {
  width: number
  height: number
  /** Position on which the eye should rest. */
  centre: number
  /** Height on which figures stand. */
  ground: number
  palette: Palette
  random: Random
  /** Returns a new id for a gradient, a clip or a filter. */
  id: () => string
}

/** The placement after the colon of a word in a direction: `name:size@x,y`, x and y in hundredths. */
export interface Placement {
  size: number
  x: number
  y: number
  word: string
}

export type Layer = (canvas: Canvas, placement: Placement, inner: string) => string

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

export function line(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at ? 'L' : 'M'}${round(x)},${round(y)}`).join('')
}

/** Returns a smooth curve through the points. */
export function curve(points: readonly (readonly [number, number])[]): string {
  let path = ''
  points.forEach(([x, y], at) => {
    const before = points[at - 1]
    if (!before) path = `M${round(x)},${round(y)}`
    else {
      const middle = (before[0] + x) / 2
      path += `C${round(middle)},${round(before[1])} ${round(middle)},${round(y)} ${round(x)},${round(y)}`
    }
  })
  return path
}

export function gradient(
  canvas: Canvas,
  stops: readonly (readonly [number, string, number?])[],
  kind: 'down' | 'across' | 'round' = 'down',
): { url: string; defs: string } {
  const id = canvas.id()
  const marks = stops
    .map(([at, colour, opacity = 1]) => {
      return `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`
    })
    .join('')
  const defs =
    kind === 'round'
      ? `<radialGradient id="${id}">${marks}</radialGradient>`
      : `<linearGradient id="${id}" ${kind === 'down' ? 'x2="0" y2="1"' : ''}>${marks}</linearGradient>`
  return { url: `url(#${id})`, defs: `<defs>${defs}</defs>` }
}

export function glow(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  colour: string,
  opacity = 1,
): string {
  const fill = gradient(
    canvas,
    [
      [0, colour, opacity],
      [0.35, colour, opacity * 0.4],
      [1, colour, 0],
    ],
    'round',
  )
  return `${fill.defs}<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill.url}"/>`
}

/** Puts a drawing whose feet are at 0,0 on the ground next to the centre. */
export function stand(canvas: Canvas, placement: Placement, drawing: string, flip = false): string {
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground + placement.y * 9
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${flip ? -placement.size : placement.size} ${placement.size})">${drawing}</g>`
}
