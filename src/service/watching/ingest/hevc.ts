/** HEVC renditions in addition to H.264: smaller, and with HDR. */
import { type Ffmpeg, FfmpegError } from './ffmpeg.ts'
import type { Hdr } from './hdr.ts'
import { IngestError } from './ingest-error.ts'
import type { Rung } from './rendition-ladder.ts'

/** Bit rate relative to H.264 of the same quality. */
const RATE_SHARE = 0.6
/** Added to the CRF of x264, because x265 uses a different scale. */
const MORE_CRF = 4

/** Returns the HEVC renditions. @param ladder H.264 renditions */
export function hevcLadder(ladder: readonly Rung[], hdr: Hdr | null): Rung[] {
  return ladder.map(({ name, kbps, crf, ...size }) => ({
    ...size,
    name: `${name}-hevc`,
    kbps: Math.round(kbps * RATE_SHARE),
    crf: crf + MORE_CRF,
    hevc: { hdr },
  }))
}

/** Returns arguments for ffmpeg. @param interval frames between keyframes */
export function hevcArguments(
  { crf, hevc }: Rung,
  { preset, interval }: { preset: string; interval: number },
): (string | number)[] {
  const hdr = hevc?.hdr
  const parameters = [
    // Prevents x265 from mixing its settings into ffmpeg's error output and from writing them into every stream.
    'log-level=error',
    'info=0',
    `keyint=${interval}`,
    `min-keyint=${interval}`,
    'scenecut=0',
    'open-gop=0',
    ...(hdr?.light ?? []),
  ]
  const colours = hdr
    ? ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc', hdr.transfer]
    : []
  return [
    // Apple's players accept only this tag.
    '-c:v',
    'libx265',
    '-tag:v',
    'hvc1',
    '-preset',
    preset,
    '-crf',
    crf,
    '-x265-params',
    parameters.join(':'),
    ...colours,
  ]
}

/** Verifies HEVC support before hours of encoding. @throws IngestError if ffmpeg cannot encode HEVC */
export async function verifyHevc(ffmpeg: Ffmpeg): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', 'color=size=64x64', '-frames:v', 1]
  const encoder = ['-c:v', 'libx265', '-x265-params', 'log-level=error']
  try {
    await ffmpeg.run([...picture, ...encoder, '-f', 'null', '-'])
  } catch (error) {
    if (!(error instanceof FfmpegError)) throw error
    throw new IngestError(`--hevc needs an ffmpeg with libx265: ${error.message}`)
  }
}

/** Returns `hvc1.…` for an hvcC box (ISO/IEC 14496-15, E.3). @param hvcC content of the box */
export function hevcCodec(hvcC: Buffer): string {
  const [general, level] = [hvcC.readUInt8(1), hvcC.readUInt8(12)]
  const space = ['', 'A', 'B', 'C'][general >> 6]
  const profile = general & 0b11111
  const tier = general & 0b100000 ? 'H' : 'L'
  const compatible = [...hvcC.readUInt32BE(2).toString(2).padStart(32, '0')].reverse().join('')
  const constraints = [...hvcC.subarray(6, 12)]
  while (constraints.at(-1) === 0) constraints.pop()
  return [
    'hvc1',
    `${space}${profile}`,
    hex(Number.parseInt(compatible, 2)),
    `${tier}${level}`,
    ...constraints.map(hex),
  ].join('.')
}

const hex = (value: number) => value.toString(16).toUpperCase()
