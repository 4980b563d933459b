/** Describes a media file: its tracks with their own timestamps, and its chapters, as ffprobe reads them. */
import { stat } from 'node:fs/promises'
import { devNull } from 'node:os'
import { basename } from 'node:path'
import { z } from 'zod'
import { quoteText } from '#src/lib/text/visible.ts'
import { type Ffmpeg, FfmpegError } from './ffmpeg.ts'
import { SourceError } from './ingest-error.ts'

export interface ProbedTrack {
  /** Index in the file. */
  index: number
  type: 'video' | 'audio' | 'subtitle'
  /** Name of the codec; the container's tag if ffmpeg does not know it. */
  codec: string
  /** Language tag as the file states it; empty if it does not. */
  language: string
  title: string
  /** Names of the dispositions that are set: `default`, `forced`. */
  dispositions: ReadonlySet<string>
  /** Second of the first decoded picture or sound, else of the first packet; null if the track is empty. */
  start: number | null
  /** Second at which the last packet ends. */
  end: number | null
  /** Second of the first packet. */
  firstPacket: number | null
  /** False if the timestamps of its pictures or sound are missing, or are those of their decoding. */
  isTimed: boolean
  packets: number
  /** The reason for which ffmpeg cannot decode the track; null if it can. */
  fault: string | null
  channels: number
  picture: ProbedPicture | null
  /** Programmes of a transport stream that the track belongs to; empty if the file has fewer than two. */
  programs: readonly Program[]
}

/** A channel in a transport stream. */
export interface Program {
  number: number
  /** Empty if the stream does not name it. */
  name: string
}

/** Pixels as they are stored, and how they must be shown. */
export interface ProbedPicture {
  width: number
  height: number
  /** Width of a pixel relative to its height. */
  pixelRatio: number
  /** Degrees. */
  rotation: number
  /** Frames per second as the file states it; 0 if it does not. */
  frameRate: number
  fieldOrder: string
  transfer: string
  sideData: readonly SideData[]
}

export interface ProbedFile {
  /** Duration that the container states, in seconds; null if it states none, so that ffmpeg would guess it, or a wrong one. */
  duration: number | null
  tracks: ProbedTrack[]
  /** True if the clock of the file jumps, as in joined recordings. Times of tracks are as if it did not. */
  hasJumps: boolean
  /** Timecodes, fonts and other content that is neither pictures, sound nor captions, with its number among its type. */
  extras: { type: 'data' | 'attachment'; track: number; codec: string }[]
  /** `start` in seconds of the file's own timestamps. */
  chapters: { title: string; start: number }[]
}

const Tags = z
  .record(z.string(), z.string())
  .default({})
  .transform(
    tags => new Map(Object.entries(tags).map(([name, text]) => [name.toLowerCase(), text])),
  )
const Side = z.looseObject({
  side_data_type: z.string().default(''),
  rotation: z.coerce.number().optional().catch(undefined),
})
export type SideData = z.infer<typeof Side>
/** ffprobe writes `N/A` or nothing for an unknown number. */
const Seconds = z.coerce.number().nullable().catch(null).default(null)
const Stream = z.object({
  index: z.number(),
  codec_type: z.string().default('data'),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().default(''),
  width: z.number().default(0),
  height: z.number().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  field_order: z.string().default('unknown'),
  color_transfer: z.string().default(''),
  avg_frame_rate: z.string().default('0/0'),
  channels: z.number().default(0),
  disposition: z.record(z.string(), z.number()).default({}),
  tags: Tags,
  side_data_list: z.array(Side).default([]),
})
const Description = z.object({
  streams: z.array(Stream).default([]),
  programs: z
    .array(
      z.object({
        program_num: z.number(),
        tags: Tags,
        streams: z.array(z.object({ index: z.number() })).default([]),
      }),
    )
    .default([]),
  format: z.object({ duration: Seconds, format_name: z.string().default('') }),
  chapters: z.array(z.object({ start_time: Seconds, tags: Tags })).default([]),
})
type Description = z.infer<typeof Description>
const Frames = z.object({
  frames: z
    .array(
      z.object({
        key_frame: z.number().default(1),
        pts_time: Seconds,
        best_effort_timestamp_time: Seconds,
        side_data_list: z.array(Side).default([]),
      }),
    )
    .default([]),
})

