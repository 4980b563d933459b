/** HDR pictures: their transfer function, and the display on which they were graded, according to the file. */
import { type ProbedPicture, ratioOf, type SideData } from './probe.ts'

export interface Hdr {
  /** Name of the range in HLS. */
  range: 'PQ' | 'HLG'
  /** Name of the transfer function in ffmpeg. */
  transfer: string
  /** Mastering display and content light level as x265 parameters; empty if the file does not state them. */
  light: string[]
}

const RANGES: Record<string, Hdr['range']> = { smpte2084: 'PQ', 'arib-std-b67': 'HLG' }
/** Units of x265: parts of one for chromaticity, and of a candela per square metre for luminance. */
const CHROMATICITY_UNIT = 50_000
const LUMINANCE_UNIT = 10_000

/** Returns the HDR properties; null if the picture is not HDR. */
export function hdrOf({
  transfer,
  sideData,
}: Pick<ProbedPicture, 'transfer' | 'sideData'>): Hdr | null {
  const range = RANGES[transfer]
  if (!range) return null
  return { range, transfer, light: [...masteringIn(sideData), ...lightLevelIn(sideData)] }
}

function masteringIn(sideData: readonly SideData[]): string[] {
  const display = sideData.find(it => 'red_x' in it && 'max_luminance' in it)
  if (!display) return []
  const point = (colour: string) =>
    ['x', 'y'].map(axis => scaled(display[`${colour}_${axis}`], CHROMATICITY_UNIT)).join(',')
  const [brightest, darkest] = [display.max_luminance, display.min_luminance].map(it =>
    scaled(it, LUMINANCE_UNIT),
  )
  const [red, green, blue, white] = ['red', 'green', 'blue', 'white_point'].map(point)
  return [`master-display=G(${green})B(${blue})R(${red})WP(${white})L(${brightest},${darkest})`]
}

function lightLevelIn(sideData: readonly SideData[]): string[] {
  const level = sideData.find(it => 'max_content' in it)
  return level ? [`max-cll=${Number(level.max_content)},${Number(level.max_average)}`] : []
}

/** ffprobe writes `34000/50000`. */
function scaled(ratio: unknown, unit: number): number {
  return Math.round(ratioOf(String(ratio)) * unit)
}
