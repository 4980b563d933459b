import { type Canvas, curve, glow, gradient, type Layer, line, round } from '../canvas.ts'
import { mix } from '../palettes.ts'

type Point = readonly [number, number]

/** Returns a rugged line from side to side, made by midpoint displacement. */
function rugged(canvas: Canvas, y: number, height: number, rough: number): Point[] {
  let points: [number, number][] = [
    [-20, y + canvas.random.between(-0.3, 0.3) * height],
    [canvas.width * canvas.random.between(0.3, 0.7), y - height],
    [canvas.width + 20, y + canvas.random.between(-0.3, 0.3) * height],
  ]
  let spread = height * rough
  for (let turn = 0; turn < (canvas.width > 700 ? 7 : 6); turn++) {
    const next: [number, number][] = []
    points.forEach((point, at) => {
      next.push(point)
      const after = points[at + 1]
      if (after) {
        const middle = (point[1] + after[1]) / 2 + canvas.random.between(-spread, spread)
        next.push([(point[0] + after[0]) / 2, middle])
      }
    })
    points = next
    spread *= 0.52
  }
  return points
}

function shut(canvas: Canvas, path: string, paint: string): string {
  const floor = canvas.height + 20
  return `<path d="${path}L${canvas.width + 20},${floor}L-20,${floor}Z" fill="${paint}"/>`
}

/** Returns the colour of a layer at a depth. Nearer layers are darker; the haze between them has the horizon's colour. */
function depth(canvas: Canvas, share: number): string {
  return mix(mix(canvas.palette.low, canvas.palette.far, 0.55), canvas.palette.near, share)
}

function hazy(canvas: Canvas, path: string, share: number): string {
  const paint = gradient(canvas, [
    [0, depth(canvas, share)],
    [1, mix(depth(canvas, share), canvas.palette.low, 0.35 * (1 - share))],
  ])
  return paint.defs + shut(canvas, path, paint.url)
}

const ridges: Layer = (canvas, placement) => {
  const count = 4
  let drawn = ''
  for (let at = 0; at < count; at++) {
    const y = canvas.ground - 110 + at * 45 + placement.y * 9
    const height = (190 - at * 40) * placement.size
    drawn += hazy(canvas, line(rugged(canvas, y, height, 0.42)), at / count)
  }
  return drawn
}

const peak: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  const x = canvas.centre + placement.x * 6
  const top = canvas.ground - 420 * placement.size
  const left: Point[] = []
  const right: Point[] = []
  for (let at = 0; at <= 16; at++) {
    const down = at / 16
    const jag = random.between(-14, 14) * down
    left.push([x - 430 * placement.size * down ** 1.15 + jag, top + (canvas.ground + 60 - top) * down])
    right.push([x + 470 * placement.size * down ** 1.1 + jag, top + (canvas.ground + 60 - top) * down])
  }
  const whole = `${line([...left].reverse().concat(right))}Z`
  const shade = `${line([[x, top], ...right, [x - 60, canvas.ground + 60], [x + 25, top + 200], [x - 18, top + 110]])}Z`
  const cap: Point[] = [[x, top]]
  for (let at = 1; at <= 5; at++) cap.push(right[at] as Point)
  const low = top + (canvas.ground + 60 - top) * 0.32
  for (let at = 0; at < 7; at++) cap.push([x + 120 - at * 38, low + (at % 2 ? -46 : 30)])
  for (let at = 5; at >= 1; at--) cap.push(left[at] as Point)
  const body = gradient(canvas, [
    [0, mix(palette.far, palette.light, 0.15)],
    [1, mix(palette.far, palette.low, 0.5)],
  ])
  return `${body.defs}<path d="${whole}" fill="${body.url}"/><path d="${line(cap)}Z" fill="${palette.light}" opacity=".92"/><path d="${shade}" fill="${palette.near}" opacity=".38"/>`
}

const hills: Layer = (canvas, placement) => {
  let drawn = ''
  for (let at = 0; at < 3; at++) {
    const points: Point[] = []
    const step = 130 + at * 40
    for (let x = -60; x <= canvas.width + step; x += step) {
      points.push([x, canvas.ground - 40 + at * 50 + canvas.random.between(-46, 30) * placement.size])
    }
    drawn += hazy(canvas, curve(points), 0.25 + at * 0.3)
  }
  return drawn
}

