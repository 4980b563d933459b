/** A video file as a CMAF HLS stream: a ladder of renditions, audio tracks, captions, storyboard and poster. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StreamDescription } from '../adapters/media/stream-store.ts'
import { encodeBook } from './audio-book.ts'
import { audioForms } from './audio-forms.ts'
import { captionsPart, findCaptions } from './captions.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { readChapters } from './file-chapters.ts'
import { type AudioCorrection, type OmittedTrack, SourceError } from './file-tracks.ts'
import {
  audioPart,
  type FilmJob,
  renditionPart,
  STORYBOARD,
  storyboardPart,
  type Timed,
} from './film-parts.ts'
import { version } from './fingerprint.ts'
import { hevcLadder } from './hevc.ts'
import { colourFilters } from './picture.ts'
import { segmentsOf, stamp } from './playlists.ts'
import {
  type AudioSource,
  ladderOf,
  type Rung,
  readAudioSource,
  readSource,
  type Source,
} from './source.ts'
import { idOf, languagesOf, type Named, named } from './track-name.ts'
import { isComplete, openWork, recordOf, type Work } from './work.ts'
import { writeMaster } from './write-master.ts'

export interface Job {
  ffmpeg: Ffmpeg
  video: string
  /** The file is to be one of sound alone. */
  isAudioBook: boolean
  /** Where the stream is to lie; it appears there whole or not at all. */
  folder: string
  preset: string
  /** Renditions in HEVC beside those in H.264. */
  hasHevc?: boolean | undefined
  audioCorrections?: readonly AudioCorrection[] | undefined
  onProgress(share: number): void
  /** Hears in which encoding a file of captions was read. */
  onEncoding?: ((file: string, encoding: string) => void) | undefined
  /** Hears what ffmpeg says of damaged parts, and at about which second they are. */
  onDamage?: ((text: string, seconds: number) => void) | undefined
  /** Hears which tracks of the file are not taken. */
  onOmission?: ((tracks: OmittedTrack[]) => void) | undefined
  /** Hears which parts an interrupted run has finished: `480p`, `audio-fa`. */
  onReuse?: ((parts: string[]) => void) | undefined
}

export interface Encoded {
  description: StreamDescription
  audio: Named[]
  captions: Named[]
}

/** Of the time that a file says it lasts: what is missing at its end is a fault beyond this. */
const TOLERATED_LOSS = { seconds: 2, share: 0.005 }

/** Continues one that was interrupted, where file and settings are the same. @throws SourceError, FfmpegError */
export async function encode(job: Job): Promise<Encoded> {
  const { ffmpeg, video, folder, isAudioBook } = job
  const said = await ffmpeg.describe(video)
  const draft = draftOf(folder)
  try {
    const made = isAudioBook ? await bookOf(job, draft, said) : await filmOf(job, draft, said)
    const chapters = await readChapters(ffmpeg, video, join(draft, 'chapters.txt'))
    const description = { ...made.description, ...(chapters.length > 0 ? { chapters } : {}) }
    await writeFile(join(draft, 'stream.json'), `${JSON.stringify(description, null, 2)}\n`)
    await rm(folder, { recursive: true, force: true })
    await mkdir(dirname(folder), { recursive: true })
    await rename(draft, folder)
    job.onProgress(1)
    return { ...made, description }
  } catch (error) {
    // Another run would find the same file.
    if (error instanceof SourceError) await removeDraft(draft)
    throw error
  }
}

/** Whether a stream that was encoded before is the one that this job would make. */
export async function isEncoded({
  folder,
  video,
  preset,
}: Pick<Job, 'folder' | 'video' | 'preset'>) {
  return isComplete(draftOf(folder), await version(video), preset)
}

/** Takes up a stream that was encoded of other settings: what they do not change is used again. */
export async function reopen(folder: string): Promise<void> {
  await rm(draftOf(folder), { recursive: true, force: true })
  await rename(folder, draftOf(folder))
}

/** All that is on this machine. */
export async function removeEncoded(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await removeDraft(draftOf(folder))
}

const draftOf = (folder: string) => `${folder}.draft`

async function removeDraft(draft: string): Promise<void> {
  await rm(recordOf(draft), { force: true })
  await rm(draft, { recursive: true, force: true })
}

