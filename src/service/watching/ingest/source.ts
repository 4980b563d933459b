import {
  type AudioCorrection,
  type AudioTrack,
  audioTracks,
  bookTrack,
  type CaptionTrack,
  captionTracks,
  type OmittedTrack,
  otherProgram,
  type Tracks,
} from './file-tracks.ts'
import { SourceError } from './ingest-error.ts'
import { type Picture, pictureOf } from './picture.ts'
import { webVttTime } from './playlists.ts'
import type { ProbedFile, ProbedTrack, Program } from './probe.ts'

/** Content of a file that is used. */
export interface AudioSource {
  /** Seconds that the pictures last, or the sound of an audio book. */
  duration: number
  /** Second of the file at which they begin. */
  start: number
  audio: AudioTrack[]
  omitted: OmittedTrack[]
  /** Index of the cover picture; null if there is none. */
  cover: number | null
}

export interface Source extends AudioSource {
  /** Second of the file that is 0 for ffmpeg while it corrects a clock that jumps; null if the clock does not jump. */
  origin: number | null
  video: Picture & {
    /** Index in the file. */
    index: number
    /** Number among the tracks of pictures, from 1. */
    track: number
    codec: string
    /** The programme that is used; undefined if the file has fewer than two. */
    program: Program | undefined
    isTimed: boolean
    /** Second of the first packet: later pictures may be the first that can be decoded. */
    firstPacket: number
  }
  /** Text subtitles only: bitmap subtitles cannot become captions. */
  captions: CaptionTrack[]
}

/**
 * Tolerated difference from the duration that the file states; a larger loss at its end is an error. `share` is of the
 * duration.
 */
const TOLERATED_LOSS = { seconds: 2, share: 0.005 }

/** Codecs of single pictures. Cameras also make films of them. */
const STILL_CODECS = new Set([
  'mjpeg',
  'png',
  'bmp',
  'gif',
  'webp',
  'tiff',
  'jpeg2000',
  'jpegls',
  'jpegxl',
  'ppm',
  'targa',
])
const STILL_DISPOSITIONS = ['attached_pic', 'still_image', 'timed_thumbnails']

/** Selects the tracks of a video that are used. @throws SourceError that names what is missing */
export function readSource(file: ProbedFile, corrections?: readonly AudioCorrection[]): Source {
  const { video, omitted } = chosenPictures(file)
  const audioStreams = tracksOf(file, 'audio')
  const audio = audioTracks(audioStreams, corrections, video.programs)
  verifySound(audio)
  const captions = captionTracks(tracksOf(file, 'subtitle'), video.programs)
  return {
    ...video.timing,
    video: video.picture,
    cover: coverIn(file),
    audio: audio.taken,
    captions: captions.taken,
    omitted: [...omitted, ...audio.omitted, ...captions.omitted, ...extrasOf(file)],
    origin: file.hasJumps
      ? Math.min(video.picture.firstPacket, ...audio.taken.map(({ firstPacket }) => firstPacket))
      : null,
  }
}

/** Selects the tracks of an audio book that are used. @throws SourceError */
export function readAudioSource(
  file: ProbedFile,
  corrections?: readonly AudioCorrection[],
): AudioSource {
  const pictures = tracksOf(file, 'video')
  if (pictures.some(track => !STILL_CODECS.has(track.codec) && !isStill(track)))
    throw new SourceError(
      'audio_expected',
      'The file contains a video, but the title is an audio book. Give an audio file.',
    )
  const audio = bookTrack(tracksOf(file, 'audio'), corrections)
  verifySound(audio)
  const [track] = audio.taken
  if (!track) throw new SourceError('no_sound', 'The file contains no sound.')
  return {
    ...timingOf(file, track),
    audio: audio.taken,
    omitted: [...audio.omitted, ...extrasOf(file)],
    cover: coverIn(file) ?? pictures.find(({ fault }) => fault === null)?.index ?? null,
  }
}

const extrasOf = ({ extras }: ProbedFile) =>
  extras.map((it): OmittedTrack => ({ ...it, reason: 'no_media' }))

const tracksOf = (file: ProbedFile, type: ProbedTrack['type']) =>
  file.tracks.filter(track => track.type === type)

