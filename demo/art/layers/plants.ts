import { type Canvas, type Layer, round, stand, type Placement } from '../canvas.ts'
import { mix } from '../palettes.ts'
import type { Random } from '../random.ts'

/** Draws branches that fork into twigs, with the foot at 0,0. */
function branches(
  random: Random,
  depth: number,
  lean = 0.5,
): { path: string[]; tips: [number, number][] } {
  const path: string[] = Array.from({ length: depth + 1 }, () => '')
  const tips: [number, number][] = []
  const grow = (x: number, y: number, angle: number, length: number, level: number) => {
    const toX = x + Math.cos(angle) * length
    const toY = y + Math.sin(angle) * length
    const bend = random.between(-0.2, 0.2) * length
    path[level] +=
      `M${round(x)},${round(y)}Q${round((x + toX) / 2 + bend)},${round((y + toY) / 2)} ${round(toX)},${round(toY)}`
    if (level === 0) return void tips.push([toX, toY])
    const forks = level > depth - 2 ? 3 : 2
    for (let at = 0; at < forks; at++) {
      const turn =
        (at - (forks - 1) / 2) * random.between(0.5, 0.9) + random.between(-0.2, 0.2) * lean
      grow(toX, toY, angle + turn, length * random.between(0.64, 0.82), level - 1)
    }
  }
  grow(0, 0, -Math.PI / 2, 74, depth)
  return { path, tips }
}

function barePath(random: Random, paint: string, depth = 6): string {
  const { path } = branches(random, depth)
  return path
    .map(
      (d, level) =>
        `<path d="${d}" fill="none" stroke="${paint}" stroke-width="${round(1.1 + level ** 1.55)}" stroke-linecap="round"/>`,
    )
    .join('')
}

const tree: Layer = (canvas, placement) =>
  stand(canvas, placement, barePath(canvas.random, canvas.palette.near))

const leafy: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  const { path, tips } = branches(random, 5)
  const wood = path
    .map(
      (d, level) =>
        `<path d="${d}" fill="none" stroke="${palette.near}" stroke-width="${round(1.5 + level ** 1.6)}" stroke-linecap="round"/>`,
    )
    .join('')
  const paints = [palette.far, mix(palette.far, palette.accent, 0.5), palette.accent]
  const leaves = tips
    .map(([x, y], at) => {
      const paint = mix(paints[at % 3] ?? palette.far, palette.near, random() * 0.35)
      return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(random.between(12, 26))}" fill="${paint}" opacity=".9"/>`
    })
    .join('')
  return stand(canvas, placement, wood + leaves)
}

const fruit: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  const { path, tips } = branches(random, 5)
  const wood = path
    .map(
      (d, level) =>
        `<path d="${d}" fill="none" stroke="${palette.near}" stroke-width="${round(1.5 + level ** 1.6)}" stroke-linecap="round"/>`,
    )
    .join('')
  const dots = tips
    .map(([x, y], at) =>
      at % 3
        ? `<circle cx="${round(x)}" cy="${round(y)}" r="${round(random.between(9, 18))}" fill="${mix(palette.near, palette.far, 0.5)}" opacity=".85"/>`
        : `<circle cx="${round(x)}" cy="${round(y + 8)}" r="9" fill="${palette.accent}"/><path d="M${round(x - 4)},${round(y + 1)}l4,-6l4,6Z" fill="${palette.accent}"/>`,
    )
    .join('')
  return stand(canvas, placement, wood + dots)
}

const cypressPath =
  'M0,-230C26,-150 30,-70 14,-8L5,-8L5,0L-5,0L-5,-8L-14,-8C-30,-70 -26,-150 0,-230Z'

const cypress: Layer = (canvas, placement) =>
  stand(canvas, placement, `<path d="${cypressPath}" fill="${canvas.palette.near}"/>`)

