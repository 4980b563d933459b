/** A video file as a CMAF HLS stream: a ladder of renditions, audio tracks, captions, storyboard and poster. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StreamDescription } from '../adapters/media/stream-store.ts'
import { encodeBook } from './audio-book.ts'
import { makeCaptions } from './captions.ts'
import type { Ffmpeg, Listeners } from './ffmpeg.ts'
import { readChapters } from './file-chapters.ts'
import { nameOf } from './language-name.ts'
import { colourFilters, pictureFilters } from './picture.ts'
import {
  bandwidthOf,
  codecOf,
  masterPlaylist,
  type Named,
  type Sheet,
  segmentsOf,
  stamp,
  storyboardFile,
} from './playlists.ts'
import {
  type AudioSource,
  ladderOf,
  type Rung,
  readAudioSource,
  readSource,
  type Source,
  SourceError,
} from './source.ts'

const SEGMENT_SECONDS = 4
/** From here on the storyboard is made of keyframes alone, which spares decoding the whole film again. */
const LONG_SECONDS = 300
const SHEET = { columns: 8, rows: 8, width: 160, height: 90 }

export interface Job {
  ffmpeg: Ffmpeg
  video: string
  /** The file is to be one of sound alone. */
  isAudioBook: boolean
  /** Where the stream is to lie; it appears there whole or not at all. */
  folder: string
  preset: string
  onProgress(share: number): void
  /** Hears in which encoding a file of captions was read. */
  onEncoding?: ((file: string, encoding: string) => void) | undefined
  /** Hears what ffmpeg says of damaged parts, and at about which second they are. */
  onDamage?: ((text: string, seconds: number) => void) | undefined
}

export interface Encoded {
  description: StreamDescription
  audio: Named[]
  captions: Named[]
}

/** Of the time that a file says it lasts: what is missing at its end is a fault beyond this. */
const TOLERATED_LOSS = { seconds: 2, share: 0.005 }

/** @throws SourceError, FfmpegError */
export async function encode(job: Job): Promise<Encoded> {
  const { ffmpeg, video, folder, isAudioBook } = job
  const said = await ffmpeg.describe(video)
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  const made = isAudioBook ? await bookOf(job, draft, said) : await filmOf(job, draft, said)
  const chapters = await readChapters(ffmpeg, video, join(draft, 'chapters.txt'))
  const description = { ...made.description, ...(chapters.length > 0 ? { chapters } : {}) }
  await writeFile(join(draft, 'stream.json'), `${JSON.stringify(description, null, 2)}\n`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true })
  await rename(draft, folder)
  job.onProgress(1)
  return { ...made, description }
}

async function bookOf(job: Job, draft: string, said: string): Promise<Encoded> {
  const { ffmpeg, video: file } = job
  const source = readAudioSource(said)
  const listeners = listenersOf(job, source)
  const made = await encodeBook({ ffmpeg, file, draft, source, listeners })
  verifyLength(source, made.duration ?? 0)
  const [first] = source.audio.map(({ language }) => ({ language, title: nameOf(language) }))
  const audio = first ? [first] : []
  const languages = audio.map(({ language }) => language)
  return { description: { ...made, audio: languages, captions: [] }, audio, captions: [] }
}

async function filmOf(job: Job, draft: string, said: string): Promise<Encoded> {
  const { ffmpeg, video } = job
  const source = readSource(said)
  const ladder = ladderOf(source.video)
  // Before the encoding, which takes hours: a file of captions that cannot be used is told at once.
  const captions = await makeCaptions(job, draft, source)
  await cut(job, draft, source, ladder)
  verifyLength(source, secondsIn(join(draft, ladder[0]?.name ?? '')))
  const audio = source.audio.map(({ language }) => ({ language, title: nameOf(language) }))
  const sheet = await makeStoryboard(job, draft, source)
  const shown = [...colourFilters(source.video.isHdr), 'scale=1280:-2'].join(',')
  const poster = ['-ss', source.duration * 0.1, '-i', video, '-frames:v', 1, '-vf', shown]
  await ffmpeg.run([...poster, '-q:v', 4, join(draft, 'poster.jpg')])
  await writeFile(join(draft, 'storyboard.vtt'), storyboardFile(source.duration, sheet))
  await writeFile(join(draft, 'master.m3u8'), await master(draft, ladder, audio, captions))
  const description: StreamDescription = {
    kind: 'vod',
    manifest: 'master.m3u8',
    duration: source.duration,
    audio: audio.map(({ language }) => language),
    captions: captions.map(({ language }) => language),
    thumbnails: 'storyboard.vtt',
  }
  return { description, audio, captions }
}

function listenersOf({ onProgress, onDamage }: Job, { duration }: AudioSource): Listeners {
  return {
    onSecond: seconds => onProgress(Math.min(0.97, (seconds / duration) * 0.97)),
    onFault: (text, seconds) => onDamage?.(text, seconds),
  }
}

const secondsIn = (folder: string) =>
  segmentsOf(folder).reduce((sum, { seconds }) => sum + seconds, 0)

