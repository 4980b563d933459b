import { type Canvas, glow, gradient, type Layer, round, stand } from '../canvas.ts'
import { mix } from '../palettes.ts'

function windows(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  lit: number,
): string {
  let drawn = ''
  for (let row = y + 12; row < y + height - 12; row += 17) {
    for (let column = x + 8; column < x + width - 10; column += 13) {
      if (canvas.random() < lit) {
        drawn += `<rect x="${round(column)}" y="${round(row)}" width="6" height="9" opacity="${round(canvas.random.between(0.45, 1))}"/>`
      }
    }
  }
  return drawn
}

const city: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  for (const near of [0, 1, 2]) {
    const paint = mix(mix(palette.low, palette.far, 0.6), palette.near, near * 0.45)
    let lights = ''
    for (let x = -30; x < canvas.width + 30; ) {
      const width = random.between(46, 96)
      const height = random.between(90, 330 - near * 60) * placement.size
      const y = canvas.ground - height + near * 16
      drawn += `<rect x="${round(x)}" y="${round(y)}" width="${round(width + 1)}" height="${round(height + 300)}" fill="${paint}"/>`
      if (random() < 0.3)
        drawn += `<path d="M${round(x + width / 2)},${round(y)}v-40" stroke="${paint}" stroke-width="3"/>`
      lights += windows(canvas, x, y, width, height, 0.12 + near * 0.14)
      x += width + random.between(-6, 14)
    }
    drawn += `<g fill="${palette.accent}">${lights}</g>`
  }
  return drawn
}

/** A slender tower with a pod, not that of a particular city. */
const tower: Layer = (canvas, placement) => {
  const paint = mix(canvas.palette.near, canvas.palette.far, 0.3)
  return stand(
    canvas,
    placement,
    `<path d="M-16,0L-6,-330L6,-330L16,0ZM-34,-330C-30,-352 -20,-368 0,-372C20,-368 30,-352 34,-330C24,-318 -24,-318 -34,-330ZM-2,-372L0,-470L2,-372Z" fill="${paint}"/><path d="M-30,-340h60" stroke="${canvas.palette.accent}" stroke-width="4" stroke-dasharray="5 4"/>`,
  )
}

const dome = 'M-46,-60C-52,-96 -20,-118 0,-150C20,-118 52,-96 46,-60Z'

const oldtown: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  for (const near of [0, 1]) {
    const paint = mix(mix(palette.low, palette.far, 0.7), palette.near, 0.2 + near * 0.6)
    const hole = mix(paint, palette.near, 0.6)
    for (let x = -40; x < canvas.width + 60; ) {
      const width = random.between(70, 130)
      const height = random.between(60, 130) * placement.size
      const y = canvas.ground - height + near * 30
      drawn += `<rect x="${round(x)}" y="${round(y)}" width="${round(width + 1)}" height="400" fill="${paint}"/>`
      const kind = random()
      const middle = round(x + width / 2)
      if (kind < 0.3)
        drawn += `<g transform="translate(${middle} ${round(y + 64)}) scale(${round(width / 110)} 1)"><path d="${dome}" fill="${paint}"/></g>`
      else if (kind < 0.55) {
        drawn += `<rect x="${middle - 20}" y="${round(y - 96)}" width="40" height="100" fill="${paint}"/><path d="M${middle - 12},${round(y - 84)}v44M${middle},${round(y - 84)}v44M${middle + 12},${round(y - 84)}v44" stroke="${hole}" stroke-width="6"/>`
      } else if (kind < 0.68) {
        drawn += `<path d="M${middle - 9},${round(y)}L${middle - 6},${round(y - 170)}h12L${middle + 9},${round(y)}ZM${middle - 12},${round(y - 170)}h24v-8h-24ZM${middle - 6},${round(y - 178)}h12v-22l-6,-14l-6,14Z" fill="${paint}"/>`
      }
      if (near && random() < 0.7) {
        const arch = middle
        drawn += `<path d="M${arch - 13},${round(y + height + 10)}v-34c0,-14 8,-20 13,-26c5,6 13,12 13,26v34Z" fill="${random() < 0.5 ? palette.accent : hole}" opacity=".85"/>`
      }
      x += width - 2
    }
  }
  return drawn
}

const village: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let drawn = ''
  for (let tier = 0; tier < 6; tier++) {
    const y = canvas.ground - 250 * placement.size + tier * 52
    const spread = 120 + tier * 46
    for (let x = -spread; x < spread; ) {
      const width = random.between(44, 76)
      const paint = mix(
        mix(palette.low, palette.far, 0.5),
        palette.near,
        tier * 0.13 + random() * 0.15,
      )
      const left = canvas.centre + x
      drawn += `<rect x="${round(left)}" y="${round(y)}" width="${round(width)}" height="120" fill="${paint}"/><rect x="${round(left - 3)}" y="${round(y - 5)}" width="${round(width + 6)}" height="8" fill="${mix(paint, palette.near, 0.45)}"/>`
      if (random() < 0.75)
        drawn += `<rect x="${round(left + width * 0.35)}" y="${round(y + 16)}" width="13" height="18" fill="${random() < 0.55 ? palette.accent : palette.near}"/>`
      x += width + 1
    }
  }
  return drawn
}

