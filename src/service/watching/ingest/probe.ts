/** Describes a media file: its tracks with their own timestamps, and its chapters, as ffprobe reads them. */
import { z } from 'zod'
import { type Ffmpeg, FfmpegError } from './ffmpeg.ts'

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
  packets: number
  /** The reason for which ffmpeg cannot decode the track; null if it can. */
  fault: string | null
  channels: number
  picture: ProbedPicture | null
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
  /** Duration that the container states, in seconds; null if it states none, so that ffmpeg would guess it. */
  duration: number | null
  tracks: ProbedTrack[]
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
  format: z.object({ duration: Seconds, format_name: z.string().default('') }),
  chapters: z.array(z.object({ start_time: Seconds, tags: Tags })).default([]),
})
const Frames = z.object({
  frames: z
    .array(
      z.object({
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

const TYPES = ['video', 'audio', 'subtitle'] as const
/** A track that starts within a group of pictures, as recordings do, has its first whole picture later. */
const PACKETS_TO_TRY = [20, 600]

/**
 * Describes a file. Reads all of it, because only the timestamps of the packets say where a track really ends.
 * @throws FfmpegError if ffprobe cannot read the file
 */
export async function probeFile(ffmpeg: Ffmpeg, file: string): Promise<ProbedFile> {
  const words = ['-show_streams', '-show_format', '-show_chapters', '-of', 'json']
  const { streams, format, chapters } = Description.parse(
    JSON.parse(await ffmpeg.probe([...words, '-i', file])),
  )
  const packets = await readPackets(ffmpeg, file)
  const tracks: ProbedTrack[] = []
  for (const stream of streams) {
    const type = TYPES.find(it => it === stream.codec_type)
    if (!type) continue
    const { start, end, count } = packets.get(stream.index) ?? NO_PACKETS
    const first =
      type === 'subtitle'
        ? null
        : await firstFrame(ffmpeg, file, { ...stream, isEmpty: count === 0 })
    tracks.push({
      index: stream.index,
      type,
      codec: stream.codec_name ?? (tagName(stream.codec_tag_string) || 'unknown codec'),
      language: stream.tags.get('language') ?? '',
      title: stream.tags.get('title') ?? stream.tags.get('name') ?? '',
      dispositions: new Set(
        Object.keys(stream.disposition).filter(name => stream.disposition[name] === 1),
      ),
      start: first?.seconds ?? start,
      end,
      packets: count,
      fault: first?.fault ?? null,
      channels: stream.channels,
      picture: type === 'video' ? probedPicture(stream, first?.sideData ?? []) : null,
    })
  }
  return {
    duration: GUESSED_DURATION.has(format.format_name) ? null : format.duration,
    tracks,
    chapters: chapters.flatMap(({ start_time: start, tags }) => {
      const title = tags.get('title')?.trim()
      return title && start !== null ? [{ title, start }] : []
    }),
  }
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
}
const NO_PACKETS: Packets = { start: null, end: null, count: 0 }

/** Returns the first and last seconds of all streams by their index. */
async function readPackets(ffmpeg: Ffmpeg, file: string): Promise<Map<number, Packets>> {
  const found = new Map<number, Packets & { untimed: number }>()
  function add(line: string) {
    const fields = new Map(line.split('|').map(it => it.split('=', 2) as [string, string]))
    const secondsOf = (name: string) => {
      const seconds = Number.parseFloat(fields.get(name) ?? '')
      return Number.isFinite(seconds) ? seconds : null
    }
    const index = secondsOf('stream_index')
    // An edit list leaves out packets with a D.
    if (index === null || fields.get('flags')?.includes('D')) return
    const before = found.get(index) ?? { ...NO_PACKETS, untimed: 0 }
    const length = secondsOf('duration_time') ?? 0
    // Raw streams have no timestamps, so that their packets follow each other.
    const start = secondsOf('pts_time') ?? secondsOf('dts_time') ?? before.untimed
    found.set(index, {
      start: Math.min(before.start ?? start, start),
      end: Math.max(before.end ?? start, start + length),
      count: before.count + 1,
      untimed: before.untimed + length,
    })
  }
  let rest = ''
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time,flags'
  await ffmpeg.probe(['-show_entries', entries, '-of', 'compact=p=0', '-i', file], text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) add(line)
  })
  add(rest)
  return found
}

interface FirstFrame {
  seconds: number | null
  sideData: SideData[]
  fault: string | null
}

/** Decodes the beginning of a track. */
async function firstFrame(
  ffmpeg: Ffmpeg,
  file: string,
  {
    index,
    codec_name,
    isEmpty,
  }: { index: number; codec_name?: string | undefined; isEmpty: boolean },
): Promise<FirstFrame> {
  const none = { seconds: null, sideData: [] }
  if (codec_name === undefined) return { ...none, fault: 'ffmpeg does not know its codec' }
  if (isEmpty) return { ...none, fault: 'it is empty' }
  let fault = 'ffmpeg cannot decode it'
  for (const packets of PACKETS_TO_TRY) {
    const words = ['-select_streams', index, '-read_intervals', `%+#${packets}`, '-show_frames']
    try {
      const said = await ffmpeg.probe([...words, '-of', 'json', '-i', file])
      const [frame] = Frames.parse(JSON.parse(said)).frames
      const seconds = frame?.pts_time ?? frame?.best_effort_timestamp_time ?? null
      if (frame) return { seconds, sideData: frame.side_data_list, fault: null }
    } catch (error) {
      if (!(error instanceof FfmpegError)) throw error
      fault = `ffmpeg cannot decode it: ${error.message}`
    }
  }
  return { ...none, fault }
}
