/** Parts of a video stream, with the arguments of ffmpeg for each. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import type { AudioForm } from './audio-forms.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import type { AudioTrack } from './file-tracks.ts'
import { hevcArguments } from './hevc.ts'
import { I_FRAMES, writeIFrames } from './i-frames.ts'
import { colourFilters, pictureFilters } from './picture.ts'
import { storyboardFile } from './playlists.ts'
import { type Rung, renditionLadder } from './rendition-ladder.ts'
import type { Source } from './source.ts'
import type { Part } from './work.ts'

const SEGMENT_SECONDS = 4
/** Duration above which the storyboard uses only keyframes, which avoids decoding the whole video again. */
const LONG_SECONDS = 300
const SHEET = { columns: 8, rows: 8, width: 160, height: 90 }

export interface FilmJob {
  ffmpeg: Ffmpeg
  video: string
  source: Source
  preset: string
}

/** @param onSecond called with the number of finished seconds of the part */
export type Timed = (onSecond: (seconds: number) => void) => Part

export function renditionPart({ ffmpeg, video, source, preset }: FilmJob, rung: Rung): Timed {
  const interval = keyframes(rung, source)
  const filters = [
    picturesFromZero(source),
    ...pictureFilters(source.video, rung.hevc?.hdr != null),
    // Applies to variable frame rates too: keyframes are counted in frames, and those of all renditions must align.
    `fps=${rung.frameRate}`,
    ...fitInto(rung),
    'setsar=1',
  ].join(',')
  const h264 = [
    '-c:v',
    'libx264',
    '-preset',
    preset,
    '-profile:v',
    'high',
    '-crf',
    rung.crf,
    ...(source.video.hdr ? COLOURS_OF_HD : []),
    '-g',
    interval,
    '-keyint_min',
    interval,
    '-sc_threshold',
    0,
  ]
  const output = [
    '-map',
    `0:${source.video.index}`,
    '-vf',
    filters,
    ...(rung.hevc ? hevcArguments(rung, { preset, interval }) : h264),
    '-maxrate',
    `${rung.kbps}k`,
    '-bufsize',
    `${rung.kbps * 2}k`,
  ]
  return onSecond => ({
    name: rung.name,
    settings: [output, SEGMENT_SECONDS, I_FRAMES],
    async make(folder, onFault) {
      const listeners = { onSecond, onFault }
      const outputs = [...output, ...hlsOutput(folder), ...readAllTracks(source)]
      await ffmpeg.run([...inputOptions(source), '-i', video, ...outputs], listeners)
      await writeIFrames(folder)
    },
  })
}

export function audioPart(
  { ffmpeg, video, source }: FilmJob,
  track: AudioTrack,
  { encoder, folder, formOf }: AudioForm,
): Timed {
  const { channels, kbps } = formOf(track)
  const output = [
    '-map',
    `0:${track.index}`,
    '-af',
    soundFilters(track, source),
    '-t',
    source.duration,
    '-c:a',
    encoder,
    '-b:a',
    `${kbps}k`,
    '-ac',
    channels,
    '-ar',
    48_000,
  ]
  return onSecond => ({
    name: folder(track),
    settings: [output, SEGMENT_SECONDS],
    make(folder, onFault) {
      const outputs = [...output, ...hlsOutput(folder), ...readAllTracks(source)]
      const input = [...inputOptions(source), '-i', video]
      return ffmpeg.run([...input, ...outputs], { onSecond, onFault })
    },
  })
}

/**
 * ffmpeg corrects a clock that jumps by the tracks that it reads, so that every run must read all: pictures and sound would
 * else be corrected by different amounts.
 */
function readAllTracks({ video, audio, origin }: Source): (string | number)[] {
  if (origin === null) return []
  const maps = [video, ...audio].flatMap(({ index }) => ['-map', `0:${index}`])
  return [...maps, '-c', 'copy', '-f', 'framecrc', devNull]
}

/** Keeps the timestamps of the file, unless ffmpeg must correct them. */
const inputOptions = ({ origin }: Source) => (origin === null ? ['-copyts'] : [])

/**
 * Returns the timestamp of a frame so that the first picture is at 0. The difference is a constant, because ffmpeg starts
 * the filters again if the size or the channels change within a track, as television does it.
 */
