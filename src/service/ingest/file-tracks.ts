/** Tracks of sound and text in a file, with their languages and kinds: as the file says, or an operator. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import type { AudioKind, CaptionKind, TrackKind } from '#src/contract/track-kinds.ts'
import { keyOf, type TrackId } from './track-name.ts'

export class SourceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourceError'
  }
}

export interface Stream {
  index: number
  /** Empty where the file does not say it. */
  language: string
  /** Its line without the index, and the lines below it. */
  what: string
}

export interface AudioTrack {
  index: number
  language: string
  /** Undefined for the usual track of the language. */
  kind?: AudioKind
  channels: number
  isAac: boolean
}

type Signs = [kind: TrackKind, disposition: RegExp, title: RegExp][]
const AUDIO_SIGNS: Signs = [
  [
    'description',
    /\((?:visual impaired|descriptions)\)/,
    /audio descri|descriptive|described|\bAD\b/i,
  ],
  ['commentary', /\(comment\)/, /commentary/i],
]
const CAPTION_SIGNS: Signs = [
  ['forced', /\(forced\)/, /\bforced\b/i],
  ['sdh', /\((?:hearing impaired|captions)\)/, /\bSDH\b|\bCC\b|hearing impaired/i],
]

/** As the file says by a disposition, else by the title of the track. */
function kindIn({ what }: Stream, signs: Signs): TrackKind | undefined {
  const [line = ''] = what.split('\n')
  const title = /^\s*title\s*: (.*)$/m.exec(what)?.[1] ?? ''
  const found = signs.find(([, disposition]) => disposition.test(line))
  return (found ?? signs.find(([, , said]) => said.test(title)))?.[0]
}

/** What an operator says of a track of sound that its file does not, or says wrongly. */
export interface AudioCorrection {
  /** Among the tracks of sound, from 1. */
  track: number
  language: string
  kind?: AudioKind | undefined
}

/**
 * Of two of one language and kind the first is taken; a track that says no language counts as Persian. The usual ones come first. Where there is
 * none, the first counts as one.
 *
 * @throws SourceError where a correction is of a track that is not there
 */
export function audioTracks(
  streams: readonly Stream[],
  corrections: readonly AudioCorrection[] = [],
): AudioTrack[] {
  const missing = corrections.find(({ track }) => track > streams.length)
  if (missing)
    throw new SourceError(
      `--audio names track ${missing.track}, and the tracks of sound in the file are ${streams.length}.`,
    )
  const found = streams.map((stream, at): AudioTrack => {
    const given = corrections.find(({ track }) => track === at + 1)
    const { index, what } = stream
    return {
      ...{ index, isAac: /^Audio: aac/.test(what), channels: channelsIn(what) },
      language: given?.language ?? (stream.language || DEFAULT_LANGUAGE),
      ...withKind(given ? given.kind : (kindIn(stream, AUDIO_SIGNS) as AudioKind | undefined)),
    }
  })
  const isUsual = ({ kind }: AudioTrack) => kind === undefined
  const [first, ...others] = found
  const { kind: _, ...usual } = first ?? {}
  const all = first && !found.some(isUsual) ? [usual as AudioTrack, ...others] : found
  return unique([...all.filter(isUsual), ...all.filter(it => !isUsual(it))])
}

/** Captions of the file; those without a language count as Persian. */
export function captionTracks(streams: readonly Stream[]) {
  return unique(
    streams.map(stream => ({
      index: stream.index,
      language: stream.language || DEFAULT_LANGUAGE,
      ...withKind(kindIn(stream, CAPTION_SIGNS) as CaptionKind | undefined),
    })),
  )
}

const withKind = <Kind extends TrackKind>(kind: Kind | undefined): { kind?: Kind } =>
  kind ? { kind } : {}

function unique<Track extends TrackId>(tracks: readonly Track[]): Track[] {
  const keys = tracks.map(keyOf)
  return tracks.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

const NAMED_LAYOUTS: Record<string, number> = { mono: 1, quad: 4, hexagonal: 6, octagonal: 8 }

/** Of `48000 Hz, 5.1(side), fltp`: six. Two where it is not known. */
function channelsIn(what: string): number {
  const [, count, main, low, name = ''] =
    / Hz, (?:(\d+) channels|(\d+)\.(\d)|(\w+))/.exec(what) ?? []
  if (count) return Number(count)
  return main ? Number(main) + Number(low) : (NAMED_LAYOUTS[name] ?? 2)
}
