import {
  type AudioCorrection,
  type AudioTrack,
  audioTracks,
  bookTrack,
  type CaptionTrack,
  captionTracks,
  type OmittedTrack,
  SourceError,
  type Stream,
  type Tracks,
} from './file-tracks.ts'
import type { Hdr } from './hdr.ts'
import { type Picture, readPicture } from './picture.ts'

/** What a file holds, read from what ffmpeg says about it. */
export interface AudioSource {
  /** Seconds. */
  duration: number
  /** The file does not say it, and ffmpeg guesses. */
  isDurationEstimated: boolean
  audio: AudioTrack[]
  omitted: OmittedTrack[]
  /** Index of the picture that stands for the file; null where it has none. */
  cover: number | null
}

export interface Source extends AudioSource {
  video: Picture
  /** Text subtitles alone: pictures of text cannot become captions. */
  captions: CaptionTrack[]
}

const TEXT_CODECS = /Subtitle: (subrip|srt|mov_text|webvtt|ass|ssa|text)/

/** The codes of ISO 639-2/B, which BCP 47 does not know, with those of ISO 639-1. */
const BIBLIOGRAPHIC: Record<string, string> = {
  ...{ alb: 'sq', arm: 'hy', baq: 'eu', bur: 'my', chi: 'zh', cze: 'cs', dut: 'nl', fre: 'fr' },
  ...{ geo: 'ka', ger: 'de', gre: 'el', ice: 'is', mac: 'mk', mao: 'mi', may: 'ms', per: 'fa' },
  ...{ rum: 'ro', slo: 'sk', tib: 'bo', wel: 'cy' },
}
/** Several languages, none, one without a code, or unknown; and those for private use. */
const NO_LANGUAGE = /^(?:mul|zxx|mis|und|q[a-t][a-z])$/

/** Of a film. @throws SourceError that says what is missing */
export function readSource(said: string, corrections?: readonly AudioCorrection[]): Source {
  const streams = streamsIn(said)
  const moving = streams.find(isMoving)
  const video = moving ? readPicture(moving.what) : null
  if (!video)
    throw new SourceError(
      'The file has no video in it. A file of sound alone belongs to a title with the flag audio_book.',
    )
  const sound = soundOf(said, streams, audioTracks(soundIn(streams), corrections))
  const captions = captionTracks(streams.filter(({ what }) => TEXT_CODECS.test(what)))
  return {
    ...{ ...sound, video, captions: captions.taken },
    omitted: [...sound.omitted, ...captions.omitted],
  }
}

/** Of an audio book. @throws SourceError */
export function readAudioSource(
  said: string,
  corrections?: readonly AudioCorrection[],
): AudioSource {
  const streams = streamsIn(said)
  if (streams.some(isMoving))
    throw new SourceError(
      'The file has a video in it, which nobody would see: the title is an audio book. Give a file of sound alone.',
    )
  const sound = soundOf(said, streams, bookTrack(soundIn(streams), corrections))
  if (sound.audio.length === 0) throw new SourceError('The file has no sound in it.')
  return sound
}

const STREAM = /^\s*Stream #0:(\d+)(?:\[\w+\])?(?:\((\w+)\))?: ([\s\S]*)$/

function streamsIn(said: string): Stream[] {
  return said.split(/\n(?=\s*Stream #0:)/).flatMap(part => {
    const [, index, language, what] = STREAM.exec(part) ?? []
    return what === undefined
      ? []
      : [{ index: Number(index), language: languageOf(language), what }]
  })
}

const isCover = ({ what }: Stream) => /^Video:.*\(attached pic\)/m.test(what)
const isMoving = (stream: Stream) => stream.what.startsWith('Video:') && !isCover(stream)

const soundIn = (streams: readonly Stream[]) =>
  streams.filter(({ what }) => what.startsWith('Audio:'))

function soundOf(said: string, streams: readonly Stream[], audio: Tracks<AudioTrack>): AudioSource {
  const duration = durationOf(said)
  if (!(duration > 0)) throw new SourceError('The file does not say how long it is.')
  return {
    duration,
    isDurationEstimated: said.includes('Estimating duration'),
    ...{ audio: audio.taken, omitted: audio.omitted },
    cover: streams.find(isCover)?.index ?? null,
  }
}

/** Seconds; 0 where it is not said. */
export function durationOf(said: string): number {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):([\d.]+)/.exec(said) ?? []
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/** ISO 639-2, as containers have it, as the shortest code of BCP 47; empty where it says none. */
export function languageOf(tag: string | undefined): string {
  if (!tag || NO_LANGUAGE.test(tag)) return ''
  try {
    return BIBLIOGRAPHIC[tag] ?? new Intl.Locale(tag).language
  } catch {
    return ''
  }
}

export interface Rung {
  /** `720p`: the lines of a picture of 16 to 9 in this size. */
  name: string
  width: number
  height: number
  frameRate: number
  /** Kilobits per second at most. */
  kbps: number
  crf: number
  /** Of one in HEVC, with the HDR that it keeps. */
  hevc?: { hdr: Hdr | null }
}

const RUNGS = [
  { lines: 240, kbps: 350, crf: 27 },
  { lines: 360, kbps: 750, crf: 25 },
  { lines: 480, kbps: 1_300, crf: 24 },
  { lines: 720, kbps: 2_800, crf: 23 },
  { lines: 1080, kbps: 5_200, crf: 22 },
  { lines: 1440, kbps: 9_000, crf: 21 },
  { lines: 2160, kbps: 16_000, crf: 21 },
]
const START_LINES = 480
/** Above this, renditions smaller than the one to start with have every other picture. */
const HALVED_ABOVE = 30

/**
 * Renditions up to the source's own size, the one to start with first. Each fits into a picture of 16 to 9, upright for upright videos: a
 * film of 1920×804 has one of 1080 lines by its width. Sizes are even.
 */
export function ladderOf({
  width,
  height,
  frameRate,
}: Pick<Picture, 'width' | 'height' | 'frameRate'>): Rung[] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2))
  const scaled = RUNGS.map(({ lines, ...rung }) => {
    const scale = Math.min(lines / short, (lines * 16) / 9 / long)
    return { ...rung, lines, scale }
  })
  const fitting = scaled.filter(({ scale }) => scale < 1.01)
  const rungs = fitting.length > 0 ? fitting : scaled.slice(0, 1)
  const sized = rungs.map(({ lines, scale, ...rung }) => ({
    ...rung,
    lines,
    name: `${lines}p`,
    width: even(width * Math.min(1, scale)),
    height: even(height * Math.min(1, scale)),
    frameRate: frameRate > HALVED_ABOVE && lines < START_LINES ? frameRate / 2 : frameRate,
  }))
  const start = sized.find(({ lines }) => lines >= START_LINES) ?? sized.at(-1)
  const ordered = [...sized.filter(it => it === start), ...sized.filter(it => it !== start)]
  return ordered.map(({ lines: _, ...rung }) => rung)
}
