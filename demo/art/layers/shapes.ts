// Graphic layers: rays, cut paper, rings, grids, contour lines.
import { curve, glow, gradient, type Layer, line, round } from '../canvas.ts'
import { mix } from '../palettes.ts'

const burst: Layer = (canvas, placement) => {
  const { palette, centre } = canvas
  const y = canvas.ground - 150 + placement.y * 9
  let drawn = ''
  for (let at = 0; at < 24; at += 2) {
    const from = (at / 24) * Math.PI * 2
    const to = ((at + 1) / 24) * Math.PI * 2
    drawn += `${line([
      [centre, y],
      [centre + Math.cos(from) * 1900, y + Math.sin(from) * 1900],
      [centre + Math.cos(to) * 1900, y + Math.sin(to) * 1900],
    ])}Z`
  }
  return `<rect width="${canvas.width}" height="900" fill="${palette.top}"/><path d="${drawn}" fill="${palette.mid}"/>`
}

const dots: Layer = canvas => {
  const { palette } = canvas
  let drawn = ''
  for (let row = 0; row < 34; row++) {
    for (let column = 0; column * 27 < canvas.width + 27; column++) {
      const size = 11 * (row / 34) ** 1.3
      drawn += `<circle cx="${column * 27 + (row % 2) * 13}" cy="${row * 27}" r="${round(size)}"/>`
    }
  }
  return `<g fill="${palette.mid}" opacity=".8">${drawn}</g>`
}

const confetti: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  const paints = [palette.accent, palette.light, palette.mid, palette.near]
  let drawn = ''
  for (let at = 0; at < (canvas.width / 17) * placement.size; at++) {
    const spot = `translate(${round(random() * canvas.width)} ${round(random() * 900)}) rotate(${random.whole(0, 360)})`
    const shape = random.pick([
      '<circle r="9"/>',
      '<rect x="-14" y="-5" width="28" height="10" rx="5"/>',
      '<path d="M0,-12L12,10H-12Z"/>',
      '<path d="M-20,0q10,-14 20,0t20,0" fill="none" stroke-width="6"/>',
    ])
    const paint = random.pick(paints)
    drawn += `<g transform="${spot}" fill="${paint}" stroke="${paint}" stroke-width="0">${shape}</g>`
  }
  return drawn
}

const stripes: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  const paints = [palette.mid, palette.far, palette.accent, palette.low]
  let x = -900
  while (x < canvas.width + 900) {
    const width = random.between(20, 130) * placement.size
    drawn += `<rect x="${round(x)}" y="-400" width="${round(width)}" height="1900" fill="${random.pick(paints)}"/>`
    x += width + random.between(0, 90)
  }
  return `<g transform="rotate(24 ${canvas.centre} 450)">${drawn}</g>`
}

/** Big crooked pieces of cut paper. */
const cuts: Layer = (canvas, placement) => {
  const { palette, random, centre } = canvas
  const paints = [palette.accent, palette.mid, palette.near, palette.low]
  let drawn = ''
  for (let at = 0; at < 5 * placement.size; at++) {
    const x = centre + random.between(-320, 320)
    const y = random.between(40, 860)
    const wide = random.between(90, 300)
    const tall = random.between(60, 240)
    const corners = [
      [-1, -1],
      [1, -0.8],
      [0.85, 1],
      [-0.9, 0.8],
    ] as const
    const points = corners.map(
      ([cx, cy]) =>
        [x + cx * wide * random.between(0.6, 1), y + cy * tall * random.between(0.6, 1)] as const,
    )
    drawn += `<path d="${line(points)}Z" fill="${paints[at % paints.length]}"/>`
  }
  return drawn
}

const rings: Layer = (canvas, placement) => {
  const { palette, centre } = canvas
  const y = canvas.ground - 240 + placement.y * 9
  let drawn = ''
  for (let at = 26; at > 0; at--) {
    drawn += `<circle cx="${centre + Math.sin(at) * at * 0.9}" cy="${y + Math.cos(at) * at * 0.9}" r="${at * 36 * placement.size}" fill="${at % 2 ? palette.top : mix(palette.mid, palette.top, at / 26)}"/>`
  }
  return drawn
}