const dunes: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  for (let at = 0; at < 4; at++) {
    const y = canvas.ground - 70 + at * 62 + placement.y * 9
    const crest = canvas.width * random.between(0.25, 0.75)
    const rise = random.between(50, 110) * placement.size
    const top = `M-20,${y + 30}C${crest * 0.5},${y + 24} ${crest - 90},${y - rise} ${crest},${y - rise}C${crest + 90},${y - rise + 10} ${crest + (canvas.width - crest) * 0.6},${y + 46} ${canvas.width + 20},${y - 10}`
    drawn += hazy(canvas, top, at * 0.26)
    const lit = `M${crest},${y - rise}C${crest - 60},${y - rise + 60} ${crest + 70},${y - rise + 110} ${crest - 30},${canvas.height}L${canvas.width + 20},${canvas.height}L${canvas.width + 20},${y - 10}C${crest + (canvas.width - crest) * 0.6},${y + 46} ${crest + 90},${y - rise + 10} ${crest},${y - rise}Z`
    drawn += `<path d="${lit}" fill="${palette.near}" opacity=".2"/>`
  }
  return drawn
}

const sea: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  const y = canvas.ground - 60 + placement.y * 9
  const water = gradient(canvas, [
    [0, mix(palette.low, palette.mid, 0.45)],
    [0.35, palette.mid],
    [1, palette.near],
  ])
  let shine = ''
  for (let at = 0; at < 60; at++) {
    const down = random() ** 1.6
    const width = (24 + down * 190) * random.between(0.4, 1)
    const x = canvas.centre + random.between(-1, 1) * (26 + down * 190) - width / 2
    shine += `<rect x="${round(x)}" y="${round(y + 6 + down * (canvas.height - y))}" width="${round(width)}" height="${round(2 + down * 5)}" rx="3" opacity="${round(random.between(0.15, 0.6))}"/>`
  }
  return `${water.defs}<rect x="-5" y="${y}" width="${canvas.width + 10}" height="${canvas.height - y}" fill="${water.url}"/><g fill="${palette.light}">${shine}</g>`
}

const waves: Layer = (canvas, placement) => {
  let drawn = ''
  for (let at = 0; at < 5; at++) {
    const y = canvas.ground - 40 + at * 52 + placement.y * 9
    let path = `M-40,${y}`
    const width = 90 + at * 18
    for (let x = -40; x < canvas.width + width; x += width) {
      path += `q${width * 0.35},${-34 * placement.size} ${width * 0.6},-4t${width * 0.4},4`
    }
    const paint = mix(canvas.palette.mid, canvas.palette.near, at * 0.22)
    drawn += shut(canvas, path, paint)
    drawn += `<path d="${path}" fill="none" stroke="${canvas.palette.light}" stroke-width="3" opacity=".5"/>`
  }
  return drawn
}

const flat: Layer = canvas => {
  const paint = gradient(canvas, [
    [0, mix(canvas.palette.far, canvas.palette.near, 0.55)],
    [1, canvas.palette.near],
  ])
  return `${paint.defs}<rect x="-5" y="${canvas.ground - 24}" width="${canvas.width + 10}" height="${canvas.height}" fill="${paint.url}"/>`
}

const road: Layer = (canvas, placement) => {
  const { palette, centre, ground, height } = canvas
  const x = centre + placement.x * 6
  const surface = mix(palette.near, palette.far, 0.35)
  let dashes = ''
  for (let at = 0; at < 9; at++) {
    const near = (at / 9) ** 2
    const next = ((at + 0.5) / 9) ** 2
    const y = ground - 20 + near * (height - ground + 40)
    const end = ground - 20 + next * (height - ground + 40)
    dashes += `M${x - 1 - near * 7},${round(y)}L${x + 1 + near * 7},${round(y)}L${x + 1 + next * 7},${round(end)}L${x - 1 - next * 7},${round(end)}Z`
  }
  return `<path d="M${x - 8},${ground - 22}L${x + 8},${ground - 22}L${x + 330},${height}L${x - 330},${height}Z" fill="${surface}"/><path d="${dashes}" fill="${palette.light}" opacity=".8"/>`
}

