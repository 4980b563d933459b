/** Pictures as planes of YUV 4:2:0 (BT.709, limited range), as the encoder wants them, with the transparency of a layer. */

/** Parts of the rows of a plane that are not transparent: first row's number of parts, then start, end and kind of each. */
type Runs = Int32Array[]
const OPAQUE = 1
const MIXED = 2

interface Plane {
  width: number
  height: number
  alpha: Uint8Array
  runs: Runs
}

export interface Layer {
  luma: Plane & { y: Uint8Array }
  /** One plane for even and one for odd horizontal offsets, because a sample of colour covers two pixels. */
  chroma: [Plane & { u: Uint8Array; v: Uint8Array }, Plane & { u: Uint8Array; v: Uint8Array }]
}

export interface Frame {
  width: number
  height: number
  /** Y, U and V, one after another. */
  bytes: Uint8Array
  y: Uint8Array
  u: Uint8Array
  v: Uint8Array
}

export function createFrame(width: number, height: number): Frame {
  const luma = width * height
  const colour = (width / 2) * (height / 2)
  const bytes = new Uint8Array(luma + 2 * colour)
  return {
    width,
    height,
    bytes,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + colour),
    v: bytes.subarray(luma + colour),
  }
}

function runsOf(alpha: Uint8Array, width: number, height: number): Runs {
  return Array.from({ length: height }, (_, row) => {
    const found: number[] = []
    const end = (row + 1) * width
    for (let at = row * width; at < end; ) {
      const kind = kindOf(alpha[at] as number)
      let to = at + 1
      while (to < end && kindOf(alpha[to] as number) === kind) to++
      if (kind > 0) found.push(at - row * width, to - row * width, kind)
      at = to
    }
    return Int32Array.from(found)
  })
}

const kindOf = (alpha: number) => (alpha > 250 ? OPAQUE : alpha > 4 ? MIXED : 0)

/** Converts RGBA pixels. The width and the height must be even. */
export function layerOf(rgba: Uint8Array, width: number, height: number): Layer {
  const pixels = width * height
  const y = new Uint8Array(pixels)
  const alpha = new Uint8Array(pixels)
  for (let at = 0; at < pixels; at++) {
    const [red, green, blue] = [rgba[at * 4], rgba[at * 4 + 1], rgba[at * 4 + 2]] as number[]
    y[at] =
      16 + 0.1826 * (red as number) + 0.6142 * (green as number) + 0.062 * (blue as number) + 0.5
    alpha[at] = rgba[at * 4 + 3] as number
  }
  return {
    luma: { width, height, y, alpha, runs: runsOf(alpha, width, height) },
    chroma: [chromaOf(rgba, width, height, 0), chromaOf(rgba, width, height, 1)],
  }
}

function chromaOf(rgba: Uint8Array, width: number, height: number, phase: 0 | 1) {
  const [wide, tall] = [width / 2, height / 2]
  const u = new Uint8Array(wide * tall)
  const v = new Uint8Array(wide * tall)
  const alpha = new Uint8Array(wide * tall)
  for (let row = 0; row < tall; row++) {
    for (let column = 0; column < wide; column++) {
      const x = column * 2 + phase
      const next = Math.min(x + 1, width - 1)
      let [red, green, blue, sum] = [0, 0, 0, 0]
      for (const pixel of [
        row * 2 * width + x,
        row * 2 * width + next,
        (row * 2 + 1) * width + x,
        (row * 2 + 1) * width + next,
      ]) {
        const weight = rgba[pixel * 4 + 3] as number
        red += (rgba[pixel * 4] as number) * weight
        green += (rgba[pixel * 4 + 1] as number) * weight
        blue += (rgba[pixel * 4 + 2] as number) * weight
        sum += weight
      }
      const at = row * wide + column
      alpha[at] = sum / 4
      if (sum === 0) continue
      u[at] = 128.5 + (-0.1006 * red - 0.3386 * green + 0.4392 * blue) / sum
      v[at] = 128.5 + (0.4392 * red - 0.3989 * green - 0.0403 * blue) / sum
    }
  }
  return { width: wide, height: tall, u, v, alpha, runs: runsOf(alpha, wide, tall) }
}

/** Draws a layer. `offset` is the number of its pixels to the left of the frame; `strength` is from 0 to 1. */
export function drawLayer(frame: Frame, layer: Layer, offset: number, strength = 1): void {
  const { luma, chroma } = layer
  drawPlane(
    { to: frame.y, width: frame.width, height: frame.height },
    luma,
    luma.y,
    offset,
    strength,
  )
  const phase = offset & 1 ? 1 : 0
  const plane = chroma[phase]
  const at = (offset - phase) / 2
  const size = { width: frame.width / 2, height: frame.height / 2 }
  drawPlane({ to: frame.u, ...size }, plane, plane.u, at, strength)
  drawPlane({ to: frame.v, ...size }, plane, plane.v, at, strength)
}

interface Target {
  to: Uint8Array
  width: number
  height: number
}

function drawPlane(
  { to, width, height }: Target,
  plane: Plane,
  from: Uint8Array,
  offset: number,
  strength: number,
): void {
  const rows = Math.min(height, plane.height)
  for (let row = 0; row < rows; row++) {
    const runs = plane.runs[row] as Int32Array
    for (let run = 0; run < runs.length; run += 3) {
      const start = Math.max(runs[run] as number, offset)
      const end = Math.min(runs[run + 1] as number, offset + width)
      if (end <= start) continue
      const source = row * plane.width + start
      const target = row * width + start - offset
      const length = end - start
      if (runs[run + 2] === OPAQUE && strength === 1)
        to.set(from.subarray(source, source + length), target)
      else
        for (let at = 0; at < length; at++) {
          const share = ((plane.alpha[source + at] as number) * strength) / 255
          const below = to[target + at] as number
          to[target + at] = below + ((from[source + at] as number) - below) * share + 0.5
        }
    }
  }
}
