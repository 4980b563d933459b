/** Paints the landscapes: a sky and four ridges each, wide enough to scroll with parallax. */
import { writePng } from './png.ts'

type Colour = [number, number, number]

interface Scene {
  seed: number
  sky: string[]
  /** Position and radius in pixels of the 1280×720 picture. */
  sun: { x: number; y: number; radius: number; colour: string }
  ridges: string[]
  mist: string
  stars: number
}

export const SCENES = {
  dawn: {
    seed: 3913,
    sky: ['#1b2a4a', '#7a4a6b', '#f2a65a', '#f9d98c'],
    sun: { x: 900, y: 430, radius: 62, colour: '#fff1c9' },
    ridges: ['#9a6a7d', '#6d4766', '#43304f', '#241b33'],
    mist: '#f2b98a',
    stars: 60,
  },
  day: {
    seed: 2936,
    sky: ['#0e6f8e', '#3fa7b5', '#a8dcd9', '#f5efd9'],
    sun: { x: 380, y: 250, radius: 48, colour: '#fffbe6' },
    ridges: ['#8fb8b0', '#5e9490', '#3a6b6b', '#1f4347'],
    mist: '#dcefe6',
    stars: 0,
  },
  night: {
    seed: 4890,
    sky: ['#05070f', '#0b1430', '#1d2b57', '#39406e'],
    sun: { x: 820, y: 210, radius: 44, colour: '#eef2ff' },
    ridges: ['#2c3563', '#1e264a', '#131833', '#090c1c'],
    mist: '#4a5490',
    stars: 420,
  },
} satisfies Record<string, Scene>

export type SceneName = keyof typeof SCENES

const WIDTH = 1280
const HEIGHT = 720
const RIDGE_WIDTH = 2560
const HARMONICS = [2, 3, 5, 9, 14, 23, 37, 61, 97]

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function colour(hex: string): Colour {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const one = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * share
  return [one(0), one(1), one(2)]
}

function put(pixels: Buffer, offset: number, [red, green, blue]: Colour, alpha: number) {
  pixels[offset] = red
  pixels[offset + 1] = green
  pixels[offset + 2] = blue
  pixels[offset + 3] = alpha
}

function skyAt(stops: Colour[], y: number): Colour {
  const position = Math.min(0.9999, y / (HEIGHT * 0.85)) * (stops.length - 1)
  const index = Math.floor(position)
  return mix(stops[index] as Colour, stops[index + 1] as Colour, position - index)
}

function paintStars(pixels: Buffer, count: number, random: () => number) {
  const cross = [
    [0, 0, 1],
    [1, 0, 0.35],
    [-1, 0, 0.35],
    [0, 1, 0.35],
    [0, -1, 0.35],
  ] as const
  for (let star = 0; star < count; star++) {
    const x = 2 + Math.floor(random() * (WIDTH - 4))
    const y = 2 + Math.floor(random() ** 1.6 * 380)
    const brightness = 0.35 + random() * 0.65
    for (const [dx, dy, share] of cross) {
      const offset = ((y + dy) * WIDTH + x + dx) * 4
      for (let part = 0; part < 3; part++) {
        const was = pixels[offset + part] ?? 0
        pixels[offset + part] = was + (255 - was) * brightness * share
      }
    }
  }
}

function paintSky(scene: Scene, random: () => number) {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4)
  const stops = scene.sky.map(colour)
  const sun = colour(scene.sun.colour)
  for (let y = 0; y < HEIGHT; y++) {
    const base = skyAt(stops, y)
    for (let x = 0; x < WIDTH; x++) {
      const distance = Math.hypot(x - scene.sun.x, y - scene.sun.y)
      const glow = mix(base, sun, Math.exp(-distance / 170) * 0.55)
      const disc = Math.min(1, Math.max(0, scene.sun.radius + 1 - distance))
      const grain = random() - 0.5
      const [red, green, blue] = mix(glow, sun, disc)
      put(pixels, (y * WIDTH + x) * 4, [red + grain, green + grain, blue + grain], 255)
    }
  }
  paintStars(pixels, scene.stars, random)
  return pixels
}

function paintRidge(scene: Scene, index: number, random: () => number) {
  const pixels = Buffer.alloc(RIDGE_WIDTH * HEIGHT * 4)
  const rock = colour(scene.ridges[index] as string)
  const mist = colour(scene.mist)
  const phases = HARMONICS.map(() => random() * 2 * Math.PI)
  for (let x = 0; x < RIDGE_WIDTH; x++) {
    let crest = 400 + index * 72
    for (const [j, harmonic] of HARMONICS.entries()) {
      const wave = Math.sin((2 * Math.PI * harmonic * x) / RIDGE_WIDTH + (phases[j] ?? 0))
      crest -= (((62 - index * 6) * wave) / (1 + j * 0.9)) * (j > 4 ? 0.8 : 1)
    }
    for (let y = Math.max(0, Math.floor(crest)); y < HEIGHT; y++) {
      const haze = Math.max(0, Math.min(1, (y - crest) / 190) * (0.42 - index * 0.09))
      const edge = 255 * Math.min(1, y + 1 - crest)
      put(pixels, (y * RIDGE_WIDTH + x) * 4, mix(rock, mist, haze), edge)
    }
  }
  return pixels
}

/** Writes `<name>-sky.png` and `<name>-r0.png` to `-r3.png` into a folder. */
export function paintScene(name: SceneName, folder: string) {
  const scene = SCENES[name]
  const random = seeded(scene.seed)
  writePng(`${folder}/${name}-sky.png`, WIDTH, HEIGHT, paintSky(scene, random))
  for (const index of scene.ridges.keys()) {
    const file = `${folder}/${name}-r${index}.png`
    writePng(file, RIDGE_WIDTH, HEIGHT, paintRidge(scene, index, random))
  }
}
