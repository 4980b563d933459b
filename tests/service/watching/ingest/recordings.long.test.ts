/** Recordings, cut files and changes within a track: pictures begin at 0, and each flash in them is heard as a beep. */
import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeVideo } from '#src/service/watching/ingest/encode.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import { probeFile } from '#src/service/watching/ingest/probe.ts'
import { readSource } from '#src/service/watching/ingest/source.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'

const PROGRAM = process.env.FFMPEG_PATH || 'ffmpeg'
const SECONDS = 4
/** Begin and end of each flash in seconds. */
const FLASHES = [
  [0.52, 0.72],
  [1.52, 1.92],
  [2.92, 3.12],
  [3.6, 3.8],
]
const IS_FLASH = FLASHES.map(([from, to]) => `between(t,${from},${to})`).join('+')
const PICTURES = `color=black:s=160x90:r=25:d=${SECONDS},drawbox=c=white:t=fill:enable='${IS_FLASH}',noise=alls=8:allf=t`
const SOUND = `aevalsrc='sin(2*PI*880*t)*(${IS_FLASH})':d=${SECONDS}:s=48000`
const RATE = { pictures: 25, sound: 8_000 }
/** Encoders of sound add a frame before it, and ffmpeg bridges gaps of less than a tenth of a second late. */
const TOLERANCE = 0.1

type Case = {
  ending: string
  /** Arguments that encode the flashes and beeps. */
  args: string[]
  after?: (file: string) => Promise<void>
  /** Seconds of the result, and where its flashes begin; unknown where a recording is cut between two keyframes. */
  seconds?: number
  flashes?: number[]
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const OPEN_GROUPS = 'open-gop=1:bframes=3:keyint=25:min-keyint=25:scenecut=0'
const OPEN_264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-x264-params', OPEN_GROUPS]
const X265 = `log-level=error:${OPEN_GROUPS}:b-adapt=0`
const OPEN_265 = [
  ...'-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params'.split(' '),
  X265,
]
const MPEG_2 = ['-c:v', 'mpeg2video', '-b:v', '800k', '-bf', '2', '-g', '15', '-c:a', 'mp2']
const XVID = ['-c:v', 'mpeg4', '-vtag', 'XVID', '-bf', '2', '-b:v', '300k', '-c:a', 'libmp3lame']
const AC3 = (channels: number) => ['-c:a', 'ac3', '-ac', `${channels}`]
const clockFrom = (seconds: number) => ['-output_ts_offset', `${seconds}`]
const STARTS = FLASHES.map(([from = 0]) => from)
const WHOLE = { seconds: SECONDS, flashes: STARTS }
const TWICE = { seconds: 2 * SECONDS, flashes: [...STARTS, ...STARTS.map(it => it + SECONDS)] }

const CASES: [string, Case][] = [
  [
    'H.264 cut within an open group of pictures, with an edit list',
    { ending: 'mp4', args: OPEN_264, after: cut, seconds: 2.7, flashes: [0.2, 1.6, 2.3] },
  ],
  [
    'HEVC cut before leading pictures',
    { ending: 'mkv', args: OPEN_265, after: cut, seconds: 3, flashes: [0.5, 1.9, 2.6] },
  ],
  ['a recording of H.264 from a B-frame', { ending: 'ts', args: OPEN_264, after: behead }],
  ['a recording of HEVC from a B-frame', { ending: 'ts', args: OPEN_265, after: behead }],
  ['a recording of MPEG-2 from a B-frame', { ending: 'vob', args: MPEG_2, after: behead }],
  ['packed B-frames in AVI', { ending: 'avi', args: XVID, ...WHOLE }],
  [
    'a clock that starts again after 26.5 hours',
    { ending: 'ts', args: [...H264, ...clockFrom(95_440), '-muxdelay', '0'], ...WHOLE },
  ],
  [
    'two recordings, the second with an earlier clock',
    {
      ending: 'ts',
      args: [...H264, ...clockFrom(5_000)],
      after: file => append(file, H264),
      ...TWICE,
    },
  ],
  [
    'two recordings, the second with a later clock',
    {
      ending: 'ts',
      args: H264,
      after: file => append(file, [...H264, ...clockFrom(5_000)]),
      ...TWICE,
    },
  ],
  [
    'a change of size, shape and channels',
    {
      ending: 'ts',
      args: [...H264, ...AC3(2)],
      after: file => append(file, [...H264, '-s', '144x120', ...AC3(6), ...clockFrom(SECONDS)]),
      ...TWICE,
    },
  ],
]

describe.runIf(await hasFfmpeg())('flashes and beeps are together in', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordings-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(CASES)('%s', async (name, { ending, args, after, seconds, flashes }) => {
    const video = join(folder, `${name}.${ending}`)
    make(video, args)
    await after?.(video)
    const stream = join(folder, name)
    const { description, report } = await encodeVideo({
      ffmpeg: openFfmpeg(process.env.FFMPEG_PATH),
      video,
      isAudioBook: false,
      folder: stream,
      preset: 'ultrafast',
      onProgress: () => undefined,
    })
    expect(report.omitted).toEqual([])
    if (seconds) expect(description.duration).toBeCloseTo(seconds, 0)
    const inPictures = flashesIn(join(stream, '240p/index.m3u8'))
    const inSound = beepsIn(join(stream, 'audio-fa/index.m3u8'))
    expect(inPictures.length).toBeGreaterThan(1)
    if (flashes) expect(differences(inPictures, flashes)).toEqual([])
    expect(differences(inSound, inPictures)).toEqual([])
  })
})