/** Formats without a duration: ffmpeg guesses it from the bit rate. */
const GUESSED_DURATION = new Set([
  'mp3',
  'aac',
  'ac3',
  'eac3',
  'dts',
  'amr',
  'loas',
  'truehd',
  'h264',
  'hevc',
  'm4v',
  'mpegvideo',
  'mpeg',
  'av1',
  'obu',
])

/** Formats whose clock may jump; ffmpeg corrects it while it reads them. */
const JUMPING_CLOCK = new Set(['mpegts', 'mpeg'])
/** A clock that is wrong by more is corrected, as ffmpeg does (-dts_delta_threshold). Seconds. */
const JUMP = { either: 10, back: 0.1 }

const TYPES = ['video', 'audio', 'subtitle'] as const
/** A track that starts within a group of pictures, as recordings do, has its first whole picture later. */
const PACKETS_TO_TRY = [20, 600]

/**
 * Describes a file. Reads all of it, because only the timestamps of the packets say where a track really ends.
 * @throws SourceError if it is not a media file, or is incomplete; FfmpegError if ffprobe fails
 */
export async function probeFile(ffmpeg: Ffmpeg, file: string): Promise<ProbedFile> {
  const { streams, programs, format, chapters } = await readDescription(ffmpeg, file)
  const programsOf = programsByTrack(programs.length > 1 ? programs : [])
  const { packets, hasJumps } = await readPackets(ffmpeg, file, {
    canJump: JUMPING_CLOCK.has(format.format_name),
    programsOf,
  })
  const tracks: ProbedTrack[] = []
  for (const stream of streams) {
    const type = TYPES.find(it => it === stream.codec_type)
    if (!type) continue
    const { start, end, count, isCut } = packets.get(stream.index) ?? NO_PACKETS
    const first =
      type === 'subtitle'
        ? null
        : await firstFrame(ffmpeg, file, { ...stream, isEmpty: count === 0, isCut })
    const isDecodingTime = type === 'video' && format.format_name === 'avi'
    const firstSecond = isDecodingTime ? null : (first?.seconds ?? null)
    tracks.push({
      index: stream.index,
      type,
      codec: stream.codec_name ?? (tagName(stream.codec_tag_string) || 'unknown codec'),
      language: stream.tags.get('language') ?? '',
      title: stream.tags.get('title') ?? stream.tags.get('name') ?? '',
      dispositions: new Set(
        Object.keys(stream.disposition).filter(name => stream.disposition[name] === 1),
      ),
      start: firstSecond ?? start,
      end,
      firstPacket: start,
      isTimed: firstSecond !== null,
      packets: count,
      fault: first?.fault ?? null,
      channels: stream.channels,
      picture: type === 'video' ? probedPicture(stream, first?.sideData ?? []) : null,
      programs: programsOf(stream.index),
    })
  }
  if (JUMPING_CLOCK.has(format.format_name)) tracks.push(...(await findLateTracks(ffmpeg, file)))
  return {
    duration: hasJumps || GUESSED_DURATION.has(format.format_name) ? null : format.duration,
    tracks,
    hasJumps,
    extras: extrasOf(streams, chapters.length > 0),
    chapters: chapters.flatMap(({ start_time: start, tags }) => {
      const title = tags.get('title')?.trim()
      return title && start !== null ? [{ title, start }] : []
    }),
  }
}

const NEW_STREAM =
  /New (video|audio|subtitle) stream \D*(?:0:)?(\d+) at pos:-?\d+ and DTS:([\d.]*)/g

/** Finds tracks that begin late in a recording. ffprobe does not list them, and ffmpeg does not use them. */
async function findLateTracks(ffmpeg: Ffmpeg, file: string): Promise<ProbedTrack[]> {
  let messages = ''
  const output = ['-map', '0:v?', '-map', '0:a?', '-c', 'copy', '-f', 'framecrc', devNull]
  await ffmpeg
    .run(['-i', file, ...output], {
      onMessages(text) {
        messages += text
      },
    })
    .catch(error => {
      if (!(error instanceof FfmpegError)) throw error
    })
  return [...messages.matchAll(NEW_STREAM)].map(([, type, index, seconds]) => ({
    index: Number(index),
    type: type as ProbedTrack['type'],
    codec: 'unknown codec',
    language: '',
    title: '',
    dispositions: new Set<string>(),
    start: null,
    end: null,
    firstPacket: null,
    isTimed: false,
    packets: 0,
    fault: lateFault(seconds),
    channels: 0,
    picture: null,
    programs: [],
  }))
}

