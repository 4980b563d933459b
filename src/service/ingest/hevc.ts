/** Renditions in HEVC beside those in H.264: smaller, and with HDR kept. */
import { type Ffmpeg, FfmpegError } from './ffmpeg.ts'
import type { Hdr } from './hdr.ts'
import { IngestError } from './ingest-error.ts'
import type { Rung } from './source.ts'

/** Against H.264 of the same quality. */
const RATE_SHARE = 0.6
/** x265 counts it otherwise than x264. */
const MORE_CRF = 4

/** @param ladder that of H.264 */
export function hevcLadder(ladder: readonly Rung[], hdr: Hdr | null): Rung[] {
  return ladder.map(({ name, kbps, crf, ...size }) => ({
    ...size,
    name: `${name}-hevc`,
    kbps: Math.round(kbps * RATE_SHARE),
    crf: crf + MORE_CRF,
    hevc: { hdr },
  }))
}

/** Arguments of ffmpeg. @param interval pictures from one keyframe to the next */
export function hevcArguments(
  { crf, hevc }: Rung,
  { preset, interval }: { preset: string; interval: number },
): (string | number)[] {
  const hdr = hevc?.hdr
  const parameters = [
    // x265 says how it encodes where ffmpeg says faults, and writes it into every stream.
    ...['log-level=error', 'info=0'],
    ...[`keyint=${interval}`, `min-keyint=${interval}`, 'scenecut=0', 'open-gop=0'],
    ...(hdr?.light ?? []),
  ]
  const colours = hdr
    ? ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020', '-color_trc', hdr.transfer]
    : []
  return [
    // Apple's players know this tag alone.
    ...['-c:v', 'libx265', '-tag:v', 'hvc1', '-preset', preset, '-crf', crf],
    ...['-x265-params', parameters.join(':'), ...colours],
  ]
}

/** Before hours of encoding. @throws IngestError where ffmpeg cannot encode it */
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

/** `hvc1.…` out of an hvcC box (ISO/IEC 14496-15, E.3). @param hvcC what is in the box */
export function hevcCodec(hvcC: Buffer): string {
  const [general, level] = [hvcC.readUInt8(1), hvcC.readUInt8(12)]
  const space = ['', 'A', 'B', 'C'][general >> 6]
  const profile = general & 0b11111
  const tier = general & 0b100000 ? 'H' : 'L'
  const compatible = [...hvcC.readUInt32BE(2).toString(2).padStart(32, '0')].reverse().join('')
  const constraints = [...hvcC.subarray(6, 12)]
  while (constraints.at(-1) === 0) constraints.pop()
  return [
    ...['hvc1', `${space}${profile}`, hex(Number.parseInt(compatible, 2)), `${tier}${level}`],
    ...constraints.map(hex),
  ].join('.')
}

const hex = (value: number) => value.toString(16).toUpperCase()
