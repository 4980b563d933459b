/** The segments of a reel's picture, drawn and encoded when they are first asked for. */
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { cardFile } from '../art/title-cards.ts'
import { fragment, initSegment, type Sample, videoEntry } from './boxes.ts'
import { encodeFrames } from './encoder.ts'
import { type Frame, createFrame, drawLayer, type Layer } from './planes.ts'
import {
  FRAME_RATE,
  type Reel,
  type Rung,
  SEGMENT_SECONDS,
  SHOT_SECONDS,
  type Shot,
  shotOf,
} from './plan.ts'
import { openCard, openView, PLACES, type View } from './views.ts'
import { createWeather, weatherOf } from './weather.ts'

const TICKS = 512
const TIMESCALE = FRAME_RATE * TICKS
const FRAMES = FRAME_RATE * SEGMENT_SECONDS
const SEGMENTS_OF_SHOT = SHOT_SECONDS / SEGMENT_SECONDS
/** Encoded segments that are kept, and views, whose layers take 10 to 25 MB each. */
const SEGMENT_BYTES = 64 * 1024 * 1024
const VIEWS = 6

const END_CARD = fileURLToPath(new URL('cards/end.webp', import.meta.url))

const segments = new LRUCache<string, Sample[]>({
  maxSize: SEGMENT_BYTES,
  sizeCalculation: samples => samples.reduce((sum, { bytes }) => sum + bytes.length, 1),
})
const views = new LRUCache<string, Promise<View>>({ max: VIEWS })
const making = new Map<string, Promise<Sample[]>>()
const inits = new Map<string, Promise<Buffer>>()
let queue: Promise<unknown> = Promise.resolve()

/** Only one thing is drawn and encoded at a time, in the order of the requests. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work, work)
  queue = turn.catch(() => undefined)
  return turn
}

/** Returns the initialisation segment, which all reels share. */
export function videoInit(rung: Rung): Promise<Buffer> {
  const known = inits.get(rung.name)
  if (known) return known
  const made = inTurn(async () => {
    const { width, height } = rung
    const frame = createFrame(width, height)
    frame.u.fill(128)
    frame.v.fill(128)
    const { config } = await encodeFrames(frame, 1, () => undefined)
    const entry = videoEntry(width, height, config)
    return initSegment({ kind: 'video', timescale: TIMESCALE, width, height, entry })
  })
  inits.set(rung.name, made)
  made.catch(() => inits.delete(rung.name))
  return made
}

/** Returns the segment number `at`, from 0. */
export async function videoSegment(reel: Reel, rung: Rung, at: number): Promise<Buffer> {
  const number = Math.floor(at / SEGMENTS_OF_SHOT)
  const part = at % SEGMENTS_OF_SHOT
  const shot = shotOf(reel, number)
  const key = keyOf(reel, rung, shot, part)
  const samples = segments.get(key) ?? (await make(key, () => draw(reel, rung, shot, part)))
  return fragment(at + 1, at * FRAMES * TICKS, TICKS, samples)
}

function keyOf(
  reel: Reel,
  rung: Rung,
  { art, framing, direction, light, card }: Shot,
  part: number,
): string {
  const seed = reel.art[art]?.seed
  return [card ? reel.id : seed, rung.name, framing, direction, light, card, part].join(' ')
}

function make(key: string, work: () => Promise<Sample[]>): Promise<Sample[]> {
  const running = making.get(key)
  if (running) return running
  const made = inTurn(async () => segments.get(key) ?? (await work()))
  making.set(key, made)
  made.then(samples => segments.set(key, samples)).catch(() => undefined)
  made.finally(() => making.delete(key)).catch(() => undefined)
  return made
}

function viewOf(reel: Reel, rung: Rung, { art, framing }: Shot): Promise<View> {
  const source = reel.art[art] ?? reel.art[0]
  if (!source) throw new Error('a reel needs art')
  const key = `${source.seed} ${framing} ${rung.name}`
  const known = views.get(key)
  if (known) return known
  const opened = openView(source, framing, rung.width, rung.height)
  views.set(key, opened)
  opened.catch(() => views.delete(key))
  return opened
}