const spiral: Layer = (canvas, placement) => {
  const { palette, centre } = canvas
  const y = canvas.ground - 250 + placement.y * 9
  let drawn = ''
  for (let at = 30; at > 0; at--) {
    const size = 30 * 1.145 ** at
    const paint =
      at % 2 ? mix(palette.near, palette.top, 0.4) : mix(palette.low, palette.near, at / 34)
    drawn += `<rect x="${round(-size)}" y="${round(-size)}" width="${round(size * 2)}" height="${round(size * 2)}" transform="translate(${centre} ${y}) rotate(${at * 9})" fill="${paint}"/>`
  }
  return `${drawn}${glow(canvas, centre, y, 150, palette.light, 1)}`
}

const maze: Layer = (canvas, placement) => {
  const { palette, centre, random } = canvas
  const y = canvas.ground - 250 + placement.y * 9
  let drawn = ''
  for (let at = 1; at < 16; at++) {
    const radius = at * 26 * placement.size
    const length = 2 * Math.PI * radius
    const gap = 34
    drawn += `<circle cx="${centre}" cy="${y}" r="${radius}" stroke-dasharray="${round(length / 2 - gap)} ${gap} ${round(length / 2 - gap)} ${gap}" transform="rotate(${random.whole(0, 360)} ${centre} ${y})"/>`
  }
  return `<g fill="none" stroke="${palette.low}" stroke-width="9">${drawn}</g>`
}

const print: Layer = (canvas, placement) => {
  const { palette, centre, random } = canvas
  const y = canvas.ground - 250 + placement.y * 9
  let drawn = ''
  for (let at = 1; at < 17; at++) {
    const points = Array.from({ length: 40 }, (_, spot) => {
      const angle = (spot / 39) * Math.PI * 1.92 + 0.7
      const wobble = Math.sin(angle * 3 + at * 0.5) * 5 + random.between(-2, 2)
      return [
        centre + Math.cos(angle) * (at * 13 + wobble) * placement.size,
        y + Math.sin(angle) * (at * 18 + wobble) * placement.size,
      ] as const
    })
    drawn += `<path d="${line(points)}" stroke-dasharray="${random.whole(120, 420)} ${random.whole(8, 24)}"/>`
  }
  return `<g fill="none" stroke="${palette.accent}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`
}

const eye: Layer = (canvas, placement) => {
  const { palette, centre } = canvas
  const y = canvas.ground - 250 + placement.y * 9
  const id = canvas.id()
  const size = placement.size
  const lid = `M${centre - 270 * size},${y}C${centre - 130 * size},${y - 170 * size} ${centre + 130 * size},${y - 170 * size} ${centre + 270 * size},${y}C${centre + 130 * size},${y + 150 * size} ${centre - 130 * size},${y + 150 * size} ${centre - 270 * size},${y}Z`
  let iris = ''
  for (let at = 0; at < 60; at++) {
    iris += `<rect x="-2" y="${-116 * size}" width="4" height="${60 * size}" transform="translate(${centre} ${y}) rotate(${at * 6})" fill="${at % 2 ? palette.accent : palette.low}" opacity=".8"/>`
  }
  return `<defs><clipPath id="${id}"><path d="${lid}"/></clipPath></defs><path d="${lid}" fill="${palette.light}"/><g clip-path="url(#${id})"><circle cx="${centre}" cy="${y}" r="${120 * size}" fill="${palette.mid}"/>${iris}<circle cx="${centre}" cy="${y}" r="${54 * size}" fill="${palette.near}"/><circle cx="${centre + 24 * size}" cy="${y - 28 * size}" r="${17 * size}" fill="#fff"/></g><path d="${lid}" fill="none" stroke="${palette.near}" stroke-width="${12 * size}"/>`
}

/** Lines of a landscape one behind another, as an instrument would draw it. */
const profiles: Layer = (canvas, placement) => {
  const { palette, random, centre } = canvas
  let drawn = ''
  const rows = 38
  for (let row = 0; row < rows; row++) {
    const y = 130 + row * 17 + placement.y * 9
    const points: [number, number][] = []
    for (let x = 0; x <= canvas.width; x += 9) {
      const close = Math.exp(-(((x - centre) / (canvas.width * 0.2)) ** 2))
      const hill = Math.abs(
        Math.sin(x * 0.021 + row * 0.33) + Math.sin(x * 0.047 - row * 0.21) * 0.6,
      )
      points.push([x, y - close * (hill * 62 + random() * 16) * placement.size - random() * 2])
    }
    drawn += `<path d="${line(points)}L${canvas.width},${y + 30}L0,${y + 30}Z" fill="${palette.top}"/><path d="${line(points)}" fill="none" stroke="${mix(palette.light, palette.accent, row / rows)}" stroke-width="2.2"/>`
  }
  return `<rect width="${canvas.width}" height="900" fill="${palette.top}"/>${drawn}`
}