function row(
  canvas: Canvas,
  placement: Placement,
  gap: number,
  draw: (size: number, near: number) => string,
): string {
  let drawn = ''
  for (const near of [0, 0.5, 1]) {
    const y = canvas.ground - 20 + near * 40 + placement.y * 9
    for (
      let x = -40;
      x < canvas.width + 40;
      x += gap * (0.6 + near * 0.7) * canvas.random.between(0.6, 1.4)
    ) {
      if (placement.word === 'gap' && Math.abs(x - canvas.centre) < 60 + near * 90) continue
      const size = placement.size * (0.55 + near * 0.5) * canvas.random.between(0.75, 1.25)
      drawn += `<g transform="translate(${round(x)} ${round(y)}) scale(${round(size * 100) / 100})">${draw(size, near)}</g>`
    }
  }
  return drawn
}

const shade = (canvas: Canvas, near: number) =>
  mix(mix(canvas.palette.low, canvas.palette.far, 0.7), canvas.palette.near, 0.25 + near * 0.75)

const cypresses: Layer = (canvas, placement) =>
  row(canvas, placement, 90, (_, near) => `<path d="${cypressPath}" fill="${shade(canvas, near)}"/>`)

const pines: Layer = (canvas, placement) =>
  row(canvas, placement, 70, (_, near) => {
    const tiers = [0, 1, 2, 3, 4].map(at => {
      const wide = 16 + at * 12
      const y = -260 + at * 48
      return `M0,${y}L${wide},${y + 74}L${-wide},${y + 74}Z`
    })
    return `<path d="${tiers.join('')}M-5,-20h10v24h-10Z" fill="${shade(canvas, near)}"/>`
  })

const woods: Layer = (canvas, placement) =>
  row(canvas, placement, 84, (_, near) => {
    const lean = canvas.random.between(-12, 12)
    let twigs = ''
    for (let at = 0; at < 7; at++) {
      const y = -120 - at * 76
      const side = at % 2 ? 1 : -1
      const far = canvas.random.between(40, 110)
      twigs += `M${round((lean * -y) / 300)},${y}q${side * far * 0.5},-20 ${round(side * far)},${round(canvas.random.between(-90, -40))}`
    }
    const paint = shade(canvas, near)
    return `<path d="M-12,10L${lean - 4},-760L${lean + 4},-760L12,10Z" fill="${paint}"/><path d="${twigs}" stroke="${paint}" stroke-width="5" fill="none" stroke-linecap="round"/>`
  })

const orchard: Layer = (canvas, placement) =>
  row(canvas, placement, 120, (_, near) => {
    const { random, palette } = canvas
    const leaf = mix(shade(canvas, near), palette.far, 0.25)
    let drawn = `<path d="M-7,4C-4,-30 -5,-50 -3,-70L3,-70C5,-50 4,-30 8,4Z" fill="${palette.near}"/>`
    for (let at = 0; at < 9; at++) {
      drawn += `<circle cx="${round(random.between(-42, 42))}" cy="${round(random.between(-130, -70))}" r="${round(random.between(22, 36))}" fill="${mix(leaf, palette.near, random() * 0.3)}"/>`
    }
    for (let at = 0; at < 8; at++) {
      drawn += `<circle cx="${round(random.between(-52, 52))}" cy="${round(random.between(-140, -62))}" r="6" fill="${palette.accent}"/>`
    }
    return drawn
  })

function palmPath(random: Random): string {
  const lean = random.between(-26, 26)
  let path = `M-7,0C-3,-80 ${lean - 8},-150 ${lean},-224L${lean + 6},-224C${lean + 2},-150 8,-80 9,0Z`
  for (let at = 0; at < 11; at++) {
    const angle = Math.PI * (at / 10) + Math.PI
    const x = lean + 3 + Math.cos(angle) * 92
    const y = -224 + Math.sin(angle) * 52 + 28
    const upX = lean + 3 + Math.cos(angle) * 56
    const upY = -224 + Math.sin(angle) * 66 - 18
    path += `M${lean + 3},-228Q${round(upX)},${round(upY)} ${round(x)},${round(y)}Q${round(upX)},${round(upY + 22)} ${lean + 3},-220Z`
  }
  return path
}