const rails: Layer = canvas => {
  const { palette, centre, ground, height } = canvas
  let sleepers = ''
  for (let at = 1; at < 16; at++) {
    const near = (at / 16) ** 2.2
    const y = ground - 20 + near * (height - ground + 60)
    sleepers += `<rect x="${round(centre - 10 - near * 210)}" y="${round(y)}" width="${round(20 + near * 420)}" height="${round(2 + near * 16)}"/>`
  }
  const rail = (side: number) =>
    `M${centre + side * 5},${ground - 22}L${centre + side * 150},${height}L${centre + side * 138},${height}L${centre + side * 3},${ground - 22}Z`
  return `<g fill="${mix(palette.near, palette.far, 0.4)}">${sleepers}</g><path d="${rail(1)}${rail(-1)}" fill="${palette.light}" opacity=".85"/>`
}

const field: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  const rows = 9
  for (let row = 0; row < rows; row++) {
    const near = row / rows
    const y = canvas.ground - 20 + near * near * (canvas.height - canvas.ground + 60)
    let blades = ''
    const gap = 5 + near * 9
    for (let x = -10; x < canvas.width + 20; x += gap) {
      const tall = (16 + near * 74) * random.between(0.7, 1.2) * placement.size
      const lean = random.between(-8, 14) * (0.4 + near)
      blades += `M${round(x)},${round(y + 20)}q${round(lean * 0.3)},${round(-tall * 0.6)} ${round(lean)},${round(-tall)}`
    }
    const paint = mix(mix(palette.low, palette.far, 0.4), palette.near, near * 0.85)
    drawn += `<rect x="-5" y="${round(y)}" width="${canvas.width + 10}" height="${canvas.height}" fill="${mix(paint, palette.near, 0.25)}"/><path d="${blades}" fill="none" stroke="${paint}" stroke-width="${round(2 + near * 3)}" stroke-linecap="round"/>`
  }
  return drawn
}

const river: Layer = canvas => {
  const { palette, centre, ground, height } = canvas
  const path = `M${centre + 20},${ground - 40}C${centre - 90},${ground + 10} ${centre + 120},${ground + 40} ${centre + 10},${ground + 90}C${centre - 140},${ground + 150} ${centre - 200},${height - 40} ${centre - 260},${height + 20}L${centre + 160},${height + 20}C${centre + 60},${height - 60} ${centre + 180},${ground + 130} ${centre + 130},${ground + 80}C${centre + 170},${ground + 30} ${centre - 40},${ground} ${centre + 32},${ground - 40}Z`
  const paint = gradient(canvas, [
    [0, palette.light],
    [0.5, mix(palette.low, palette.mid, 0.4)],
    [1, palette.mid],
  ])
  return `${paint.defs}<path d="${path}" fill="${paint.url}" opacity=".92"/>`
}

/** Fire along the horizon. */
const fire: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  for (let at = 0; at < 7; at++) {
    drawn += glow(
      canvas,
      random() * canvas.width,
      canvas.ground - 30,
      random.between(120, 300) * placement.size,
      palette.low,
      0.6,
    )
  }
  const tongues = [palette.low, palette.accent, palette.light].map((paint, layer) => {
    let path = `M-20,${canvas.ground + 40}`
    for (let x = -20; x < canvas.width; x += 34) {
      const tall = random.between(40, 170 - layer * 45) * placement.size
      path += `Q${round(x + 4)},${round(canvas.ground - tall * 0.5)} ${round(x + 17)},${round(canvas.ground - tall)}Q${round(x + 20)},${round(canvas.ground - tall * 0.3)} ${round(x + 34)},${canvas.ground - 6}`
    }
    return `<path d="${path}L${canvas.width + 20},${canvas.ground + 40}Z" fill="${paint}" opacity="${0.7 - layer * 0.1}"/>`
  })
  return drawn + tongues.join('')
}

export const landLayers: Readonly<Record<string, Layer>> = {
  ridges,
  peak,
  hills,
  dunes,
  sea,
  waves,
  flat,
  road,
  rails,
  field,
  river,
  fire,
}