function lateFault(seconds = ''): string {
  const at = seconds ? ` (at second ${Math.round(Number(seconds))} of the clock of the file)` : ''
  return `ffmpeg does not find it, because it begins late${at}. Cut the recording there`
}

const INCOMPLETE = /moov atom not found/
const NOT_MEDIA = /Invalid data found when processing input/

async function readDescription(ffmpeg: Ffmpeg, file: string) {
  const name = quoteText(basename(file))
  const { size } = await stat(file)
  if (size === 0) throw new SourceError('empty', `${name} is empty (0 bytes). Copy it again.`)
  const shown = ['-show_streams', '-show_programs', '-show_format', '-show_chapters']
  try {
    const said = await ffmpeg.probe([...shown, '-of', 'json', '-i', file])
    return Description.parse(JSON.parse(said))
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error
    if (INCOMPLETE.test(error.output))
      throw new SourceError(
        'incomplete',
        `${name} has no index (moov), which is written when a recording or a copy ends: it is incomplete, or not an MP4 file. Copy it again, or repair it with the program that recorded it.`,
      )
    if (NOT_MEDIA.test(error.output))
      throw new SourceError(
        'not_media',
        `${name} is not a media file, or it is damaged: ffmpeg cannot read it. Play it on this machine, then copy it again.`,
      )
    throw error
  }
}

function programsByTrack(programs: Description['programs']) {
  return (index: number): Program[] =>
    programs
      .filter(({ streams }) => streams.some(it => it.index === index))
      .map(({ program_num: number, tags }) => ({
        number,
        name: tags.get('service_name')?.trim() ?? '',
      }))
}

/** Chapters of MP4 are a track of data, which is used. */
function extrasOf(streams: z.infer<typeof Stream>[], hasChapters: boolean): ProbedFile['extras'] {
  return (['data', 'attachment'] as const).flatMap(type =>
    streams
      .filter(it => it.codec_type === type)
      .map((stream, at) => ({
        type,
        track: at + 1,
        codec: stream.tags.get('filename') ?? stream.codec_name ?? tagName(stream.codec_tag_string),
        isChapters: hasChapters && tagName(stream.codec_tag_string) === 'text',
      }))
      .filter(({ isChapters }) => !isChapters)
      .map(({ isChapters: _, ...it }) => it),
  )
}

/** Containers without tags of four letters have `[0][0][0][0]`. */
const tagName = (tag: string) => tag.replace(/\[\d+\]/g, '').trim()

/** Returns the duration in seconds that a file of ours states. @throws FfmpegError */
export async function readDuration(ffmpeg: Ffmpeg, file: string): Promise<number> {
  const said = await ffmpeg.probe(['-show_entries', 'format=duration', '-of', 'json', '-i', file])
  return Description.parse(JSON.parse(said)).format.duration ?? 0
}

function probedPicture(stream: z.infer<typeof Stream>, ofFrame: SideData[]): ProbedPicture {
  const sideData = [...stream.side_data_list, ...ofFrame]
  return {
    width: stream.width,
    height: stream.height,
    pixelRatio: ratioOf(stream.sample_aspect_ratio) || 1,
    rotation: sideData.find(it => it.rotation !== undefined)?.rotation ?? 0,
    frameRate: ratioOf(stream.avg_frame_rate),
    fieldOrder: stream.field_order,
    transfer: stream.color_transfer,
    sideData,
  }
}

/** Returns 1.5 for `3:2` and `3/2`, and 0 if it is not a ratio. */
export function ratioOf(text: string): number {
  const [over, under] = text.split(/[:/]/).map(Number)
  const ratio = Number(over) / Number(under ?? 1)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 0
}

interface Packets {
  start: number | null
  end: number | null
  count: number
  /** True if the first packet needs earlier ones to be decoded. */
  isCut: boolean
  /** Second at which the next packet is expected; null before the first one with a timestamp. */
  next: number | null
}
const NO_PACKETS: Packets = { start: null, end: null, count: 0, isCut: false, next: null }