const house: Layer = (canvas, placement) => {
  const { palette } = canvas
  const lamp = `<rect x="14" y="-72" width="26" height="32" fill="${palette.accent}"/><path d="M27,-72v32M14,-56h26" stroke="${palette.near}" stroke-width="3"/>`
  const drawn = `<path d="M-86,0V-96L-8,-150L86,-96V0Z" fill="${palette.near}"/><path d="M-100,-92L-8,-160L100,-92L92,-82L-8,-146L-92,-82Z" fill="${mix(palette.near, palette.far, 0.3)}"/><rect x="46" y="-168" width="18" height="50" fill="${palette.near}"/><rect x="-52" y="-58" width="30" height="58" fill="${mix(palette.near, palette.far, 0.4)}"/>${lamp}`
  const x = canvas.centre + placement.x * 6 + 27 * placement.size
  const y = canvas.ground + placement.y * 9 - 56 * placement.size
  return stand(canvas, placement, drawn) + glow(canvas, x, y, 120 * placement.size, palette.accent, 0.45)
}

const mansion: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  let panes = ''
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 7; column++) {
      const lit = random() < 0.3
      panes += `<path d="M${-165 + column * 50},${-60 - row * 78}v-34a14,16 0 0 1 28,0v34Z" fill="${lit ? palette.accent : mix(palette.near, palette.far, 0.45)}"/>`
    }
  }
  const walls = `<path d="M-200,0V-270H-60V-330H60V-270H200V0ZM-214,-266L-130,-330L-46,-266ZM46,-266L130,-330L214,-266ZM-74,-326L0,-400L74,-326Z" fill="${palette.near}"/><rect x="-250" y="-6" width="500" height="30" fill="${palette.near}"/>`
  return stand(
    canvas,
    placement,
    `${walls}${panes}<path d="M-20,0v-52a20,24 0 0 1 40,0v52Z" fill="${palette.accent}" opacity=".9"/>`,
  )
}

const lighthouse: Layer = (canvas, placement) => {
  const { palette } = canvas
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground + placement.y * 9 - 302 * placement.size
  const beam = gradient(
    canvas,
    [
      [0, palette.light, 0.85],
      [1, palette.light, 0],
    ],
    'across',
  )
  const light = `${beam.defs}<path d="M${x},${y}L${x + 900},${y - 150}L${x + 900},${y + 90}Z" fill="${beam.url}" opacity=".6"/><g transform="translate(${2 * x} 0) scale(-1 1)"><path d="M${x},${y}L${x + 600},${y - 60}L${x + 600},${y + 100}Z" fill="${beam.url}" opacity=".35"/></g>`
  const body = `<path d="M-34,0L-20,-270H20L34,0Z" fill="${palette.light}"/><path d="M-31,-60h62l-3,-56h-56ZM-25,-176h50l-2,-48h-46Z" fill="${palette.accent}"/><path d="M-28,-270h56v-8h-56ZM-16,-278h32v-44h-32Z" fill="${palette.near}"/><rect x="-11" y="-316" width="22" height="32" fill="${palette.light}"/><path d="M-20,-322L0,-350L20,-322Z" fill="${palette.accent}"/><path d="M-160,30C-120,-20 -60,-10 -30,-6H40C80,-14 130,-10 170,34Z" fill="${palette.near}"/>`
  return light + stand(canvas, placement, body) + glow(canvas, x, y, 110, palette.light, 0.9)
}

const bridge: Layer = (canvas, placement) => {
  const { palette } = canvas
  const y = canvas.ground - 70 + placement.y * 9
  const paint = mix(palette.far, palette.near, 0.45)
  const half = placement.word === 'half'
  const end = half ? canvas.centre - 30 : canvas.width + 20
  let arches = ''
  for (let x = -40; x < end - 50; x += 86) {
    arches += `M${x + 10},${y + 150}v-62c0,-30 18,-42 33,-52c15,10 33,22 33,52v62Z`
    arches += `M${x + 22},${y + 18}v-16c0,-10 8,-14 14,-18c6,4 14,8 14,18v16Z`
  }
  const edge = half
    ? `L${end},${y - 34}L${end - 14},${y + 6}L${end + 10},${y + 30}L${end - 26},${y + 74}L${end - 16},${y + 150}`
    : `L${end},${y - 34}L${end},${y + 150}`
  return `<path d="M-20,${y - 34}${edge}L-20,${y + 150}Z" fill="${paint}"/><path d="${arches}" fill="${palette.accent}" opacity=".32"/><path d="${arches}" fill="${palette.near}" opacity=".55"/>`
}