async function bookOf(job: Job, draft: string, said: string): Promise<Encoded> {
  const { ffmpeg, video: file, onProgress, onDamage } = job
  const source = readAudioSource(said, job.audioCorrections)
  job.onOmission?.(source.omitted)
  await removeDraft(draft)
  await mkdir(draft, { recursive: true })
  const listeners = {
    onSecond: (seconds: number) => onProgress(Math.min(DONE, (seconds / source.duration) * DONE)),
    onFault: (text: string, seconds: number) => onDamage?.(text, seconds),
  }
  const made = await encodeBook({ ffmpeg, file, draft, source, listeners })
  verifyLength(source, made.duration ?? 0)
  const audio = source.audio.map(named)
  return {
    description: { ...made, audio: languagesOf(audio), captions: [] },
    ...{ audio, captions: [] },
  }
}

async function filmOf(job: Job, draft: string, said: string): Promise<Encoded> {
  const { ffmpeg, video, preset } = job
  const source = readSource(said, job.audioCorrections)
  job.onOmission?.(source.omitted)
  const h264 = ladderOf(source.video)
  const ladder = [...h264, ...(job.hasHevc ? hevcLadder(h264, source.video.hdr) : [])]
  const work = await openWork(draft, await version(video))
  // Before the encoding, which takes hours: a file of captions that cannot be used is told at once.
  const found = await findCaptions(job, source)
  await work.finish(captionsPart(job, found, source.duration))
  await makeParts(job, work, { source, ladder, draft })
  await work.complete(preset)
  const [audio, captions] = [source.audio.map(named), found.map(named)]
  const shown = [...colourFilters(source.video.hdr), 'scale=1280:-2'].join(',')
  const poster = ['-ss', source.duration * 0.1, '-i', video, '-frames:v', 1, '-vf', shown]
  await ffmpeg.run([...poster, '-q:v', 4, join(draft, 'poster.jpg')])
  await writeMaster(draft, { ladder, audio: source.audio, captions })
  const description: StreamDescription = {
    kind: 'vod',
    manifest: 'master.m3u8',
    duration: source.duration,
    audio: languagesOf(audio),
    captions: languagesOf(captions),
    tracks: { audio: source.audio.map(idOf), captions: found.map(idOf) },
    thumbnails: `${STORYBOARD.folder}/${STORYBOARD.file}`,
  }
  return { description, audio, captions }
}

/** Shares of the progress: of all parts, and of work beside the pictures against that of a picture of the source's size. */
const DONE = 0.97
const WORK = { decoding: 0.2, hevc: 3, audio: 0.05, storyboard: 0.2 }

/** One by one, so that those which are finished outlive an interruption. The rendition to start with is first. */
async function makeParts(
  { ffmpeg, video, preset, onProgress, onDamage, onReuse }: Job,
  work: Work,
  { source, ladder, draft }: { source: Source; ladder: Rung[]; draft: string },
): Promise<void> {
  const film: FilmJob = { ffmpeg, video, source, preset }
  const pixels = ({ width, height, frameRate }: Pick<Rung, 'width' | 'height' | 'frameRate'>) =>
    width * height * frameRate
  const whole = pixels(source.video)
  const steps: { part: Timed; size: number }[] = [
    ...ladder.map(rung => ({
      part: renditionPart(film, rung),
      size: WORK.decoding + (pixels(rung) / whole) * (rung.hevc ? WORK.hevc : 1),
    })),
    ...audioForms(source.audio).flatMap(form =>
      source.audio.map(track => ({ part: audioPart(film, track, form), size: WORK.audio })),
    ),
    { part: storyboardPart(film), size: WORK.storyboard },
  ]
  const reused: string[] = []
  for (const { part } of steps) {
    const known = part(() => undefined)
    if (await work.has(known)) reused.push(known.name)
  }
  if (reused.length > 0) onReuse?.(reused)

  const total = steps.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const { part, size } of steps) {
    const tell = (share: number) => onProgress(((done + Math.min(1, share) * size) / total) * DONE)
    const named = part(seconds => tell(seconds / source.duration))
    const damages = await work.finish(named)
    for (const { text, seconds } of damages) onDamage?.(text, seconds)
    if (named.name === ladder[0]?.name) verifyLength(source, secondsIn(join(draft, named.name)))
    tell(1)
    done += size
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
