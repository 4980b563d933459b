/** Encodes a video file as a CMAF HLS stream: a ladder of renditions, audio tracks, captions, storyboard and poster. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StreamDescription } from '../../platform/adapters/media/stream-store.ts'
import { encodeBook } from './audio-book.ts'
import { audioForms } from './audio-forms.ts'
import { captionsPart, findCaptions } from './captions.ts'
import { type Ffmpeg, FfmpegError } from './ffmpeg.ts'
import {
  type AudioCorrection,
  type AudioTrack,
  type OmittedTrack,
  omittedTrack,
} from './file-tracks.ts'
import {
  audioPart,
  type FilmJob,
  renditionPart,
  STORYBOARD,
  storyboardPart,
  type Timed,
} from './film-parts.ts'
import { fileVersion } from './fingerprint.ts'
import { hevcLadder } from './hevc.ts'
import { SourceError } from './ingest-error.ts'
import { type IngestReport, reportBook, reportFilm } from './ingest-report.ts'
import { colourFilters } from './picture.ts'
import { readSegments } from './playlists.ts'
import { type ProbedFile, probeFile } from './probe.ts'
import { type Rung, renditionLadder } from './rendition-ladder.ts'
import { readAudioSource, readSource, type Source, verifyEnd } from './source.ts'
import { describeTrack, type Named, toTrackId, trackLanguages } from './track-name.ts'
import { isWorkComplete, openWork, type Work, workRecordPath } from './work.ts'
import { writeMaster } from './write-master.ts'

export interface Job {
  ffmpeg: Ffmpeg
  video: string
  /** The content of the file if it is known. */
  probed?: ProbedFile | undefined
  /** True if the file must be audio only. */
  isAudioBook: boolean
  /** Folder of the stream; it appears when the stream is complete. */
  folder: string
  preset: string
  /** True for HEVC renditions in addition to H.264. */
  hasHevc?: boolean | undefined
  audioCorrections?: readonly AudioCorrection[] | undefined
  onProgress(share: number): void
  /** Called with the encoding of each caption file. */
  onEncoding?: ((file: string, encoding: string) => void) | undefined
  /** Called with ffmpeg's messages about damaged parts and their approximate second. */
  onDamage?: ((text: string, seconds: number) => void) | undefined
  /** Called with the parts that an interrupted run finished: `480p`, `audio-fa`. */
  onReuse?: ((parts: string[]) => void) | undefined
}

export interface Encoded {
  description: StreamDescription
  audio: Named[]
  captions: Named[]
  report: IngestReport
}

/**
 * Encodes a file; resumes an interrupted run if file and settings are the same.
 * @throws SourceError, FfmpegError
 */
export async function encodeVideo(job: Job): Promise<Encoded> {
  const { ffmpeg, video, folder, isAudioBook } = job
  const probed = job.probed ?? (await probeFile(ffmpeg, video))
  const draft = draftOf(folder)
  try {
    const made = isAudioBook ? await bookOf(job, draft, probed) : await filmOf(job, draft, probed)
    const chapters = chaptersFrom(probed, made.start)
    const description = {
      ...made.description,
      ...(chapters.length > 0 ? { chapters } : {}),
      report: made.report,
    }
    await writeFile(join(draft, 'stream.json'), `${JSON.stringify(description, null, 2)}\n`)
    await rm(folder, { recursive: true, force: true })
    await mkdir(dirname(folder), { recursive: true })
    await rename(draft, folder)
    job.onProgress(1)
    const { start: _, ...encoded } = made
    return { ...encoded, description }
  } catch (error) {
    // Another run would find the same file.
    if (error instanceof SourceError) await removeDraft(draft)
    throw error
  }
}

/** @param start second of the file at which the stream begins */
function chaptersFrom({ chapters }: ProbedFile, start: number) {
  return chapters.map(it => ({ ...it, start: Math.max(0, it.start - start) }))
}

/** True if an earlier stream is equal to the result of this job. */
export async function isEncoded({
  folder,
  video,
  preset,
}: Pick<Job, 'folder' | 'video' | 'preset'>) {
  return isWorkComplete(draftOf(folder), await fileVersion(video), preset)
}

