/** What a video file holds, read from what ffmpeg says about it. */
export interface Source {
  /** Seconds. */
  duration: number
  video: { width: number; height: number; frameRate: number }
  audio: { index: number; language: string }[]
  /** Text subtitles alone: pictures of text cannot become captions. */
  captions: { index: number; language: string }[]
}

export class SourceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourceError'
  }
}

const TEXT_CODECS = /Subtitle: (subrip|srt|mov_text|webvtt|ass|ssa|text)/

/** ISO 639-2, as containers have it, to what playlists carry. */
const SHORT: Record<string, string> = {
  fas: 'fa',
  per: 'fa',
  eng: 'en',
  ara: 'ar',
  tur: 'tr',
  fra: 'fr',
  fre: 'fr',
  deu: 'de',
  ger: 'de',
  spa: 'es',
  rus: 'ru',
  kor: 'ko',
  jpn: 'ja',
  hin: 'hi',
}

/** @throws SourceError that says what is missing */
export function readSource(said: string): Source {
  const duration = durationOf(said)
  const streams = [...said.matchAll(/^\s*Stream #0:(\d+)(?:\[\w+\])?(?:\((\w+)\))?: (.*)$/gm)].map(
    ([, index, language, what]) => ({
      index: Number(index),
      language: languageOf(language),
      what: what ?? '',
    }),
  )
  const picture = streams.find(
    ({ what }) => what.startsWith('Video:') && !/attached pic/.test(what),
  )
  const size = /, (\d{2,5})x(\d{2,5})/.exec(picture?.what ?? '')
  if (!picture || !size) throw new SourceError('The file has no video in it.')
  if (!(duration > 0)) throw new SourceError('The file does not say how long it is.')
  const frameRate = Number(/([\d.]+) fps/.exec(picture.what)?.[1] ?? 25)
  return {
    duration,
    video: { width: Number(size[1]), height: Number(size[2]), frameRate },
    audio: named(streams.filter(({ what }) => what.startsWith('Audio:'))),
    captions: named(streams.filter(({ what }) => TEXT_CODECS.test(what))),
  }
}

function durationOf(said: string) {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):([\d.]+)/.exec(said) ?? []
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

function languageOf(tag: string | undefined) {
  if (!tag || tag === 'und') return ''
  return SHORT[tag] ?? tag.slice(0, 2)
}

/** A track that says no language counts as Persian; of two in one language the first is taken. */
function named(streams: { index: number; language: string }[]) {
  const seen = new Set<string>()
  return streams.flatMap(({ index, language }) => {
    const known = language || 'fa'
    if (seen.has(known)) return []
    seen.add(known)
    return [{ index, language: known }]
  })
}

export interface Rung {
  width: number
  height: number
  /** Kilobits per second at most. */
  kbps: number
  crf: number
}

const RUNGS = [
  { height: 240, kbps: 350, crf: 27 },
  { height: 360, kbps: 750, crf: 25 },
  { height: 480, kbps: 1_300, crf: 24 },
  { height: 720, kbps: 2_800, crf: 23 },
  { height: 1080, kbps: 5_200, crf: 22 },
]

/** Renditions up to the source's own height, the one to start with first; widths stay even. */
export function ladderOf({ width, height }: Source['video']): Rung[] {
  const fitting = RUNGS.filter(rung => rung.height <= height)
  const rungs = fitting.length > 0 ? fitting : [{ ...RUNGS[0], height: height - (height % 2) }]
  const sized = rungs.map(rung => ({
    kbps: 350,
    crf: 27,
    ...rung,
    width: 2 * Math.round((rung.height * width) / height / 2),
  }))
  const start = sized.find(rung => rung.height >= 480) ?? sized.at(-1)
  return [...sized.filter(rung => rung === start), ...sized.filter(rung => rung !== start)]
}