const fort: Layer = (canvas, placement) => {
  const { palette } = canvas
  let crown = 'M-170,-150'
  for (let x = -170; x < 170; x += 20) crown += `v-14h10v14h10`
  const walls = `<path d="${crown}V20H-170ZM-210,20V-200h-6v-24h14v12h12v-12h14v12h12v-12h14v24h-6V20ZM166,20V-230h-6v-24h14v12h12v-12h14v12h12v-12h14v24h-6V20ZM-30,-150v-60h-6v-20h14v10h10v-10h20v10h10v-10h14v20h-6v60Z" fill="${mix(palette.far, palette.near, 0.6)}"/>`
  return stand(
    canvas,
    placement,
    `${walls}<path d="M-28,20v-70c0,-26 16,-36 28,-48c12,12 28,22 28,48v70Z" fill="${palette.near}"/><path d="M-120,-90h8v22h-8ZM-70,-90h8v22h-8ZM70,-90h8v22h-8ZM120,-90h8v22h-8Z" fill="${palette.accent}"/>`,
  )
}

/** A telegraph line that runs to the horizon. */
const wires: Layer = canvas => {
  const { palette, centre, ground, height } = canvas
  let drawn = ''
  for (let at = 0; at < 6; at++) {
    const near = ((at + 1) / 6) ** 2.2
    const x = centre + 40 + near * 330
    const foot = ground - 10 + near * (height - ground) * 0.6
    const tall = 40 + near * 560
    drawn += `M${round(x)},${round(foot)}v${round(-tall)}m${round(-tall * 0.12)},${round(tall * 0.06)}h${round(tall * 0.24)}`
  }
  const rope = [0.9, 1.06].map(
    up =>
      `M${centre + 36},${ground - 36}Q${centre + 150},${ground - 160 * up} ${centre + 372},${ground - 480 * up}`,
  )
  return `<path d="${drawn}" stroke="${palette.near}" stroke-width="6" fill="none"/><path d="${rope.join('')}" stroke="${palette.near}" stroke-width="2" fill="none"/>`
}

const platform: Layer = canvas => {
  const { palette, centre, ground, height } = canvas
  let lamps = ''
  for (let at = 0; at < 4; at++) {
    const near = (at / 3) ** 1.6
    const x = centre - 60 - near * 260
    const y = ground - 210 - near * 220
    lamps += `<path d="M${round(x)},${ground + near * 120}V${round(y)}h26" stroke="${palette.near}" stroke-width="${round(4 + near * 6)}" fill="none"/>${glow(canvas, x + 28, y + 6, 34 + near * 60, palette.light, 0.9)}`
  }
  return `<path d="M${centre - 6},${ground - 24}L${centre + 60},${ground - 24}L${canvas.width + 40},${height}L${centre - 420},${height}Z" fill="${mix(palette.near, palette.far, 0.45)}"/><path d="M${centre + 52},${ground - 24}L${canvas.width + 40},${height}L${canvas.width - 30},${height}L${centre + 44},${ground - 24}Z" fill="${palette.accent}" opacity=".8"/>${lamps}`
}

/** A street of lamps in the wet, seen along its middle. */
const street: Layer = (canvas, placement) => {
  const { centre, ground, height } = canvas
  const warm = { low: '#f0a64a', mid: '#7a4a22', light: '#fff0c8' }
  const palette = placement.word === 'warm' ? { ...canvas.palette, ...warm } : canvas.palette
  // The nearest houses reach the edges of the canvas.
  const reach = Math.max(520, canvas.width * 0.7)
  let drawn = ''
  for (const side of [-1, 1]) {
    for (let at = 0; at < 5; at++) {
      const near = ((5 - at) / 5) ** 2
      const next = ((4 - at) / 5) ** 2
      const outer = centre + side * (40 + near * reach)
      const inner = centre + side * (40 + next * reach)
      const high = ground - 120 - near * 620
      const paint = mix(palette.far, palette.near, 0.35 + 0.5 * near)
      drawn += `<path d="M${round(outer)},${round(high)}L${round(inner)},${round(ground - 120 - next * 620)}V${ground + 30}L${round(outer)},${height}Z" fill="${paint}"/>`
      const lampX = centre + side * (52 + next * (reach - 60))
      const lampY = ground - 60 - next * 330
      drawn += `<path d="M${round(lampX)},${round(ground + next * 190)}V${round(lampY)}" stroke="${palette.near}" stroke-width="${round(3 + next * 7)}"/>${glow(canvas, lampX, lampY, 26 + next * 150, palette.low, 0.95)}<circle cx="${round(lampX)}" cy="${round(lampY)}" r="${round(4 + next * 9)}" fill="${palette.light}"/>`
    }
  }
  const wet = gradient(canvas, [
    [0, palette.low, 0.75],
    [0.5, palette.mid, 0.5],
    [1, palette.near, 0.9],
  ])
  return `${drawn}${wet.defs}<path d="M${centre - 40},${ground - 10}h80L${centre + 420},${height + 10}H${centre - 420}Z" fill="${wet.url}"/>`
}

export const placeLayers: Readonly<Record<string, Layer>> = {
  city,
  tower,
  oldtown,
  village,
  house,
  mansion,
  lighthouse,
  bridge,
  fort,
  wires,
  platform,
  street,
}
