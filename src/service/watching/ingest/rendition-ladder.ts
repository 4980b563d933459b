/** Renditions of a video: sizes, bit rates and frame rates. */
import type { Hdr } from './hdr.ts'
import type { Picture } from './picture.ts'

export interface Rung {
  /** `720p`: the number of lines in a 16:9 picture of this size. */
  name: string
  width: number
  height: number
  frameRate: number
  /** Maximum bit rate in kilobits per second. */
  kbps: number
  crf: number
  /** Set for HEVC, with the HDR that it keeps. */
  hevc?: { hdr: Hdr | null }
}

const RUNGS = [
  { lines: 240, kbps: 350, crf: 27 },
  { lines: 360, kbps: 750, crf: 25 },
  { lines: 480, kbps: 1_300, crf: 24 },
  { lines: 720, kbps: 2_800, crf: 23 },
  { lines: 1080, kbps: 5_200, crf: 22 },
  { lines: 1440, kbps: 9_000, crf: 21 },
  { lines: 2160, kbps: 16_000, crf: 21 },
]
const START_LINES = 480
/** Frame rate above which renditions smaller than the start rendition have half the frame rate. */
const HALVED_ABOVE = 30

/**
 * Returns renditions up to the source's size, the start rendition first. Each fits into a 16:9 picture, upright for
 * upright videos: a video of 1920×804 gets a rendition of 1080 lines by its width. Sizes are even.
 */
export function renditionLadder({
  width,
  height,
  frameRate,
}: Pick<Picture, 'width' | 'height' | 'frameRate'>): Rung[] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const even = (pixels: number) => Math.max(2, 2 * Math.round(pixels / 2))
  const scaled = RUNGS.map(({ lines, ...rung }) => {
    const scale = Math.min(lines / short, (lines * 16) / 9 / long)
    return { ...rung, lines, scale }
  })
  const fitting = scaled.filter(({ scale }) => scale < 1.01)
  const rungs = fitting.length > 0 ? fitting : scaled.slice(0, 1)
  const sized = rungs.map(({ lines, scale, ...rung }) => ({
    ...rung,
    lines,
    name: `${lines}p`,
    width: even(width * Math.min(1, scale)),
    height: even(height * Math.min(1, scale)),
    frameRate: frameRate > HALVED_ABOVE && lines < START_LINES ? frameRate / 2 : frameRate,
  }))
  const start = sized.find(({ lines }) => lines >= START_LINES) ?? sized.at(-1)
  const ordered = [...sized.filter(it => it === start), ...sized.filter(it => it !== start)]
  return ordered.map(({ lines: _, ...rung }) => rung)
}