function isStill({ codec, dispositions, packets, start, end }: ProbedTrack): boolean {
  if (STILL_DISPOSITIONS.some(name => dispositions.has(name))) return true
  const seconds = (end ?? 0) - (start ?? 0)
  return STILL_CODECS.has(codec) && (packets <= 1 || packets < seconds)
}

const coverIn = (file: ProbedFile) =>
  tracksOf(file, 'video').find(track => isStill(track) && track.fault === null)?.index ?? null

/** Chooses the largest pictures that can be decoded. @throws SourceError */
function chosenPictures(file: ProbedFile) {
  const all = tracksOf(file, 'video')
  const moving = all.filter(track => !isStill(track))
  if (moving.length === 0)
    throw new SourceError(
      'no_video',
      'The file contains no video. An audio file requires a title with the flag audio_book.',
    )
  const usable = moving.flatMap(track => {
    const picture = track.fault === null ? pictureOf(track) : null
    return picture ? [{ track, picture }] : []
  })
  const [chosen] = usable.toSorted(
    (a, b) => b.picture.width * b.picture.height - a.picture.width * a.picture.height,
  )
  if (!chosen) {
    const [{ codec, fault } = { codec: '', fault: null }] = moving
    throw new SourceError(
      'pictures',
      `The pictures (${codec}) cannot be used: ${fault ?? 'their size is unknown'}.`,
    )
  }
  const omitted = moving.flatMap((track): OmittedTrack[] => {
    if (track === chosen.track) return []
    const { codec, fault } = track
    const common = { type: 'video', track: all.indexOf(track) + 1, codec } as const
    const program = otherProgram(track, chosen.track.programs)
    if (program) return [{ ...common, reason: 'other_program', program }]
    return fault === null
      ? [{ ...common, reason: 'other_pictures' }]
      : [{ ...common, reason: 'undecodable', detail: fault }]
  })
  const { index, codec, programs, isTimed } = chosen.track
  const timing = timingOf(file, chosen.track)
  const picture = {
    ...chosen.picture,
    index,
    codec,
    isTimed,
    track: all.indexOf(chosen.track) + 1,
    program: programs[0],
    firstPacket: chosen.track.firstPacket ?? timing.start,
  }
  return { video: { picture, programs, timing }, omitted }
}

/** @throws SourceError if the file has sound, but none of it can be decoded */
function verifySound({ taken, omitted }: Tracks<AudioTrack>): void {
  const broken = omitted.filter(({ reason }) => reason === 'undecodable')
  if (taken.length > 0 || broken.length === 0) return
  const names = broken.map(
    ({ track, codec, detail }) => `audio track ${track} (${codec}): ${detail}`,
  )
  const without = broken.map(({ track }) => `${track}=none`).join(',')
  throw new SourceError(
    'sound',
    `No sound of the file can be used: ${names.join('; ')}. To publish the video without sound, add --audio ${without}.`,
  )
}

/**
 * Returns the seconds of the file at which a track begins, and for how long it lasts.
 * @throws SourceError if the file ends before the time that it states
 */
function timingOf(
  file: ProbedFile,
  { start, end }: Pick<ProbedTrack, 'start' | 'end'>,
): Pick<AudioSource, 'start' | 'duration'> {
  const ends = file.tracks.map(track => track.end ?? 0)
  // A clock may begin below 0: that of a transport stream starts again every 26.5 hours.
  const begin = Math.min(0, ...file.tracks.map(track => track.start ?? 0))
  const reached = Math.max(0, ...ends) - begin
  if (file.duration !== null) verifyEnd('file states a duration of', file.duration, reached)
  const duration = Math.round(((end ?? 0) - (start ?? 0)) * 1e6) / 1e6
  if (!(duration > 0))
    throw new SourceError('no_time', 'The file has no timestamps, and no duration.')
  return { start: start ?? 0, duration }
}

/**
 * Verifies an end that was reached: ffmpeg exits successfully even if the file is truncated.
 * @throws SourceError
 */
export function verifyEnd(subject: string, expected: number, reached: number): void {
  const tolerated = Math.max(TOLERATED_LOSS.seconds, expected * TOLERATED_LOSS.share)
  if (reached >= expected - tolerated) return
  throw new SourceError(
    'incomplete',
    `The ${subject} ${webVttTime(expected)} but ends at ${webVttTime(reached)}: it is damaged, or was not copied completely. Nothing was published.`,
  )
}