test.runIf(await hasFfmpeg())('a track that begins late in a recording is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recordings-'))
  const video = join(folder, 'late.ts')
  // Longer than ffmpeg looks for tracks, and more bytes than it reads at the end for the duration.
  const before = join(folder, 'before.ts')
  const long = [
    '-f',
    'lavfi',
    '-i',
    'color=black:s=64x36:r=2:d=70',
    '-f',
    'lavfi',
    '-i',
    'sine=d=70',
  ]
  run(...long, ...H264, '-c:a', 'mp2', before)
  await append(video, ['-map', '0', '-map', '1', '-map', '1', ...H264, '-c:a', 'mp2'])
  const [middle, ends] = [await readFile(video), await readFile(before)]
  await writeFile(video, Buffer.concat([ends, middle, ends]))
  const source = readSource(await probeFile(openFfmpeg(process.env.FFMPEG_PATH), video))
  expect(source.audio).toHaveLength(1)
  expect(source.omitted).toMatchObject([
    { type: 'audio', track: 2, reason: 'undecodable', detail: expect.stringContaining('begins') },
  ])
  await rm(folder, { recursive: true })
})

/** Describes the times that differ. */
function differences(times: number[], expected: number[]): string[] {
  return Array.from({ length: Math.max(times.length, expected.length) }, (_, at) => at).flatMap(
    at =>
      Math.abs((times[at] ?? 0) - (expected[at] ?? 0)) < TOLERANCE
        ? []
        : [`${times[at]} s instead of ${expected[at]} s`],
  )
}

const run = (...args: string[]) =>
  execFileSync(PROGRAM, ['-v', 'error', '-y', ...args], { stdio: ['ignore', 'pipe', 'ignore'] })

function make(file: string, args: string[]) {
  run('-f', 'lavfi', '-i', PICTURES, '-f', 'lavfi', '-i', SOUND, ...args, file)
}

/** Leaves out the beginning without encoding. */
async function cut(file: string) {
  const made = file.replace(/(\.\w+)$/, '.cut$1')
  run('-ss', '1.3', '-i', file, '-c', 'copy', made)
  await rename(made, file)
}

/** Removes the first quarter of the bytes, as a recording begins at any packet. */
async function behead(file: string) {
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(bytes.length / 4))
}

/** Appends the flashes and beeps again, encoded with these arguments. */
async function append(file: string, args: string[]) {
  const other = `${file}.ts`
  make(other, args)
  await appendFile(file, await readFile(other))
}

function flashesIn(playlist: string): number[] {
  const filters = `fps=${RATE.pictures}:start_time=0,crop=iw/4:ih/4,scale=1:1,format=gray`
  const bytes = run('-i', playlist, '-vf', filters, '-f', 'rawvideo', '-')
  return startsIn(
    [...bytes].map(it => it > 128),
    RATE.pictures,
  )
}

function beepsIn(playlist: string): number[] {
  const bytes = run('-i', playlist, '-ac', '1', '-ar', `${RATE.sound}`, '-f', 's16le', '-')
  const samples = Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2))
  return startsIn(
    samples.map(it => Math.abs(it) > 1_000),
    RATE.sound,
  )
}

/** Returns the seconds at which something begins that was absent for a tenth of a second. */
function startsIn(isThere: boolean[], rate: number): number[] {
  let last = Number.NEGATIVE_INFINITY
  return isThere.flatMap((is, at) => {
    if (!is) return []
    const isStart = at - last > rate / 10
    last = at
    return isStart ? [at / rate] : []
  })
}
