// Stills of episodes: composed of the settings, faces and things of their series. A thing that the episode's text names comes first.
import type { ImportTitle } from '#src/contract/import.ts'
import { titles } from './catalogue.ts'
import { episodeDirections } from './directions/episodes.ts'
import type { Drawing } from './drawing.ts'
import { type Random, randomOf } from './random.ts'
import { drawScene } from './scene.ts'

type Episode = NonNullable<ImportTitle['seasons']>[number]['episodes'][number]

interface Series {
  palettes: string[]
  settings: string[]
  faces: string[]
  things: string[]
}

/** Layers that cover the whole picture, so that no sky is drawn behind them. */
const WHOLE = new Set('plain dark window doorway arch papercut burst'.split(' '))

/** A word of an English title or summary, and the thing that shows it. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/\bkey\b|lease/i, 'key:1.1'],
  [/letter|envelope|waybill|signature|papers|complaint|paper\b|bill\b|will\b/i, 'letter:1.1'],
  [/suitcase|passport|cases of/i, 'suitcase:1.1'],
  [/train|carriage|station/i, 'train:1.1'],
  [/clock|minute past|hours\b/i, 'clock:1'],
  [/radio|broadcast|listener|frequency|phone/i, 'radio:1.1'],
  [/lamp|electricity|power|lights go out|torch|blackout|flame/i, 'lamp:1.2'],
  [/photograph|pictures|camera|films\b/i, 'film:1'],
  [/thread|stitch|rope|net\b|nets\b/i, 'thread:1.1'],
  [/oil|scent|distillation|glass of water|ration|smell/i, 'bottle:1.1'],
  [/bus\b/i, 'bus:1.1'],
  [/boat|tide|sea\b|ship/i, 'boat:1.1'],
  [/tea\b|steeped|sugar|breakfast/i, 'teapot:1.2'],
  [/bride|wedding|marry|proposal|henna|says yes/i, 'ring:1.1'],
  [/gold|coin|money|loan|tax|shares|price|cost/i, 'coin:1.1'],
  [/scales/i, 'scales:1.2'],
  [/saffron|flower|bulb|tulip|harvest|roses|bloom/i, 'crocus:1.2'],
  [/lock|archive|treasury|chests|case\b/i, 'lock:1.2'],
  [/\bcat\b/i, 'cat:1.4'],
  [/wolf/i, 'wolf:1.3'],
  [/goat|shepherd/i, 'goat:1.3'],
  [/fish/i, 'fish:1.2'],
  [/birds/i, 'bird:1.2'],
  [/robot/i, 'robot:1.2'],
  [/poem|verse|pen\b|write|scribe|lines\b|draw/i, 'brush:1.2'],
  [/king|crown|vizier|mayor/i, 'crown:1.1'],
  [/ball|goal|penalty|referee|keeper/i, 'ball:1.1'],
  [/melon/i, 'melon:1.2'],
  [/song|sings|singer|rehears|strings|santur|instrument/i, 'setar:1.2'],
  [/drum|dances/i, 'drum:1.1'],
  [/lunch|dish|plate|bowl|pot\b|eats|sandwich/i, 'bread:1.1'],
  [/water|well\b|tap\b|drop/i, 'drop:1.1'],
  [/star|moonlight/i, 'star:1.1'],
  [/book|shelf|file\b|notebook/i, 'door:1'],
  [/jar|pickles|jam/i, 'jar:1.2'],
  [/present/i, 'star:1.1'],
  [/owl/i, 'owl:1.3'],
  [/fox/i, 'fox:1.3'],
  [/mask|dummy|statue|shadow|ghost/i, 'mask:1.1'],
]

const WEATHER: readonly (readonly [RegExp, string])[] = [
  [/snow|frost|winter|cold night/i, 'snow:.9'],
  [/rain|flood|leaks/i, 'rain:.9'],
  [/fog|cloud|dust|storm/i, 'fog:.8'],
  [/fire|ash|burn/i, 'sparks:1'],
]

const series: ReadonlyMap<string, Series> = new Map(
  episodeDirections
    .trim()
    .split('\n')
    .map(row => {
      const [id = '', palettes = '', settings = '', faces = '', things = ''] = row
        .split('|')
        .map(cell => cell.trim())
      const words = (cell: string) => cell.split(/\s+/).filter(word => word && word !== '.')
      return [
        id,
        {
          palettes: words(palettes),
          settings: settings.split(';').map(setting => setting.trim()),
          faces: words(faces),
          things: words(things),
        },
      ] as const
    }),
)

const first = (list: readonly (readonly [RegExp, string])[], text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1]

const circular = <T>(list: readonly T[], at: number) => list[at % list.length] as T

function placed(thing: string, size: number, x: number, y: number): string {
  const [name = '', own = '1'] = thing.split(':')
  return `${name}:${Math.round(Number(own) * size * 100) / 100}@${x},${y}`
}

interface Shot {
  /** Number of the episode in the whole series, from 0. */
  at: number
  thing: string
  weather: string
  of: Series
  random: Random
}