/** ffmpeg ends well where a file breaks off. @throws SourceError */
function verifyLength({ duration, isDurationEstimated }: AudioSource, made: number): void {
  const tolerated = Math.max(TOLERATED_LOSS.seconds, duration * TOLERATED_LOSS.share)
  if (isDurationEstimated || made >= duration - tolerated) return
  throw new SourceError(
    `The file says that it lasts ${stamp(duration)}, and breaks off at ${stamp(made)}: it is damaged, or was not copied completely. Nothing was published.`,
  )
}

const nameOfAudio = (language: string) => `audio-${language}`

/** One run of ffmpeg for all renditions, so that the source is decoded once. */
async function cut(job: Job, draft: string, source: Source, ladder: Rung[]) {
  const { ffmpeg, video, preset } = job
  const { frameRate } = source.video
  const scaled = ladder.map(
    (rung, at) =>
      `[s${at}]${rung.frameRate < frameRate ? `fps=${rung.frameRate},` : ''}scale=${rung.width}:${rung.height}:flags=bicubic,setsar=1[v${at}]`,
  )
  const filters = pictureFilters(source.video).join(',')
  const split = `[0:v:0]${filters},split=${ladder.length}${ladder.map((_, at) => `[s${at}]`).join('')}`
  const pictures = ladder.map((rung, at) => [
    ...['-map', `[v${at}]`, '-c:v', 'libx264', '-preset', preset, '-profile:v', 'high'],
    ...['-g', keyframes(rung), '-keyint_min', keyframes(rung), '-sc_threshold', 0],
    ...['-crf', rung.crf, ...(source.video.isHdr ? COLOURS_OF_HD : [])],
    ...['-maxrate', `${rung.kbps}k`, '-bufsize', `${rung.kbps * 2}k`],
    ...hlsOutput(join(draft, rung.name)),
  ])
  const sounds = source.audio.map(({ index, language }) => [
    ...['-map', `0:${index}`, '-c:a', 'aac', '-b:a', '128k', '-ac', 2, '-ar', 48_000],
    ...hlsOutput(join(draft, nameOfAudio(language))),
  ])
  const folders = [
    ...ladder.map(({ name }) => name),
    ...source.audio.map(it => nameOfAudio(it.language)),
  ]
  for (const name of folders) await mkdir(join(draft, name), { recursive: true })
  const graph = [split, ...scaled].join(';')
  await ffmpeg.run(
    ['-i', video, '-filter_complex', graph, ...pictures.flat(), ...sounds.flat()],
    listenersOf(job, source),
  )
}

/** Tags of the encoded stream, which would be those of the source. */
const COLOURS_OF_HD = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']

/** Pictures from one keyframe to the next: two seconds. */
const keyframes = ({ frameRate }: Rung) => Math.round(frameRate * 2)

function hlsOutput(folder: string) {
  return [
    ...['-f', 'hls', '-hls_time', SEGMENT_SECONDS, '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments'],
    ...['-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', join(folder, 'seg%05d.m4s'), join(folder, 'index.m3u8')],
  ]
}

async function makeStoryboard(
  { ffmpeg, video }: Job,
  draft: string,
  { duration, video: { isHdr } }: Source,
): Promise<Sheet> {
  const every = Math.max(2, Math.ceil(duration / 600))
  const { columns, rows, width, height } = SHEET
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease`
  const filters = `fps=1/${every}:start_time=0,${colourFilters(isHdr).join(',')},${fit},pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,tile=${columns}x${rows}`
  const sheets = join(draft, 'storyboard-%03d.jpg')
  const frames = duration > LONG_SECONDS ? ['-skip_frame', 'nokey'] : []
  const output = ['-vf', filters, '-q:v', 5, '-start_number', 0, sheets]
  await ffmpeg.run([...frames, '-i', video, ...output])
  const name = (index: number) => `storyboard-${String(index).padStart(3, '0')}.jpg`
  if (!existsSync(join(draft, name(0))))
    throw new Error('No pictures could be taken from the video.')
  return { every, ...SHEET, name }
}

async function master(draft: string, ladder: Rung[], audio: Named[], captions: Named[]) {
  const renditions = await Promise.all(
    ladder.map(async rung => ({
      uri: `${rung.name}/index.m3u8`,
      bandwidth: bandwidthOf(segmentsOf(join(draft, rung.name))),
      width: rung.width,
      height: rung.height,
      frameRate: rung.frameRate,
      codecs: codecOf(await readFile(join(draft, rung.name, 'init.mp4'))),
    })),
  )
  return masterPlaylist({
    renditions,
    audio: audio.map(track => ({
      ...track,
      uri: `${nameOfAudio(track.language)}/index.m3u8`,
      bandwidth: bandwidthOf(segmentsOf(join(draft, nameOfAudio(track.language)))),
    })),
    captions: captions.map(track => ({ ...track, uri: `captions/${track.language}.m3u8` })),
  })
}
