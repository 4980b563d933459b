/**
 * What a reel shows: its shots, and which of them plays at a time. A film of two hours has 900 shots; they are taken from a few views of
 * the title's own art, so that a segment can be made at any time and in any order.
 */
import type { ImportTitle } from '#src/contract/import.ts'
import { titles } from '../art/catalogue.ts'
import { randomOf } from '../art/random.ts'
import { directStill } from '../art/stills.ts'
import { BACKDROP, directionOf } from '../art/titles.ts'

export const FRAME_RATE = 24
/** Seconds of a segment of the picture. */
export const SEGMENT_SECONDS = 4
/** Seconds of a shot, and of a segment of sound: 375 frames of AAC at 48 kHz. */
export const SHOT_SECONDS = 8
const TRAILER_SECONDS = 24
/** The last shots, during which the next episode is offered. */
export const CREDITS_SECONDS = 24

export const LADDER = [
  { name: '480p', width: 854, height: 480, peak: 560_000, average: 360_000 },
  { name: '240p', width: 426, height: 240, peak: 280_000, average: 170_000 },
  { name: '720p', width: 1280, height: 720, peak: 1_000_000, average: 620_000 },
] as const
export type Rung = (typeof LADDER)[number]

export interface Art {
  seed: string
  palette: string
  scene: string
  shape: { width: number; centre: number; ground: number }
}

export interface Reel {
  id: string
  kind: 'vod' | 'audio'
  isTrailer: boolean
  seconds: number
  /** The title, or the series of an episode. */
  title: ImportTitle
  /** The art of the title, and of an episode its own still. */
  art: Art[]
  /** Lines of the narration. */
  lines: Record<'fa' | 'en', string[]>
}

export type Framing = 'wide' | 'medium' | 'close'

export interface Shot {
  art: number
  framing: Framing
  /** Direction in which the camera moves. */
  direction: 1 | -1
  light: 'own' | 'evening' | 'morning'
  /** Lettering over the picture: the title, or the end. */
  card: 'title' | 'end' | null
}

type Episode = NonNullable<ImportTitle['seasons']>[number]['episodes'][number]

interface Source {
  title: ImportTitle
  episode: { episode: Episode; at: number } | null
}

const sources = new Map<string, Source>(
  titles.flatMap(title => [
    [title.external_id, { title, episode: null }] as const,
    ...(title.seasons ?? [])
      .flatMap(season => season.episodes)
      .map((episode, at) => [episode.external_id, { title, episode: { episode, at } }] as const),
  ]),
)

/** @param key `quiet-orchard/6480` or `quiet-orchard/trailer` */
export function reelOf(key: string): Reel | null {
  const [id = '', length = '', ...more] = key.split('/')
  const source = sources.get(id)
  const isTrailer = length === 'trailer'
  if (!source || more.length > 0 || !(isTrailer || /^[1-9]\d{1,5}$/.test(length))) return null
  const { title, episode } = source
  const { palette, scene } = directionOf(title)
  const art: Art[] = [{ seed: title.external_id, palette, scene, shape: BACKDROP }]
  if (episode) {
    const still = directStill(title, episode.episode, episode.at)
    const shape = { width: 1600, centre: 800, ground: 740 }
    art.push({ seed: episode.episode.external_id, ...still, shape })
  }
  return {
    id,
    kind: title.flags?.includes('audio_book') ? 'audio' : 'vod',
    isTrailer,
    seconds: isTrailer ? TRAILER_SECONDS : Number(length),
    title,
    art,
    lines: { fa: linesOf(source, 'fa'), en: linesOf(source, 'en') },
  }
}

/** Longest line of the narration in characters. */
const LINE = 56

function linesOf({ title, episode }: Source, language: 'fa' | 'en'): string[] {
  const texts = [
    episode?.episode.title[language],
    title.tagline?.[language],
    episode?.episode.summary?.[language],
    title.summary?.[language],
    title.title[language],
  ]
  const sentences = texts.flatMap(text => (text ?? '').split(/(?<=[.!?؟…])\s+/))
  return sentences.filter(text => text !== '').flatMap(broken)
}

/** Divides a long sentence at spaces into lines of similar length. */
function broken(sentence: string): string[] {
  const count = Math.ceil(sentence.length / LINE)
  const end = sentence.indexOf(' ', sentence.length / count - 4)
  if (count === 1 || end < 0) return [sentence]
  return [sentence.slice(0, end), ...broken(sentence.slice(end + 1))]
}

export function segmentsOf({ seconds }: Reel): number {
  return Math.ceil(seconds / SEGMENT_SECONDS)
}

const VIEWS: readonly Pick<Shot, 'framing' | 'direction'>[] = [
  { framing: 'medium', direction: 1 },
  { framing: 'wide', direction: -1 },
  { framing: 'close', direction: 1 },
  { framing: 'medium', direction: -1 },
  { framing: 'wide', direction: 1 },
  { framing: 'close', direction: -1 },
]
const LIGHTS = ['own', 'own', 'evening', 'own', 'morning'] as const

/** Returns the shot number `at`, from 0. Neighbouring shots differ in their framing. */
export function shotOf(reel: Reel, at: number): Shot {
  const count = Math.ceil(reel.seconds / SHOT_SECONDS)
  const view = VIEWS[(at + VIEWS.length - 1) % VIEWS.length] as (typeof VIEWS)[number]
  const scene = Math.floor(at / VIEWS.length)
  const random = randomOf(`${reel.id} ${scene}`)
  const light = at < VIEWS.length ? 'own' : random.pick(LIGHTS)
  const last = at === count - 1
  const isTitle = reel.isTrailer ? last : at === 0
  if (isTitle) return { art: 0, framing: 'wide', direction: 1, light: 'own', card: 'title' }
  if (last) return { art: 0, framing: 'wide', direction: -1, light: 'evening', card: 'end' }
  // An episode shows its own still, and returns to the art of the series in every third scene.
  const art = reel.art.length > 1 && (scene % 3 !== 2 || at === 1) ? 1 : 0
  return { art, ...view, light, card: null }
}
