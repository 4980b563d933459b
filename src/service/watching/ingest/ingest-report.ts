/** What an ingest took from a file and from the captions next to it, and what it left out. It is stored with the stream. */
import { z } from 'zod'
import { TRACK_KINDS } from '#src/contract/track-kinds.ts'
import type { FoundCaptions } from './captions.ts'
import { CUE_OMISSION_REASONS, isLostCue } from './cue-formats/cue.ts'
import type { AudioTrack, OmissionReason, OmittedFile, OmittedTrack } from './file-tracks.ts'
import type { AudioSource, Source } from './source.ts'
import { toTrackId } from './track-name.ts'

const TYPES = ['video', 'audio', 'captions', 'data', 'attachment'] as const
const REASONS = [
  'double',
  'one_track',
  'unwanted',
  'undecodable',
  'bitmap',
  'other_pictures',
  'other_program',
  'unusable',
  'no_media',
] as const satisfies OmissionReason[]

const id = {
  type: z.enum(TYPES),
  /** Number among the tracks of its type, from 1; missing for a file next to the video. */
  track: z.number().optional(),
  file: z.string().optional(),
  codec: z.string().optional(),
  language: z.string().optional(),
  kind: z.enum(TRACK_KINDS).optional(),
  /** Programme of a transport stream that has several; missing for sound and captions that are taken. */
  program: z.object({ number: z.number(), name: z.string() }).optional(),
}
const Taken = z.object({
  ...id,
  /** True if the file does not state the language. */
  isLanguageAssumed: z.boolean().optional(),
  /** Seconds after the first picture at which the sound begins; negative if its beginning is cut. */
  delay: z.number().optional(),
  /** Seconds of pictures before the first keyframe, which cannot be decoded. */
  undecodable: z.number().optional(),
  /** Seconds of silence that follow sound which ends before the pictures. */
  silence: z.number().optional(),
  /** Seconds of sound after the last picture, which are cut. */
  surplus: z.number().optional(),
  /** Numbers of cues after the last picture: left out, and cut. */
  droppedCues: z.number().optional(),
  cutCues: z.number().optional(),
  /** Parts of a file of captions that are not among the cues, with their lines. */
  cueOmissions: z
    .array(z.object({ line: z.number(), reason: z.enum(CUE_OMISSION_REASONS), text: z.string() }))
    .optional(),
  /** Lines of a file of captions with bytes that are no text. */
  badLines: z.array(z.number()).optional(),
})
const Omitted = z.object({
  ...id,
  reason: z.enum(REASONS),
  detail: z.string().optional(),
  isNamed: z.boolean().optional(),
})
export const IngestReport = z.object({ taken: z.array(Taken), omitted: z.array(Omitted) })
export type IngestReport = z.infer<typeof IngestReport>

export const EMPTY_REPORT: IngestReport = { taken: [], omitted: [] }

/** Differences below this many seconds are not mentioned: encoders of sound add some milliseconds. */
const NOTABLE = { delay: 0.1, end: 2 }

export function reportFilm(
  source: Source,
  captions: { found: readonly FoundCaptions[]; omitted: readonly (OmittedFile | OmittedTrack)[] },
): IngestReport {
  return {
    taken: [
      takenPictures(source),
      ...source.audio.map(it => takenAudio(it, source)),
      ...captions.found.map(({ origin, dropped, cut, omissions, badLines, ...rest }) => ({
        type: 'captions' as const,
        ...origin,
        ...toTrackId(rest),
        ...(dropped > 0 ? { droppedCues: dropped } : {}),
        ...(cut > 0 ? { cutCues: cut } : {}),
        ...(omissions.length > 0 ? { cueOmissions: omissions } : {}),
        ...(badLines.length > 0 ? { badLines } : {}),
      })),
    ],
    omitted: [...source.omitted, ...captions.omitted],
  }
}

export function reportBook(source: AudioSource): IngestReport {
  return { taken: source.audio.map(it => takenAudio(it, null)), omitted: source.omitted }
}

function takenPictures({ video, start }: Source): IngestReport['taken'][number] {
  const { track, codec, program, firstPacket } = video
  const undecodable = start - firstPacket
  return {
    type: 'video',
    track,
    codec,
    ...(program ? { program } : {}),
    ...(undecodable >= NOTABLE.delay ? { undecodable: rounded(undecodable) } : {}),
  }
}

function takenAudio(
  audio: AudioTrack,
  pictures: AudioSource | null,
): IngestReport['taken'][number] {
  const { track, codec, isLanguageAssumed } = audio
  const taken = { type: 'audio' as const, track, codec, ...toTrackId(audio), isLanguageAssumed }
  if (!pictures) return taken
  const delay = audio.start - pictures.start
  const silence = pictures.start + pictures.duration - audio.end
  return {
    ...taken,
    ...(Math.abs(delay) >= NOTABLE.delay ? { delay: rounded(delay) } : {}),
    ...(silence >= NOTABLE.end ? { silence: rounded(silence) } : {}),
    ...(-silence >= NOTABLE.end ? { surplus: rounded(-silence) } : {}),
  }
}

const rounded = (seconds: number) => Math.round(seconds * 1_000) / 1_000

/** True if something that the operator named in the command or by a file was not used. */
export function lacksNamedPart({ taken, omitted }: IngestReport): boolean {
  const files = taken.filter(({ file }) => file !== undefined)
  const hasLostCues = files.some(({ cueOmissions = [] }) => cueOmissions.some(isLostCue))
  return hasLostCues || omitted.some(({ isNamed }) => isNamed)
}