const palms: Layer = (canvas, placement) =>
  row(
    canvas,
    placement,
    130,
    (_, near) => `<path d="${palmPath(canvas.random)}" fill="${shade(canvas, near)}"/>`,
  )

/** Burnt palms: trunks without a crown. */
const stumps: Layer = (canvas, placement) =>
  row(canvas, placement, 95, (_, near) => {
    const lean = canvas.random.between(-22, 22)
    const tall = canvas.random.between(120, 230)
    return `<path d="M-8,4L${lean - 5},${-tall}L${lean},${-tall - 14}L${lean + 3},${-tall + 4}L${lean + 8},${-tall - 8}L9,4Z" fill="${shade(canvas, near)}"/>`
  })

const palm: Layer = (canvas, placement) =>
  stand(canvas, placement, `<path d="${palmPath(canvas.random)}" fill="${canvas.palette.near}"/>`)

const flowers: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  let drawn = ''
  for (let at = 0; at < (canvas.width / 16) * placement.size; at++) {
    const near = random()
    const x = random() * canvas.width
    const y = canvas.ground + 20 + near * (canvas.height - canvas.ground)
    const size = 0.35 + near * 0.8
    const paint = random.pick([
      palette.accent,
      palette.accent,
      mix(palette.accent, palette.light, 0.45),
    ])
    drawn += `<g transform="translate(${round(x)} ${round(y)}) scale(${round(size * 100) / 100})"><path d="M0,0Q4,-30 0,-60" stroke="${palette.near}" stroke-width="5" fill="none"/><path d="M-16,-60C-18,-84 -8,-88 -8,-88L0,-78L8,-88C8,-88 18,-84 16,-60C10,-46 -10,-46 -16,-60Z" fill="${paint}"/></g>`
  }
  return drawn
}

/** A flowering branch that grows in from a corner. */
const branch: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  const { path, tips } = branches(random, 5)
  const wood = path
    .map(
      (d, level) =>
        `<path d="${d}" fill="none" stroke="${palette.near}" stroke-width="${round(1.2 + level ** 1.4)}" stroke-linecap="round"/>`,
    )
    .join('')
  const blossom = tips
    .map(([x, y]) => {
      const petals = [0, 72, 144, 216, 288]
        .map(turn => `<ellipse cx="0" cy="-6" rx="5" ry="7" transform="rotate(${turn})"/>`)
        .join('')
      const paint = mix(palette.light, palette.accent, random() * 0.8)
      return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(random.between(0.8, 1.5) * 10) / 10})" fill="${paint}">${petals}<circle r="3" fill="${palette.accent}"/></g>`
    })
    .join('')
  const x = canvas.centre + 260
  return `<g transform="translate(${x} ${40 + placement.y * 9}) rotate(-118) scale(${1.5 * placement.size})">${wood}${blossom}</g>`
}

const reeds: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  let drawn = ''
  for (let at = 0; at < (canvas.width / 9) * placement.size; at++) {
    const x = random() * canvas.width
    const tall = random.between(60, 220)
    const lean = random.between(-30, 30)
    drawn += `M${round(x)},${canvas.height}q${round(lean * 0.2)},${round(-tall * 0.6)} ${round(lean)},${round(-tall)}`
  }
  return `<path d="${drawn}" stroke="${palette.near}" stroke-width="4" fill="none" stroke-linecap="round"/>`
}

export const plantLayers: Readonly<Record<string, Layer>> = {
  tree,
  leafy,
  fruit,
  cypress,
  cypresses,
  pines,
  woods,
  orchard,
  palms,
  palm,
  stumps,
  flowers,
  branch,
  reeds,
}