/** Contour lines of a map. */
const contours: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  const summits = canvas.width > 700 ? 5 : 3
  for (let summit = 0; summit < summits; summit++) {
    const x = (canvas.width * (summit + 0.5)) / summits + random.between(-80, 80)
    const y = random.between(180, 640)
    const phase = random.between(0, 6)
    for (let at = 1; at < 15; at++) {
      const points = Array.from({ length: 61 }, (_, spot) => {
        const angle = (spot / 60) * Math.PI * 2
        const far =
          at *
          22 *
          placement.size *
          (1 +
            0.22 * Math.sin(angle * 2 + phase) +
            0.12 * Math.sin(angle * 5 + phase * 2 + at * 0.12))
        return [x + Math.cos(angle) * far, y + Math.sin(angle) * far] as const
      })
      drawn += `<path d="${line(points)}Z" stroke-width="${at % 5 ? 1.6 : 3.4}" fill="${palette.mid}" fill-opacity=".05"/>`
    }
  }
  return `<g fill="none" stroke="${palette.low}" opacity=".8">${drawn}</g>`
}

/** A glowing grid that runs to the horizon. */
const grid: Layer = canvas => {
  const { palette, centre, ground, height, width } = canvas
  let drawn = ''
  for (let at = 0; at < 15; at++) {
    const y = ground - 20 + (at / 15) ** 2.2 * (height - ground + 60)
    drawn += `M0,${round(y)}H${width}`
  }
  for (let at = -34; at <= 34; at++)
    drawn += `M${centre + at * 22},${ground - 20}L${centre + at * 190},${height + 20}`
  const floor = gradient(canvas, [
    [0, mix(palette.mid, palette.near, 0.4)],
    [1, palette.near],
  ])
  return `${floor.defs}<rect y="${ground - 20}" width="${width}" height="${height}" fill="${floor.url}"/><path d="${drawn}" stroke="${palette.accent}" stroke-width="2" fill="none" opacity=".75"/><rect y="${ground - 22}" width="${width}" height="4" fill="${palette.light}"/>`
}

const stripedSun: Layer = (canvas, placement) => {
  const { palette, centre, ground } = canvas
  const x = centre + placement.x * 6
  const y = ground - 190 + placement.y * 9
  const radius = 190 * placement.size
  const id = canvas.id()
  const paint = gradient(canvas, [
    [0, palette.light],
    [0.5, palette.low],
    [1, palette.accent],
  ])
  let slits = ''
  for (let at = 0; at < 7; at++)
    slits += `<rect x="${x - radius}" y="${y + at * 28}" width="${radius * 2}" height="${4 + at * 2.4}" fill="#000"/>`
  return `${glow(canvas, x, y, radius * 2.2, palette.low, 0.6)}${paint.defs}<defs><mask id="${id}"><rect width="${canvas.width}" height="900" fill="#fff"/>${slits}</mask></defs><circle cx="${x}" cy="${y}" r="${radius}" fill="${paint.url}" mask="url(#${id})"/>`
}

const planet: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 330 + placement.y * 9
  const radius = 210 * placement.size
  const clip = canvas.id()
  const shade = canvas.id()
  let bands = ''
  for (let at = 0; at < 9; at++) {
    const top = y - radius + at * radius * 0.24
    bands += `<path d="M${x - radius},${round(top)}c${radius * 0.6},${random.whole(-20, 20)} ${radius * 1.3},${random.whole(-20, 20)} ${radius * 2},0v${round(radius * random.between(0.08, 0.22))}c${-radius * 0.7},${random.whole(-14, 14)} ${-radius * 1.4},${random.whole(-14, 14)} ${-radius * 2},0Z" fill="${random.pick([palette.mid, palette.far, palette.light])}" opacity=".5"/>`
  }
  const ring = `<ellipse cx="${x}" cy="${y}" rx="${radius * 1.75}" ry="${radius * 0.34}" fill="none" stroke="${palette.light}" stroke-width="${radius * 0.09}" opacity=".7" transform="rotate(-16 ${x} ${y})" `
  const front =
    placement.word === 'ring' ? `${ring} stroke-dasharray="${radius * 3.1} ${radius * 5}"/>` : ''
  const back = placement.word === 'ring' ? `${ring}/>` : ''
  return `<defs><clipPath id="${clip}"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath><radialGradient id="${shade}" cx=".32" cy=".28" r=".85"><stop offset=".3" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="${palette.near}" stop-opacity=".96"/></radialGradient></defs>${glow(canvas, x, y, radius * 1.7, palette.low, 0.4)}${back}<g clip-path="url(#${clip})"><rect x="${x - radius}" y="${y - radius}" width="${radius * 2}" height="${radius * 2}" fill="${palette.low}"/>${bands}<rect x="${x - radius}" y="${y - radius}" width="${radius * 2}" height="${radius * 2}" fill="url(#${shade})"/></g>${front}`
}