async function draw(reel: Reel, rung: Rung, shot: Shot, part: number): Promise<Sample[]> {
  const { width, height } = rung
  const art = reel.art[shot.art] ?? reel.art[0]
  if (!art) throw new Error('a reel needs art')
  const view = await viewOf(reel, rung, shot)
  const file = shot.card === 'end' ? END_CARD : cardFile(reel.title)
  const card = shot.card && (await openCard(file, PLACES[shot.card], rung))
  const frame = createFrame(width, height)
  const weather = createWeather(art.seed, weatherOf(art.scene))
  const { samples } = await encodeFrames(frame, FRAMES, at => {
    const seconds = part * SEGMENT_SECONDS + at / FRAME_RATE
    drawView(frame, view, shot, seconds)
    weather(frame, seconds)
    relight(frame, shot, seconds)
    if (card) drawCard(frame, card, seconds, shot.card === 'end')
  })
  return samples
}

function drawView(
  frame: Frame,
  { layers, margin }: View,
  { direction }: Shot,
  seconds: number,
): void {
  for (const { layer, speed } of layers) {
    const moved = Math.round((seconds - SHOT_SECONDS / 2) * speed * frame.width) * direction
    drawLayer(frame, layer, Math.min(2 * margin, Math.max(0, margin + moved)))
  }
}

/** Share of the light that remains, and shifts of U and V. */
const LIGHTS: Readonly<Record<Shot['light'], { share: number; u: number; v: number }>> = {
  own: { share: 1, u: 0, v: 0 },
  evening: { share: 0.7, u: 9, v: -2 },
  morning: { share: 1.06, u: -7, v: 6 },
}

function relight(frame: Frame, { light, card }: Shot, seconds: number): void {
  const { share, u, v } = LIGHTS[light]
  const dusk = card === 'end' ? Math.max(0.12, 1 - Math.max(0, seconds - 4.5) / 3) : 1
  if (share * dusk === 1) return
  const level = Uint8Array.from({ length: 256 }, (_, at) =>
    Math.min(235, Math.max(16, 16 + (at - 16) * share * dusk)),
  )
  for (let at = 0; at < frame.y.length; at++) frame.y[at] = level[frame.y[at] as number] as number
  const tone = (shift: number) =>
    Uint8Array.from({ length: 256 }, (_, at) =>
      Math.min(240, Math.max(16, 128 + (at - 128 + shift) * Math.min(1, dusk + 0.2))),
    )
  const [blue, red] = [tone(u), tone(v)]
  for (let at = 0; at < frame.u.length; at++) {
    frame.u[at] = blue[frame.u[at] as number] as number
    frame.v[at] = red[frame.v[at] as number] as number
  }
}

/** The title appears after half a second and has gone when the shot ends; the end stays. */
function drawCard(frame: Frame, card: Layer, seconds: number, stays: boolean): void {
  const rise = Math.min(1, Math.max(0, (seconds - (stays ? 2 : 0.5)) / 1.2))
  const fall = stays ? 1 : Math.min(1, Math.max(0, (7.6 - seconds) / 0.8))
  const strength = Math.round(Math.min(rise, fall) * 20) / 20
  if (strength > 0) drawLayer(frame, card, 0, strength)
}

/** Returns pictures for the timeline, one for each kind of shot, as a JPEG sheet. */
export async function drawStoryboard(
  reel: Reel,
  shots: readonly Shot[],
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const columns = shots.length
  const pictures = await Promise.all(
    shots.map(async shot => {
      const art = reel.art[shot.art] ?? reel.art[0]
      if (!art) throw new Error('a reel needs art')
      const frame = createFrame(width, height)
      drawView(frame, await openView(art, shot.framing, width, height), shot, SHOT_SECONDS / 2)
      relight(frame, shot, 0)
      return toRgb(frame)
    }),
  )
  return sharp({ create: { width: columns * width, height, channels: 3, background: '#000' } })
    .composite(
      pictures.map((input, at) => ({
        input,
        raw: { width, height, channels: 3 as const },
        left: at * width,
        top: 0,
      })),
    )
    .jpeg({ quality: 72 })
    .toBuffer()
}

function toRgb({ width, height, y, u, v }: Frame): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)))
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const colour = (row >> 1) * (width / 2) + (column >> 1)
      const light = 1.1644 * ((y[at] as number) - 16)
      const [blue, red] = [(u[colour] as number) - 128, (v[colour] as number) - 128]
      pixels[at * 3] = clamp(light + 1.7927 * red)
      pixels[at * 3 + 1] = clamp(light - 0.2132 * blue - 0.5329 * red)
      pixels[at * 3 + 2] = clamp(light + 2.1124 * blue)
    }
  }
  return pixels
}
