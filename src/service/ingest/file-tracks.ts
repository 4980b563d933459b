/** Tracks of sound and text in a file, with their languages and kinds: as the file says, or an operator. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import type { AudioKind, CaptionKind, TrackKind } from '#src/contract/track-kinds.ts'
import { AUDIO_SIGNS, CAPTION_SIGNS, kindOf } from './track-kind.ts'
import { idOf, keyOf, type TrackId } from './track-name.ts'

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

/** What an operator says of a track of sound that its file does not, or says wrongly. */
export interface AudioCorrection {
  /** Among the tracks of sound, from 1. */
  track: number
  language: string
  kind?: AudioKind | undefined
}

/** Of two of one language and kind the first is taken. */
export interface Tracks<Track extends TrackId> {
  taken: Track[]
  omitted: OmittedTrack[]
}

export interface OmittedTrack extends TrackId {
  type: 'audio' | 'captions'
  /** Another one is of its language and kind; an audio book has one track of sound. */
  reason: 'double' | 'one_track'
  /** Among those of its type, from 1. */
  track: number
}

/**
 * A track that says no language counts as Persian. The usual ones come first. Where there is none, the first counts as one.
 *
 * @throws SourceError where a correction is of a track that is not there
 */
export function audioTracks(
  streams: readonly Stream[],
  corrections: readonly AudioCorrection[] = [],
): Tracks<AudioTrack> {
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
      ...withKind(given ? given.kind : (kindOf(stream.what, AUDIO_SIGNS) as AudioKind | undefined)),
    }
  })
  const isUsual = ({ kind }: AudioTrack) => kind === undefined
  const [first, ...others] = found
  const { kind: _, ...usual } = first ?? {}
  const all = first && !found.some(isUsual) ? [usual as AudioTrack, ...others] : found
  const ordered = [...all.filter(isUsual), ...all.filter(it => !isUsual(it))]
  return divided('audio', streams, ordered)
}

export interface CaptionTrack {
  index: number
  language: string
  kind?: CaptionKind
}

/** Captions of the file; those without a language count as Persian. */
export function captionTracks(streams: readonly Stream[]): Tracks<CaptionTrack> {
  const tracks = streams.map(stream => ({
    index: stream.index,
    language: stream.language || DEFAULT_LANGUAGE,
    ...withKind(kindOf(stream.what, CAPTION_SIGNS) as CaptionKind | undefined),
  }))
  return divided('captions', streams, tracks)
}

const withKind = <Kind extends TrackKind>(kind: Kind | undefined): { kind?: Kind } =>
  kind ? { kind } : {}

function divided<Track extends TrackId & { index: number }>(
  type: OmittedTrack['type'],
  streams: readonly Stream[],
  tracks: readonly Track[],
): Tracks<Track> {
  const keys = tracks.map(keyOf)
  const isFirst = (track: Track, at: number) => keys.indexOf(keyOf(track)) === at
  const omitted = tracks.filter((track, at) => !isFirst(track, at))
  return {
    taken: tracks.filter(isFirst),
    omitted: omitted.map(track => omittedTrack(track, { type, reason: 'double', streams })),
  }
}

function omittedTrack(
  track: TrackId & { index: number },
  {
    streams,
    ...why
  }: Pick<OmittedTrack, 'type' | 'reason'> & { streams: readonly Pick<Stream, 'index'>[] },
): OmittedTrack {
  const number = streams.findIndex(({ index }) => index === track.index) + 1
  return { ...why, track: number, ...idOf(track) }
}

/** The first track of an audio book; players have no choice of the others. */
export function bookTrack(
  streams: readonly Stream[],
  corrections?: readonly AudioCorrection[],
): Tracks<AudioTrack> {
  const { taken, omitted } = audioTracks(streams, corrections)
  const others = taken
    .slice(1)
    .map(track => omittedTrack(track, { type: 'audio', reason: 'one_track', streams }))
  const all = [...others, ...omitted.map(it => ({ ...it, reason: 'one_track' as const }))]
  return { taken: taken.slice(0, 1), omitted: all.sort((a, b) => a.track - b.track) }
}

const NAMED_LAYOUTS: Record<string, number> = { mono: 1, quad: 4, hexagonal: 6, octagonal: 8 }

/** Of `48000 Hz, 5.1(side), fltp`: six. Two where it is not known. */
function channelsIn(what: string): number {
  const [, count, main, low, name = ''] =
    / Hz, (?:(\d+) channels|(\d+)\.(\d)|(\w+))/.exec(what) ?? []
  if (count) return Number(count)
  return main ? Number(main) + Number(low) : (NAMED_LAYOUTS[name] ?? 2)
}