/** Reopens a stream that was encoded with other settings, so that unaffected parts are used again. */
export async function reopenEncoded(folder: string): Promise<void> {
  await rm(draftOf(folder), { recursive: true, force: true })
  await rename(folder, draftOf(folder))
}

/** Removes all files of the stream from this machine. */
export async function removeEncoded(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await removeDraft(draftOf(folder))
}

const draftOf = (folder: string) => `${folder}.draft`

async function removeDraft(draft: string): Promise<void> {
  await rm(workRecordPath(draft), { force: true })
  await rm(draft, { recursive: true, force: true })
}

/** `start` is the second of the file at which the stream begins. */
type Made = Encoded & { start: number }

async function bookOf(job: Job, draft: string, probed: ProbedFile): Promise<Made> {
  const { ffmpeg, video: file, onProgress, onDamage } = job
  const source = readAudioSource(probed, job.audioCorrections)
  await removeDraft(draft)
  await mkdir(draft, { recursive: true })
  const listeners = {
    onSecond: (seconds: number) => onProgress(Math.min(DONE, (seconds / source.duration) * DONE)),
    onFault: (text: string, seconds: number) => onDamage?.(text, seconds),
  }
  const made = await encodeBook({ ffmpeg, file, draft, source, listeners })
  verifyEnd('sound should last', source.duration, made.duration ?? 0)
  const audio = source.audio.map(describeTrack)
  return {
    description: { ...made, audio: trackLanguages(audio), captions: [] },
    audio,
    captions: [],
    report: reportBook(source),
    start: source.start,
  }
}

async function filmOf(job: Job, draft: string, probed: ProbedFile): Promise<Made> {
  const { video, preset } = job
  const source = readSource(probed, job.audioCorrections)
  const h264 = renditionLadder(source.video)
  const ladder = [...h264, ...(job.hasHevc ? hevcLadder(h264, source.video.hdr) : [])]
  const work = await openWork(draft, await fileVersion(video))
  const texts = await findCaptions(job, source)
  await work.finish(captionsPart(texts.found, source.duration))
  const broken = await makeParts(job, work, { source, ladder, draft })
  await work.complete(preset)
  const whole = await withoutBroken(source, namedTracks(job, broken), draft)
  await makePoster(job, source, join(draft, 'poster.jpg'))
  const [audio, captions] = [whole.audio.map(describeTrack), texts.found.map(describeTrack)]
  await writeMaster(draft, { ladder, audio: whole.audio, captions })
  const description: StreamDescription = {
    kind: 'vod',
    manifest: 'master.m3u8',
    duration: source.duration,
    audio: trackLanguages(audio),
    captions: trackLanguages(captions),
    tracks: { audio: whole.audio.map(toTrackId), captions: texts.found.map(toTrackId) },
    thumbnails: `${STORYBOARD.folder}/${STORYBOARD.file}`,
  }
  return { description, audio, captions, report: reportFilm(whole, texts), start: source.start }
}

/** Share of the film after which the picture of the poster comes: the first pictures are often black. */
const POSTER_AT = 0.1

/** Some files cannot be searched; their poster is the first picture. */
async function makePoster({ ffmpeg, video }: Job, source: Source, file: string): Promise<void> {
  const shown = [...colourFilters(source.video.hdr), 'scale=1280:-2', 'setsar=1'].join(',')
  const output = ['-map', `0:${source.video.index}`, '-frames:v', 1, '-vf', shown, '-q:v', 4, file]
  const seek = ['-ss', source.duration * POSTER_AT]
  await ffmpeg.run([...seek, '-i', video, ...output]).catch(ignoreFailure)
  if (!existsSync(file)) await ffmpeg.run(['-i', video, ...output])
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof FfmpegError)) throw error
}

/** Shares of the progress: of all parts, and of non-picture work relative to a picture of the source's size. */
const DONE = 0.97
const WORK = { decoding: 0.2, hevc: 3, audio: 0.05, storyboard: 0.2 }

