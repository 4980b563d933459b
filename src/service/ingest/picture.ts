/** The picture of a video as viewers are to see it, and the filters of ffmpeg that make it so. */

import { type Hdr, hdrIn } from './hdr.ts'

export interface Picture {
  /** Pixels as shown: upright, with square pixels. */
  width: number
  height: number
  frameRate: number
  isInterlaced: boolean
  hdr: Hdr | null
}

/** What ffmpeg shortens to two digits, in full. */
const FRAME_RATES = [24_000, 30_000, 48_000, 60_000, 120_000].map(rate => rate / 1_001)
const ROUNDING = 0.006
const DEFAULT_FRAME_RATE = 25
const NITS_OF_WHITE = 100

/** @param said the line of the stream, and what is said below it; null where it has no size */
export function readPicture(said: string): Picture | null {
  const [line = ''] = said.split('\n')
  const [, coded, height] = /, (\d{2,5})x(\d{2,5})/.exec(line) ?? []
  if (!coded || !height) return null
  const [, over, under] = /\[SAR (\d+):(\d+)/.exec(line) ?? []
  const ratio = Number(over) > 0 && Number(under) > 0 ? Number(over) / Number(under) : 1
  const shown = { width: Math.round(Number(coded) * ratio), height: Number(height) }
  const [, degrees] = /(?:rotation of|rotate\s*:) *(-?\d+)/.exec(said) ?? []
  const isOnSide = Math.abs(Number(degrees ?? 0)) % 180 === 90
  const rounded = Number(/([\d.]+) fps/.exec(line)?.[1] ?? DEFAULT_FRAME_RATE)
  return {
    ...(isOnSide ? { width: shown.height, height: shown.width } : shown),
    frameRate: FRAME_RATES.find(rate => Math.abs(rate - rounded) < ROUNDING) ?? rounded,
    isInterlaced: /\b(?:top|bottom) (?:first|coded first)/.test(line),
    hdr: hdrIn(said),
  }
}

/** Progressive pictures, of 8 bits in the colours of HD unless HDR is kept. ffmpeg turns them upright by itself. */
export function pictureFilters({ isInterlaced, hdr }: Picture, keepsHdr: boolean): string[] {
  return [
    ...(isInterlaced ? ['bwdif=mode=send_frame'] : []),
    ...(keepsHdr ? ['format=yuv420p10le'] : colourFilters(hdr)),
  ]
}

/** Tone-mapped where it is HDR: 8 bits cannot hold it, and players would show it pale. */
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
