/** HDR pictures: how bright their numbers are meant to be, and what their file says of the screen on which they were graded. */
export interface Hdr {
  /** Of HLS. */
  range: 'PQ' | 'HLG'
  /** Of ffmpeg. */
  transfer: string
  /** Mastering display and content light level as parameters of x265; empty where the file does not say them. */
  light: string[]
}

const RANGES = { smpte2084: 'PQ', 'arib-std-b67': 'HLG' } as const
type Transfer = keyof typeof RANGES

const MASTERING =
  /Mastering Display Metadata, has_primaries:1 has_luminance:1 r\(([\d.]+)[, ]+([\d.]+)\) g\(([\d.]+)[, ]+([\d.]+)\) b\(([\d.]+)[, ]+([\d.]+)\) wp\(([\d.]+)[, ]+([\d.]+)\) min_luminance=([\d.]+), max_luminance=([\d.]+)/
const LIGHT_LEVEL = /Content Light Level Metadata, MaxCLL=(\d+), MaxFALL=(\d+)/

/** @param said the line of the stream, and what is said below it; null where it is not HDR */
export function hdrIn(said: string): Hdr | null {
  const [line = ''] = said.split('\n')
  const transfer = (Object.keys(RANGES) as Transfer[]).find(name => line.includes(name))
  if (!transfer) return null
  const [, most, average] = LIGHT_LEVEL.exec(said) ?? []
  return {
    ...{ range: RANGES[transfer], transfer },
    light: [...masteringIn(said), ...(most ? [`max-cll=${most},${average}`] : [])],
  }
}

/** In the units of x265: 1/50000 of a chromaticity, 1/10000 of a candela per square metre. */
function masteringIn(said: string): string[] {
  const found = MASTERING.exec(said)
  if (!found) return []
  const [rx, ry, gx, gy, bx, by, wx, wy] = found.slice(1, 9).map(it => Math.round(+it * 50_000))
  const [darkest, brightest] = found.slice(9).map(it => Math.round(+it * 10_000))
  return [
    `master-display=G(${gx},${gy})B(${bx},${by})R(${rx},${ry})WP(${wx},${wy})L(${brightest},${darkest})`,
  ]
}