function behind(setting: string): string {
  const [word = ''] = setting.split(/[:{=@ ]/)
  return WHOLE.has(word) ? setting : `sky ${setting}`
}

const SILHOUETTES = [
  'man',
  'woman',
  'girl',
  'child',
  'sitting',
  'fatherchild',
  'motherchild',
  'couple',
]

/** Ways to frame an episode, in the order in which the episodes of a series take them. */
const SHOTS: readonly ((shot: Shot) => string)[] = [
  function wide({ at, of, weather, random }) {
    const side = random() < 0.5 ? -1 : 1
    return `${behind(circular(of.settings, at))} ${random.pick(SILHOUETTES)}:1.35@${side * random.whole(10, 26)},7 ${weather}`
  },
  function portrait({ at, of, weather, random }) {
    const side = random() < 0.5 ? -1 : 1
    const face = circular(of.faces, at)
    return `${behind(circular(of.settings, at + 1))} face:1.25@${side * 24},2=${face}${side > 0 ? '-left' : ''} ${weather}`
  },
  function thingAlone({ at, of, thing, weather, random }) {
    const ground = random.pick([
      'plain=mid pool:1.3',
      'plain=far dots pool:1.1',
      'plain=mid rays:.7',
      'dark pool:1',
    ])
    const side = random.pick([-1, 1])
    const other = placed(circular(of.things, at + 1), 0.6, side * -random.whole(44, 52), 8)
    return `${ground} shadowed{ ${placed(thing, 1.5, side * random.whole(4, 16), -2)} ${other} } ${weather}`
  },
  function two({ at, of, weather }) {
    const other = circular(of.faces, at + 1)
    return `${behind(circular(of.settings, at + 2))} face:1.1@-38,2=${circular(of.faces, at)} face:1.05@40,4=${other}-left ${weather}`
  },
  function throughWindow({ at, of, weather, random }) {
    const inside = circular(of.settings, at).startsWith('window')
      ? 'sky ridges:.7'
      : `sky ${circular(of.settings, at)}`
    return WHOLE.has(circular(of.settings, at).split(/[:{=@ ]/)[0] ?? '')
      ? `${circular(of.settings, at)} ${random.pick(SILHOUETTES)}:.9@${random.whole(-16, 16)},6 ${weather}`
      : `window:1.3@-14,0{ ${inside} ${weather} } ${random.pick(SILHOUETTES)}:1.45@${random.whole(18, 34)},9=mid`
  },
  function faceAndThing({ at, of, thing, weather }) {
    return `plain=far dots ${circular(['halo:1.4@-20,-8', 'pool:1.2', 'rays:.8'], at)} face:1.2@-26,3=${circular(of.faces, at + 2)} shadowed{ ${placed(thing, 0.95, 46, -8)} } ${weather}`
  },
  function inDoorway({ at, of, weather }) {
    return `doorway:1.35{ ${circular(SILHOUETTES, at)}:1.05@0,1 } ${placed(circular(of.things, at), 0.5, 34, 9)} ${weather}`
  },
  function thingInPlace({ at, of, thing, weather }) {
    return `${behind(circular(of.settings, at + 1))} shadowed{ ${placed(thing, 1.25, at % 2 ? -20 : 20, -2)} } ${weather}`
  },
]

/** The same for series of animals and things, which have no faces. */
const PICTURE_BOOK: readonly ((shot: Shot) => string)[] = [
  ({ at, of, weather }) =>
    `${behind(circular(of.settings, at))} ${placed(circular(of.things, at), 1.2, -18, 2)}=near ${weather}`,
  ({ thing, weather, at }) =>
    `papercut:1.02{ sky ${at % 2 ? 'stars' : 'clouds'} hills ${placed(thing, 1.2, 0, -8)}=accent ${weather} }`,
  ({ at, of, weather }) =>
    `${behind(circular(of.settings, at + 1))} ${placed(circular(of.things, at), 1, -24, 4)}=accent ${placed(circular(of.things, at + 1), 0.9, 22, 4)}=light ${weather}`,
  ({ thing, weather }) =>
    `plain=mid pool:1.3 shadowed{ ${placed(thing, 1.5, 0, -2)}=accent } ${weather}`,
  ({ at, of, weather }) =>
    `sky ${at % 2 ? 'clouds' : 'stars:1.2'} hills ${placed(circular(of.things, at + 1), 0.8, 10, -24)}=light ${placed(circular(of.things, at), 0.9, -20, 3)}=near ${weather}`,
]

/** Returns the palette and the scene of an episode's still. */
export function directStill(title: ImportTitle, episode: Episode, at: number) {
  const of = series.get(title.external_id)
  if (!of) throw new Error(`no settings for the episodes of ${title.external_id}`)
  const text = `${episode.title.en} ${episode.summary?.en ?? ''}`
  const random = randomOf(`still ${episode.external_id}`)
  const thing = first(NAMED, text) ?? circular(of.things, at)
  const weather = first(WEATHER, text) ?? ''
  const shots = of.faces.length > 0 ? SHOTS : PICTURE_BOOK
  const start = randomOf(title.external_id).whole(0, shots.length - 1)
  const scene = circular(shots, at + start)({ at, thing, weather, of, random })
  return { palette: circular(of.palettes, Math.floor(at * 1.7)), scene: scene.trim() }
}

/** Draws a still for each episode whose record names one. */
export function stillDrawings(): Drawing[] {
  return titles.flatMap(title =>
    (title.seasons ?? [])
      .flatMap(season => season.episodes)
      .flatMap((episode, at) => {
        const name = episode.external_id
        if (episode.backdrop !== `demo:backdrop/${name}`) return []
        const { palette, scene } = directStill(title, episode, at)
        const drawn = drawScene(name, palette, scene, { width: 1600, centre: 800, ground: 740 })
        const html = `<svg viewBox="120 100 1360 765">${drawn}</svg>`
        return [{ kind: 'backdrop', isStill: true, name, width: 1920, height: 1080, html }]
      }),
  )
}