function fromZero(track: { isTimed: boolean }, { start, origin }: Source, delay: number): string {
  if (!track.isTimed) return `PTS-STARTPTS+(${delay.toFixed(6)})/TB`
  return `round(PTS-(${(start - (origin ?? 0)).toFixed(6)})/TB)`
}

const picturesFromZero = (source: Source) =>
  `setpts=${fromZero(source.video, source, 0)},trim=start=0`

/**
 * Lets the sound begin with the pictures: with silence if it begins later, cut if it begins earlier. Gaps within become
 * silence, and so does the rest after its end.
 */
function soundFilters(track: AudioTrack, source: Source): string {
  const delay = track.start - source.start
  const beginning = delay > 0 ? 'aresample=async=1:first_pts=0' : 'atrim=start=0,aresample=async=1'
  return `asetpts=${fromZero(track, source, delay)},${beginning},apad`
}

/** Pictures whose aspect ratio changes within the film, as that of television does, get black bars. */
function fitInto({ width, height }: Rung): string[] {
  const sizeWithin = (size: number, shown: string) =>
    `'if(lt(abs(dar*${height}/${width}-1),${SAME_SHAPE}),${size},2*round(min(${size},${shown})/2))'`
  const [fitWidth, fitHeight] = [
    sizeWithin(width, `${height}*dar`),
    sizeWithin(height, `${width}/dar`),
  ]
  return [
    `scale=w=${fitWidth}:h=${fitHeight}:flags=bicubic`,
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2`,
  ]
}

/** Difference between aspect ratios that is due to rounding. */
const SAME_SHAPE = 0.03

export const STORYBOARD = { folder: 'storyboard', file: 'storyboard.vtt' }

export function storyboardPart({ ffmpeg, video, source }: FilmJob): Timed {
  const { duration, video: picture } = source
  const every = Math.max(2, Math.ceil(duration / 600))
  const { columns, rows, width, height } = SHEET
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease`
  const filters = `${picturesFromZero(source)},fps=1/${every}:eof_action=pass,${colourFilters(picture.hdr).join(',')},${fit},pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:eval=frame,tile=${columns}x${rows}`
  // Other filters than these cannot change their size; starting them again would lose the pictures of a sheet.
  const change = picture.hdr ? [] : ['-reinit_filter', 0]
  const frames = [...change, ...(duration > LONG_SECONDS ? ['-skip_frame', 'nokey'] : [])]
  const output = ['-map', `0:${picture.index}`, '-vf', filters, '-q:v', 5, '-start_number', 0]
  const name = (index: number) => `storyboard-${String(index).padStart(3, '0')}.jpg`
  return onSecond => ({
    name: STORYBOARD.folder,
    settings: [frames, output],
    async make(folder) {
      const sheets = join(folder, 'storyboard-%03d.jpg')
      const outputs = [...output, sheets, ...readAllTracks(source)]
      const input = [...inputOptions(source), ...frames, '-i', video]
      await ffmpeg.run([...input, ...outputs], { onSecond })
      if (!existsSync(join(folder, name(0))))
        throw new Error('The video has no pictures for a storyboard.')
      const text = storyboardFile(duration, { every, ...SHEET, name })
      await writeFile(join(folder, STORYBOARD.file), text)
    },
  })
}

/** Colour tags of the encoded stream, which would otherwise be copied from the source. */
const COLOURS_OF_HD = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']

const KEYFRAME_SECONDS = 2
const ROUNDING = 1e-6

/**
 * Returns the number of frames between keyframes: two seconds or slightly more. All renditions have the same interval,
 * even those with half the frame rate. A shorter interval would give segments of six seconds.
 */
function keyframes({ frameRate }: Rung, { video }: Source): number {
  const slowest = Math.min(...renditionLadder(video).map(rung => rung.frameRate))
  const pictures = Math.ceil(slowest * KEYFRAME_SECONDS - ROUNDING)
  return Math.round((pictures * frameRate) / slowest)
}

function hlsOutput(folder: string) {
  return [
    // A timecode of the source would be reported as a damage, because segments have no place for it.
    '-map_metadata',
    -1,
    '-map_chapters',
    -1,
    '-f',
    'hls',
    '-hls_time',
    SEGMENT_SECONDS,
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'independent_segments',
    '-hls_fmp4_init_filename',
    'init.mp4',
    '-hls_segment_filename',
    join(folder, 'seg%05d.m4s'),
    join(folder, 'index.m3u8'),
  ]
}