/** Returns the first and last seconds of all streams by their index, after corrections of a clock that jumps. */
async function readPackets(
  ffmpeg: Ffmpeg,
  file: string,
  { canJump, programsOf }: { canJump: boolean; programsOf: (index: number) => Program[] },
) {
  const packets = new Map<number, Packets & { untimed: number }>()
  /** Corrections in seconds, and last seconds after them, of each programme. */
  const clocks = new Map<number | undefined, { correction: number; last: number | null }>()
  let hasJumps = false
  function add(line: string) {
    const fields = new Map(line.split('|').map(it => it.split('=', 2) as [string, string]))
    const secondsOf = (name: string) => {
      const seconds = Number.parseFloat(fields.get(name) ?? '')
      return Number.isFinite(seconds) ? seconds : null
    }
    const index = secondsOf('stream_index')
    if (index === null) return
    const flags = fields.get('flags') ?? ''
    const type = fields.get('codec_type')
    const before = packets.get(index) ?? { ...NO_PACKETS, untimed: 0, isCut: !flags.includes('K') }
    packets.set(index, before)
    // An edit list leaves out packets with a D.
    if (flags.includes('D')) return
    const length = secondsOf('duration_time') ?? 0
    const decoded = secondsOf('dts_time')
    const number = programsOf(index)[0]?.number
    const clock = clocks.get(number) ?? { correction: 0, last: null }
    clocks.set(number, clock)
    if (canJump && decoded !== null && (type === 'video' || type === 'audio')) {
      const corrected = decoded + clock.correction
      const jump = corrected - (before.next ?? clock.last ?? corrected)
      const isBack = before.next !== null && jump < -JUMP.back - length
      if (isBack || Math.abs(jump) > JUMP.either) {
        clock.correction -= jump
        hasJumps = true
      }
      clock.last = decoded + clock.correction
      before.next = clock.last + length
    }
    // Raw streams have no timestamps, so that their packets follow each other.
    const stated = secondsOf('pts_time') ?? decoded
    const start = stated === null ? before.untimed : stated + clock.correction
    packets.set(index, {
      ...before,
      start: Math.min(before.start ?? start, start),
      end: Math.max(before.end ?? start, start + length),
      count: before.count + 1,
      untimed: before.untimed + length,
    })
  }
  let rest = ''
  const entries = 'packet=codec_type,stream_index,pts_time,dts_time,duration_time,flags'
  await ffmpeg.probe(['-show_entries', entries, '-of', 'compact=p=0', '-i', file], text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) add(line)
  })
  add(rest)
  return { packets, hasJumps }
}

interface FirstFrame {
  seconds: number | null
  sideData: SideData[]
  fault: string | null
}

/** Decodes the beginning of a track. Pictures of a track that is cut are whole from a keyframe on; before it, some codecs are grey. */
async function firstFrame(
  ffmpeg: Ffmpeg,
  file: string,
  {
    index,
    codec_name,
    isEmpty,
    isCut,
  }: { index: number; codec_name?: string | undefined; isEmpty: boolean; isCut: boolean },
): Promise<FirstFrame> {
  const none = { seconds: null, sideData: [] }
  if (codec_name === undefined) return { ...none, fault: 'ffmpeg does not know its codec' }
  if (isEmpty) return { ...none, fault: 'it is empty' }
  let fault = 'ffmpeg cannot decode it'
  let first: FirstFrame | undefined
  for (const packets of PACKETS_TO_TRY) {
    const words = ['-select_streams', index, '-read_intervals', `%+#${packets}`, '-show_frames']
    try {
      const said = await ffmpeg.probe([...words, '-of', 'json', '-i', file])
      const { frames } = Frames.parse(JSON.parse(said))
      const whole = isCut ? frames.find(it => it.key_frame === 1) : frames[0]
      const frame = whole ?? frames[0]
      if (!frame) continue
      const seconds = frame.pts_time ?? frame.best_effort_timestamp_time
      first ??= { seconds, sideData: frame.side_data_list, fault: null }
      if (whole) return { seconds, sideData: frame.side_data_list, fault: null }
    } catch (error) {
      if (!(error instanceof FfmpegError)) throw error
      fault = `ffmpeg cannot decode it: ${error.message}`
    }
  }
  return first ?? { ...none, fault }
}