const vinyl: Layer = (canvas, placement) => {
  const { palette } = canvas
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 250 + placement.y * 9
  let drawn = ''
  for (let at = 0; at < 20; at++)
    drawn += `<circle cx="${x}" cy="${y}" r="${(110 + at * 9.4) * placement.size}"/>`
  return `<circle cx="${x}" cy="${y}" r="${306 * placement.size}" fill="${palette.near}"/><g fill="none" stroke="${palette.light}" opacity=".2" stroke-width="1.6">${drawn}</g><path d="M${x},${y}L${x - 120 * placement.size},${y - 280 * placement.size}L${x + 30 * placement.size},${y - 304 * placement.size}ZM${x},${y}L${x + 120 * placement.size},${y + 280 * placement.size}L${x - 30 * placement.size},${y + 304 * placement.size}Z" fill="${palette.light}" opacity=".12"/><circle cx="${x}" cy="${y}" r="${96 * placement.size}" fill="${palette.accent}"/><circle cx="${x}" cy="${y}" r="${10 * placement.size}" fill="${palette.light}"/>`
}

/** Strings that swing. */
const strings: Layer = (canvas, placement) => {
  const { palette, width } = canvas
  let drawn = ''
  for (let at = 0; at < 22; at++) {
    const y = 120 + at * 30 + placement.y * 9
    const swing = Math.sin(at * 0.9) * 70 * placement.size
    const points = Array.from(
      { length: 13 },
      (_, spot) =>
        [
          (spot / 12) * width,
          y +
            Math.sin((spot / 12) * Math.PI * 3 + at * 0.35) *
              swing *
              Math.sin((spot / 12) * Math.PI),
        ] as const,
    )
    drawn += `<path d="${curve(points)}" stroke="${mix(palette.low, palette.accent, (at % 5) / 5)}" stroke-width="${1.5 + (at % 4)}"/>`
  }
  return `<g fill="none">${drawn}</g>`
}

const bars: Layer = (canvas, placement) => {
  const { palette, random, centre } = canvas
  let drawn = ''
  for (let at = -30; at <= 30; at++) {
    const x = centre + at * 20
    const tall = (40 + 260 * Math.exp(-((at / 12) ** 2)) * random.between(0.4, 1)) * placement.size
    const y = canvas.ground - 240 + placement.y * 9
    drawn += `<rect x="${x - 6}" y="${round(y - tall)}" width="12" height="${round(tall * 2)}" rx="6" fill="${mix(palette.accent, palette.low, Math.min(1, Math.abs(at) / 24))}"/>`
  }
  return drawn
}

const pool: Layer = (canvas, placement) => {
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 240 + placement.y * 9
  return glow(canvas, x, y, 420 * placement.size, canvas.palette.low, 0.9)
}

const frame: Layer = canvas => {
  const { palette } = canvas
  if (canvas.width > 700) return ''
  return `<rect x="22" y="22" width="556" height="856" fill="none" stroke="${palette.accent}" stroke-width="3"/><rect x="32" y="32" width="536" height="836" fill="none" stroke="${palette.accent}" stroke-width="1.5"/>`
}

const lanes: Layer = canvas => {
  const { palette, centre, ground, height } = canvas
  let drawn = ''
  for (let at = -7; at <= 7; at++)
    drawn += `M${centre + at * 14},${ground - 24}L${centre + at * 130},${height}`
  return `<path d="M${centre - 100},${ground - 24}h200L${centre + 920},${height}H${centre - 920}Z" fill="${mix(palette.accent, palette.near, 0.25)}"/><path d="${drawn}" stroke="${palette.light}" stroke-width="4"/>`
}

export const shapeLayers: Readonly<Record<string, Layer>> = {
  burst,
  dots,
  confetti,
  stripes,
  cuts,
  rings,
  spiral,
  maze,
  print,
  eye,
  profiles,
  contours,
  grid,
  stripedsun: stripedSun,
  planet,
  vinyl,
  strings,
  bars,
  pool,
  frame,
  lanes,
}