interface BrokenTrack {
  track: AudioTrack
  fault: string
  /** True if the operator described it. */
  isNamed?: boolean | undefined
}

const namedTracks = ({ audioCorrections = [] }: Job, broken: readonly BrokenTrack[]) =>
  broken.map(it => ({
    ...it,
    isNamed: audioCorrections.some(({ track }) => track === it.track.track),
  }))

/**
 * Encodes one by one, so that finished parts survive an interruption. The start rendition is first.
 * @returns the audio tracks that ffmpeg cannot encode
 */
async function makeParts(
  { ffmpeg, video, preset, onProgress, onDamage, onReuse }: Job,
  work: Work,
  { source, ladder, draft }: { source: Source; ladder: Rung[]; draft: string },
): Promise<BrokenTrack[]> {
  const film: FilmJob = { ffmpeg, video, source, preset }
  const pixels = ({ width, height, frameRate }: Pick<Rung, 'width' | 'height' | 'frameRate'>) =>
    width * height * frameRate
  const whole = pixels(source.video)
  const steps: { part: Timed; size: number; track?: AudioTrack }[] = [
    ...ladder.map(rung => ({
      part: renditionPart(film, rung),
      size: WORK.decoding + (pixels(rung) / whole) * (rung.hevc ? WORK.hevc : 1),
    })),
    ...audioForms(source.audio).flatMap(form =>
      source.audio.map(track => ({ part: audioPart(film, track, form), size: WORK.audio, track })),
    ),
    { part: storyboardPart(film), size: WORK.storyboard },
  ]
  const reused: string[] = []
  for (const { part } of steps) {
    const known = part(() => undefined)
    if (await work.has(known)) reused.push(known.name)
  }
  if (reused.length > 0) onReuse?.(reused)

  const broken: BrokenTrack[] = []
  const total = steps.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  for (const { part, size, track } of steps) {
    const tell = (share: number) => onProgress(((done + Math.min(1, share) * size) / total) * DONE)
    const named = part(seconds => tell(seconds / source.duration))
    try {
      const damages = await work.finish(named)
      for (const { text, seconds } of damages) onDamage?.(text, seconds)
    } catch (error) {
      const isBroken =
        track && error instanceof FfmpegError && !(await canDecode(film, track.index))
      if (!isBroken) throw error
      broken.push({ track, fault: `ffmpeg cannot decode it: ${error.message.split('\n').at(-1)}` })
    }
    if (named.name === ladder[0]?.name)
      verifyEnd('pictures should last', source.duration, secondsIn(join(draft, named.name)))
    tell(1)
    done += size
  }
  return broken
}

/** Tells a broken track from a full disk and a killed ffmpeg. */
async function canDecode({ ffmpeg, video }: FilmJob, index: number): Promise<boolean> {
  try {
    await ffmpeg.run(['-i', video, '-map', `0:${index}`, '-f', 'null', '-'])
    return true
  } catch (error) {
    ignoreFailure(error)
    return false
  }
}

/** Leaves the broken tracks out. @throws SourceError if no sound is left */
async function withoutBroken(
  source: Source,
  broken: readonly BrokenTrack[],
  draft: string,
): Promise<Source> {
  const isWhole = (track: AudioTrack) => broken.every(it => it.track !== track)
  const audio = source.audio.filter(isWhole)
  if (audio.length === 0 && broken.length > 0)
    throw new SourceError('sound', 'No sound of the file can be decoded. Nothing was published.')
  const used = audioForms(audio).flatMap(({ folder }) => audio.map(folder))
  const made = audioForms(source.audio).flatMap(({ folder }) => source.audio.map(folder))
  for (const folder of made)
    if (!used.includes(folder)) await rm(join(draft, folder), { recursive: true, force: true })
  const omitted = broken.map(({ track, fault, isNamed }): OmittedTrack => {
    return { ...omittedTrack('audio', 'undecodable', track), detail: fault, isNamed }
  })
  return { ...source, audio, omitted: [...source.omitted, ...omitted] }
}

const secondsIn = (folder: string) =>
  readSegments(folder).reduce((sum, { seconds }) => sum + seconds, 0)
