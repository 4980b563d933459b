/** Rain, snow, sparks and dust over a picture. They depend on the time alone, so that every segment can be made first. */
import { randomOf } from '../art/random.ts'
import type { Frame } from './planes.ts'

export type WeatherKind = 'rain' | 'snow' | 'sparks' | 'dust'

interface Particle {
  /** Place at the beginning, as a share of the picture. */
  x: number
  y: number
  /** Nearer particles are larger, faster and brighter. */
  depth: number
  phase: number
}

interface Nature {
  count: number
  /** Shares of the height per second. */
  fall: number
  drift: number
  /** Share of the height. */
  length: number
  width: number
  light: number
  sway: number
  /** Colour of the light, as U and V; 128 is none. */
  colour: [number, number]
}

const NATURES: Readonly<Record<WeatherKind, Nature>> = {
  rain: {
    count: 48,
    fall: 1.5,
    drift: -0.16,
    length: 0.055,
    width: 0.0022,
    light: 0.34,
    sway: 0,
    colour: [128, 128],
  },
  snow: {
    count: 90,
    fall: 0.12,
    drift: 0.02,
    length: 0.009,
    width: 0.009,
    light: 0.9,
    sway: 0.012,
    colour: [128, 128],
  },
  sparks: {
    count: 46,
    fall: -0.16,
    drift: 0.03,
    length: 0.008,
    width: 0.008,
    light: 0.9,
    sway: 0.02,
    colour: [90, 172],
  },
  dust: {
    count: 22,
    fall: -0.018,
    drift: 0.014,
    length: 0.007,
    width: 0.007,
    light: 0.3,
    sway: 0.012,
    colour: [128, 128],
  },
}

/** The weather that a scene names; without any, dust floats in the light. */
export function weatherOf(scene: string): WeatherKind {
  if (/(?:^|\s)rain\b/.test(scene)) return 'rain'
  if (/(?:^|\s)snow\b/.test(scene)) return 'snow'
  return /(?:^|\s)(?:sparks|fire)\b/.test(scene) ? 'sparks' : 'dust'
}

export function createWeather(
  seed: string,
  kind: WeatherKind,
): (frame: Frame, seconds: number) => void {
  const nature = NATURES[kind]
  const random = randomOf(`weather ${seed}`)
  const particles: Particle[] = Array.from({ length: nature.count }, () => ({
    x: random(),
    y: random(),
    depth: random.between(0.4, 1),
    phase: random.between(0, 6.28),
  }))
  return (frame, seconds) => {
    for (const particle of particles) drawParticle(frame, nature, particle, seconds)
  }
}

const wrapped = (value: number) => value - Math.floor(value)

function drawParticle(
  frame: Frame,
  nature: Nature,
  { x, y, depth, phase }: Particle,
  seconds: number,
) {
  const { width, height } = frame
  const aspect = width / height
  const sway = Math.sin(seconds * 1.3 + phase) * nature.sway
  const left = Math.round(wrapped(x + (nature.drift * depth * seconds + sway) / aspect) * width)
  const top = Math.round((wrapped(y + nature.fall * depth * seconds) * 1.1 - 0.05) * height)
  const wide = Math.max(1, Math.round(nature.width * depth * height))
  const tall = Math.max(1, Math.round(nature.length * depth * height))
  const light = nature.light * depth
  const slant = nature.fall === 0 ? 0 : nature.drift / nature.fall
  const isRound = wide === tall
  for (let row = 0; row < tall; row++) {
    const line = top + row
    if (line < 0 || line >= height) continue
    const from = left + Math.round(isRound ? 0 : row * slant)
    for (let column = 0; column < wide; column++) {
      const at = from + column
      if (at < 0 || at >= width || (isRound && isCorner(row, column, tall))) continue
      const pixel = line * width + at
      const below = frame.y[pixel] as number
      frame.y[pixel] = below + (235 - below) * light
      if (nature.colour[1] !== 128) tint(frame, nature.colour, at >> 1, line >> 1, light)
    }
  }
}

function isCorner(row: number, column: number, size: number): boolean {
  const middle = (size - 1) / 2
  return size > 2 && Math.hypot(row - middle, column - middle) > middle + 0.35
}

function tint(frame: Frame, [u, v]: [number, number], x: number, y: number, share: number): void {
  const pixel = y * (frame.width / 2) + x
  frame.u[pixel] = (frame.u[pixel] as number) * (1 - share) + u * share
  frame.v[pixel] = (frame.v[pixel] as number) * (1 - share) + v * share
}
