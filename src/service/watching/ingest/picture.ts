/** The picture of a video as shown to viewers, and the ffmpeg filters that produce it. */
import { type Hdr, hdrOf } from './hdr.ts'
import type { ProbedTrack } from './probe.ts'

export interface Picture {
  /** Displayed pixels: upright and square. */
  width: number
  height: number
  frameRate: number
  isInterlaced: boolean
  hdr: Hdr | null
}

/** Exact values of rates that containers store rounded. */
const FRAME_RATES = [24_000, 30_000, 48_000, 60_000, 120_000].map(rate => rate / 1_001)
const ROUNDING = 0.006
const DEFAULT_FRAME_RATE = 25
/** Devices are not required to play more; a little more is rounding. */
const MAX_FRAME_RATE = 60
const INTERLACED = new Set(['tt', 'bb', 'tb', 'bt'])
const NITS_OF_WHITE = 100

/** Returns the picture of a track; null if it has no size. */
export function pictureOf({ picture, ...timing }: ProbedTrack): Picture | null {
  if (!picture || picture.width < 2 || picture.height < 2) return null
  const shown = {
    width: Math.round(picture.width * picture.pixelRatio),
    height: picture.height,
  }
  const isOnSide = Math.abs(Math.round(picture.rotation)) % 180 === 90
  return {
    ...(isOnSide ? { width: shown.height, height: shown.width } : shown),
    frameRate: frameRateOf(picture.frameRate, timing),
    isInterlaced: INTERLACED.has(picture.fieldOrder),
    hdr: hdrOf(picture),
  }
}

/** Containers without a frame rate get one from ffmpeg that may be as high as their clock, so a high one is counted. */
function frameRateOf(
  stated: number,
  { start, end, packets }: Pick<ProbedTrack, 'start' | 'end' | 'packets'>,
): number {
  const isCredible = stated > 0 && stated <= MAX_FRAME_RATE + ROUNDING
  const seconds = (end ?? 0) - (start ?? 0)
  const counted = seconds > 0 && packets > 1 ? packets / seconds : 0
  const rate = isCredible ? stated : counted || stated || DEFAULT_FRAME_RATE
  const exact = FRAME_RATES.find(it => Math.abs(it - rate) < ROUNDING) ?? rate
  const divisor = Math.ceil((exact - ROUNDING) / MAX_FRAME_RATE)
  const capped = exact / Math.max(1, divisor)
  return FRAME_RATES.find(it => Math.abs(it - capped) < ROUNDING) ?? Math.round(capped * 100) / 100
}

/**
 * Returns filters for progressive pictures, with 8 bits in HD colours unless HDR is kept. ffmpeg rotates them
 * automatically.
 */
export function pictureFilters({ isInterlaced, hdr }: Picture, keepsHdr: boolean): string[] {
  return [
    ...(isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...(keepsHdr ? ['format=yuv420p10le'] : colourFilters(hdr)),
  ]
}

/** HDR is tone-mapped, because 8 bits cannot represent it and players would show it pale. */
export function colourFilters(hdr: Hdr | null): string[] {
  if (!hdr) return ['format=yuv420p']
  return [
    `zscale=t=linear:npl=${NITS_OF_WHITE}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p',
  ]
}
