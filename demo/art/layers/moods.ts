// Layers made for one or two titles.
import { curve, glow, gradient, type Layer, line, round } from '../canvas.ts'
import { mix } from '../palettes.ts'

const stairs: Layer = canvas => {
  const { palette, centre, ground } = canvas
  let drawn = ''
  for (let flight = 0; flight < 5; flight++) {
    const left = flight % 2 ? 1 : -1
    const y = ground + 60 - flight * 215
    for (let at = 0; at < 9; at++) {
      const x = centre + left * (at * 46 - 210)
      drawn += `<rect x="${round(x - 24)}" y="${round(y - at * 24)}" width="48" height="${at * 24 + 400}" fill="${flight % 2 ? palette.mid : mix(palette.mid, palette.near, 0.16)}" opacity="${flight ? 0.28 : 0.9}"/>`
    }
    drawn += `<path d="${line(Array.from({ length: 10 }, (_, at) => [centre + left * (at * 46 - 234), y - at * 24] as const))}" stroke="${palette.near}" stroke-width="5" fill="none"/>`
  }
  return drawn
}

const facade: Layer = (canvas, placement) => {
  const { palette, random } = canvas
  const day = placement.word === 'day'
  let drawn = ''
  for (let row = 0; row < 9; row++) {
    for (let column = -1; column * 100 < canvas.width; column++) {
      const lit = random() < (day ? 0.24 : 0.3)
      const x = column * 100 + 34 + (canvas.centre % 100)
      const y = row * 104 + 18
      const pane = lit
        ? random() < 0.6
          ? palette.accent
          : palette.light
        : mix(palette.far, palette.near, day ? 0.25 : 0.55)
      drawn += `<rect x="${x}" y="${y}" width="66" height="74" fill="${pane}"/><path d="M${x + 33},${y}v74M${x},${y + 26}h66" stroke="${palette.near}" stroke-width="4"/>`
      if (lit && random() < 0.6)
        drawn += `<circle cx="${x + 20}" cy="${y + 44}" r="9" fill="${palette.near}"/><path d="M${x + 4},${y + 74}c2,-26 30,-26 32,0Z" fill="${palette.near}"/>`
      if (random() < 0.3)
        drawn += `<rect x="${x - 8}" y="${y + 70}" width="82" height="9" fill="${palette.near}"/>`
    }
  }
  return drawn
}

const rope: Layer = (canvas, placement) => {
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground + placement.y * 9
  return `<path d="M${x},-10C${x + 30},${y * 0.4} ${x - 30},${y * 0.6} ${x},${y - 130}" stroke="${canvas.palette.light}" stroke-width="4" fill="none"/>`
}

const tunnel: Layer = canvas => {
  const { palette, centre, ground } = canvas
  let drawn = ''
  for (let at = 9; at > 0; at--) {
    const far = 1.42 ** at * 30
    const paint = at % 2 ? mix(palette.near, palette.mid, 0.3) : palette.near
    drawn += `<path d="M${centre - far},${ground + far * 0.3}V${ground - far * 0.7}a${far},${far} 0 0 1 ${far * 2},0V${ground + far * 0.3}Z" fill="${paint}"/>`
  }
  return `${drawn}${glow(canvas, centre, ground - 30, 190, palette.low, 1)}<path d="M${centre - 16},${ground}L${centre - 260},900M${centre + 16},${ground}L${centre + 260},900" stroke="${palette.accent}" stroke-width="5"/>`
}

const curtain: Layer = canvas => {
  const { palette, width } = canvas
  let drawn = ''
  const folds = Math.ceil(width / 44)
  for (let at = 0; at < folds; at++) {
    const x = at * 44
    const near = Math.abs(x + 22 - canvas.centre) / 300
    const tall = 900 - Math.max(0, 1 - near) * 300
    const red = mix(palette.mid, palette.accent, palette.accent === '#ffffff' ? 0 : 0.35)
    const paint = gradient(
      canvas,
      [
        [0, mix(red, palette.near, 0.55)],
        [0.4, red],
        [1, mix(red, palette.near, 0.75)],
      ],
      'across',
    )
    if (near > 0.42)
      drawn += `${paint.defs}<path d="M${x},0h45V${tall}q-22,16 -45,0Z" fill="${paint.url}"/>`
  }
  for (let at = 0; at < Math.ceil(width / 120); at++) {
    drawn += `<path d="M${at * 120 - 6},0h132c0,90 -30,120 -66,120s-66,-30 -66,-120Z" fill="${mix(palette.mid, palette.near, 0.35)}"/><path d="M${at * 120 - 2},14c4,70 30,94 62,94s58,-24 62,-94" fill="none" stroke="${palette.low}" stroke-width="4"/>`
  }
  return drawn
}

const map: Layer = canvas => {
  const { palette, random, width } = canvas
  let drawn = ''
  for (let x = -20; x < width; x += 84) {
    for (let y = -20; y < 900; y += 84) {
      const w = random.between(52, 78)
      const h = random.between(44, 78)
      drawn += `<rect x="${x + 6}" y="${y + 6}" width="${round(w)}" height="${round(h)}" fill="${mix(palette.low, palette.near, random.between(0.05, 0.2))}"/>`
    }
  }
  return `<g transform="rotate(-13 ${canvas.centre} 450) scale(1.25) translate(-70 -70)">${drawn}<path d="M-100,500C200,380 380,640 ${width + 100},420" stroke="${mix(palette.low, palette.light, 0.6)}" stroke-width="34" fill="none"/></g>`
}

const gears: Layer = (canvas, placement) => {
  const { palette, random, centre, ground } = canvas
  let drawn = ''
  for (let at = 0; at < 9; at++) {
    const x = centre + random.between(-300, 300)
    const y = ground - random.between(-60, 600)
    const radius = random.between(34, 110) * placement.size
    const paint = mix(palette.low, palette.near, random.between(0.15, 0.7))
    const teeth = Array.from(
      { length: 12 },
      (_, tooth) =>
        `<rect x="${-radius * 0.13}" y="${-radius * 1.22}" width="${radius * 0.26}" height="${radius * 0.4}" transform="rotate(${tooth * 30})"/>`,
    ).join('')
    drawn += `<g transform="translate(${round(x)} ${round(y)})" fill="${paint}">${teeth}<path fill-rule="evenodd" d="M0,${-radius}A${radius},${radius} 0 1 1 -1,${-radius}ZM0,${-radius * 0.45}A${radius * 0.45},${radius * 0.45} 0 1 0 1,${-radius * 0.45}Z"/></g>`
  }
  return drawn
}

const feather: Layer = (canvas, placement) => {
  const { palette } = canvas
  const barbs = Array.from({ length: 40 }, (_, at) => {
    const up = -at * 10
    const wide = Math.sin((at / 40) * Math.PI) * 74 + 8
    return `M0,${up}q${wide * 0.5},-14 ${wide},-50M0,${up}q${-wide * 0.5},-14 ${-wide},-50`
  })
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground + placement.y * 9
  return `<g transform="translate(${x} ${y}) rotate(16) scale(${placement.size})"><path d="${barbs.join('')}" stroke="${palette.accent}" stroke-width="8" fill="none" stroke-linecap="round"/><path d="${barbs.join('')}" stroke="${palette.low}" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M-10,60Q10,-160 0,-440" stroke="${palette.light}" stroke-width="7" fill="none"/><ellipse cx="0" cy="-330" rx="26" ry="40" fill="${palette.mid}"/><ellipse cx="0" cy="-330" rx="13" ry="22" fill="${palette.light}"/></g>`
}

const shards: Layer = canvas => {
  const { palette, random, centre, ground } = canvas
  let drawn = ''
  for (let at = 0; at < 34; at++) {
    const angle = random() * Math.PI * 2
    const far = random.between(30, 290)
    const x = centre + Math.cos(angle) * far
    const y = ground - 280 + Math.sin(angle) * far
    const points = Array.from({ length: 4 }, (_, corner) => {
      const turn = (corner / 4) * Math.PI * 2 + random()
      const size = random.between(14, 58)
      return [x + Math.cos(turn) * size, y + Math.sin(turn) * size] as const
    })
    drawn += `<path d="${line(points)}Z" fill="${random.pick([palette.light, palette.low, palette.mid, palette.accent])}" opacity="${round(random.between(0.5, 1))}" stroke="${palette.light}" stroke-width="2"/>`
  }
  return drawn
}

const wellRings: Layer = (canvas, placement) => {
  const { palette, centre, random } = canvas
  const y = canvas.ground - 170
  let drawn = ''
  for (let at = 11; at > 0; at--) {
    const radius = 46 * 1.24 ** at * placement.size
    drawn += `<circle cx="${centre}" cy="${round(y - at * 7)}" r="${round(radius)}" fill="${mix(palette.near, palette.mid, at / 14)}"/><circle cx="${centre}" cy="${round(y - at * 7)}" r="${round(radius)}" fill="none" stroke="${mix(palette.far, palette.near, 0.4)}" stroke-width="5" stroke-dasharray="${random.whole(40, 70)} 7"/>`
  }
  return `${drawn}${glow(canvas, centre, y, 150 * placement.size, palette.accent, 0.9)}<circle cx="${centre}" cy="${y}" r="${56 * placement.size}" fill="${palette.light}" opacity=".85"/>`
}

const bubbles: Layer = canvas => {
  const { random, palette } = canvas
  let drawn = ''
  for (let at = 0; at < 46; at++) {
    drawn += `<circle cx="${round(canvas.centre + random.between(-70, 70) * (1 + at / 20))}" cy="${round(random.between(40, 560))}" r="${round(random.between(3, 13))}" opacity="${round(random.between(0.2, 0.7))}"/>`
  }
  return `<g fill="none" stroke="${palette.light}" stroke-width="2.5">${drawn}</g>`
}

const waterLight: Layer = canvas => {
  const { palette, centre } = canvas
  const id = canvas.id()
  let drawn = ''
  for (let at = -5; at <= 5; at++)
    drawn += `<path d="M${centre + at * 30 - 14},-20h28L${centre + at * 130 + 50},760H${centre + at * 130 - 50}Z"/>`
  return `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${palette.light}" stop-opacity=".6"/><stop offset=".9" stop-color="${palette.light}" stop-opacity="0"/></linearGradient></defs><g fill="url(#${id})" opacity=".55">${drawn}</g>`
}

const diver: Layer = (canvas, placement) => {
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground + placement.y * 9
  return `<g transform="translate(${x} ${y}) rotate(28) scale(${placement.size * 1.4})" fill="${canvas.palette.near}"><circle cx="0" cy="96" r="15"/><path d="M-22,66C-18,84 18,84 22,66L28,-10L16,-86L22,-140L6,-146L0,-90L-8,-146L-24,-138L-16,-86L-28,-10ZM-20,70L-40,120L-30,166L-20,164L-26,120L-6,80ZM20,70L40,120L30,166L20,164L26,120L6,80Z"/></g>`
}

const columns: Layer = canvas => {
  const { palette, random, centre, ground } = canvas
  let drawn = ''
  for (let at = -5; at <= 5; at++) {
    const x = centre + at * 60 + (at > 0 ? 0 : 0)
    const tall = random.between(240, 520)
    let layers = ''
    for (let y = 0; y < tall; y += random.between(8, 34)) {
      layers += `<rect x="${x - 20}" y="${round(ground + 20 - tall + y)}" width="40" height="4" fill="${palette.far}" opacity="${round(random.between(0.2, 0.9))}"/>`
    }
    drawn += `<rect x="${x - 20}" y="${round(ground + 20 - tall)}" width="40" height="${round(tall)}" rx="5" fill="${mix(palette.low, palette.mid, random() * 0.6)}"/>${layers}`
    if (at === 1)
      drawn += `<rect x="${x - 20}" y="${round(ground - tall * 0.45)}" width="40" height="10" fill="${palette.accent}"/>`
  }
  return drawn
}

const goalNet: Layer = canvas => {
  const { palette, centre, ground } = canvas
  let drawn = ''
  for (let at = -7; at <= 7; at++) drawn += `M${centre + at * 34},${ground - 330}V${ground}`
  for (let at = 0; at < 10; at++) drawn += `M${centre - 240},${ground - 330 + at * 34}h480`
  return `<path d="${drawn}" stroke="${palette.light}" stroke-width="2.5" opacity=".7"/><path d="M${centre - 250},${ground + 10}V${ground - 342}h500V${ground + 10}" stroke="${palette.light}" stroke-width="15" fill="none" stroke-linejoin="round"/><rect x="-10" y="${ground}" width="${canvas.width + 20}" height="400" fill="${palette.far}"/>`
}

const board: Layer = canvas => {
  const { palette, centre, ground } = canvas
  return `<g transform="translate(${centre + 8} ${ground + 46}) rotate(-6)"><path d="M-90,-12C-80,4 80,4 92,-14L96,-6C84,14 -84,14 -96,-4Z" fill="${palette.accent}"/><circle cx="-54" cy="16" r="11" fill="${palette.near}"/><circle cx="54" cy="16" r="11" fill="${palette.near}"/></g>`
}

const cable: Layer = canvas => {
  const { palette, centre, ground, width } = canvas
  const y = ground - 300
  const cabin = (x: number, down: number, size: number) =>
    `<g transform="translate(${x} ${down}) scale(${size})"><path d="M0,0V46" stroke="${palette.near}" stroke-width="8"/><rect x="-70" y="46" width="140" height="104" rx="18" fill="${palette.accent}"/><path d="M-56,62h50v44h-50ZM6,62h50v44H6Z" fill="${palette.light}"/></g>`
  return `<path d="M-20,${y + 150}L${width + 20},${y - 130}" stroke="${palette.near}" stroke-width="5"/>${cabin(centre - 20, y + 74 - (width > 700 ? 60 : 60), 1.25)}<g transform="translate(${centre + 150} ${y - 6}) rotate(8) scale(.5)" fill="${palette.near}"><circle cx="0" cy="-184" r="13"/><path d="M-25,-150C-20,-170 20,-170 25,-150L90,-120L84,-108L22,-130L18,-74L14,0H2L0,-66L-10,0H-22L-20,-74L-22,-130L-84,-160L-90,-172Z"/></g>`
}

const leaves: Layer = canvas => {
  const { palette, random } = canvas
  let drawn = ''
  for (let at = 0; at < canvas.width / 11; at++) {
    drawn += `<path transform="translate(${round(random() * canvas.width)} ${round(random() * 900)}) rotate(${random.whole(0, 360)}) scale(${round(random.between(0.5, 1.5) * 10) / 10})" d="M0,-12C9,-6 9,6 0,14C-9,6 -9,-6 0,-12Z" fill="${random.pick([palette.accent, palette.low, palette.mid])}"/>`
  }
  return drawn
}

const windLines: Layer = canvas => {
  const { palette, random, width } = canvas
  let drawn = ''
  for (let at = 0; at < 26; at++) {
    const y = random.between(40, 700)
    const points = Array.from(
      { length: 6 },
      (_, spot) => [(spot / 5) * (width + 200) - 100, y + random.between(-34, 34)] as const,
    )
    drawn += `<path d="${curve(points)}" stroke="${random.pick([palette.light, palette.near, palette.far])}" stroke-width="${round(random.between(2, 20))}" opacity=".16"/>`
  }
  return `<g fill="none" stroke-linecap="round">${drawn}</g>`
}

const cloudFace: Layer = (canvas, placement) => {
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground + placement.y * 9
  return `<g transform="translate(${x} ${y}) scale(${placement.size})"><path d="M-110,40a50,50 0 0 1 0,-96a70,70 0 0 1 124,-34a60,60 0 0 1 86,54a44,44 0 0 1 0,76Z" fill="#fff"/><path d="M-50,-16q14,-14 28,0M14,-16q14,-14 28,0" stroke="${canvas.palette.near}" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M-20,20q16,-16 34,0" stroke="${canvas.palette.near}" stroke-width="7" fill="none" stroke-linecap="round"/></g>`
}

const snakes: Layer = canvas => {
  const { palette, centre, ground } = canvas
  const body = (side: number) => {
    const points = Array.from(
      { length: 9 },
      (_, at) =>
        [centre + side * (30 + Math.sin(at * 1.5) * 70 + at * 9), ground - 200 - at * 44] as const,
    )
    const [x, y] = points[8] as readonly [number, number]
    return `<path d="${curve(points)}" stroke="${palette.low}" stroke-width="26" fill="none" stroke-linecap="round"/><ellipse cx="${round(x)}" cy="${round(y - 8)}" rx="20" ry="30" fill="${palette.low}"/><circle cx="${round(x - 7)}" cy="${round(y - 18)}" r="4" fill="${palette.light}"/><circle cx="${round(x + 7)}" cy="${round(y - 18)}" r="4" fill="${palette.light}"/>`
  }
  return body(1) + body(-1)
}

const cityRed: Layer = canvas => {
  const { palette, random } = canvas
  let drawn = ''
  for (let x = -20; x < canvas.width; x += random.between(40, 80)) {
    const tall = random.between(80, 260)
    drawn += `<rect x="${round(x)}" y="${round(canvas.ground - tall)}" width="70" height="700" fill="${mix(palette.mid, palette.near, random())}"/>`
  }
  return drawn
}

const tents: Layer = canvas => {
  const { palette, centre, ground } = canvas
  return [-230, 0, 230]
    .map(
      (x, at) =>
        `<g transform="translate(${centre + x} ${ground + 10 - at * 6}) scale(${at === 1 ? 1.2 : 0.85})"><path d="M0,-190L150,0H-150Z" fill="${mix(palette.low, palette.far, 0.35)}"/><path d="M0,-190L150,0H60Z" fill="${mix(palette.far, palette.near, 0.3)}"/><path d="M0,-150L34,0H-34Z" fill="${at === 1 ? palette.light : palette.near}"/><path d="M-82,-66h14v-14h14v14h14v14h-14v14h-14v-14h-14Z" fill="${palette.accent}"/></g>`,
    )
    .join('')
}

const ghosts: Layer = canvas => {
  const { palette, centre, ground } = canvas
  return [
    [-190, -260, 0.8],
    [200, -330, 1],
    [90, -430, 0.6],
  ]
    .map(
      ([x = 0, y = 0, size = 1]) =>
        `<g transform="translate(${centre + x} ${ground + y}) scale(${size})" opacity=".85"><path d="M-50,60V-20a50,56 0 0 1 100,0V60l-16,-14l-17,14l-17,-14l-17,14l-17,-14Z" fill="${palette.light}"/><circle cx="-17" cy="-22" r="8" fill="${palette.near}"/><circle cx="17" cy="-22" r="8" fill="${palette.near}"/><ellipse cx="0" cy="6" rx="8" ry="12" fill="${palette.near}"/></g>`,
    )
    .join('')
}

const inkWash: Layer = canvas => {
  const { random, palette, centre, ground } = canvas
  const id = canvas.id()
  let drawn = ''
  for (let at = 0; at < 12; at++) {
    drawn += `<ellipse cx="${round(centre + random.between(-260, 260))}" cy="${round(ground - random.between(-90, 420))}" rx="${round(random.between(60, 190))}" ry="${round(random.between(20, 90))}" opacity="${round(random.between(0.06, 0.26))}"/>`
  }
  return `<defs><filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feTurbulence baseFrequency=".02" numOctaves="4" seed="7"/><feDisplacementMap in="SourceGraphic" scale="90"/><feGaussianBlur stdDeviation="2"/></filter></defs><g fill="${palette.near}" filter="url(#${id})">${drawn}</g>`
}

const numerals: Layer = (canvas, placement) => {
  const { palette, centre, ground } = canvas
  const signs = ['۱', '۲', '۳', '۵', '۷']
  return signs
    .map(
      (sign, at) =>
        `<g transform="translate(${centre + (at - 2) * 118} ${ground + 20 - (at % 2) * 60}) rotate(${(at - 2) * 5}) scale(${placement.size})"><rect x="-52" y="-220" width="104" height="230" rx="20" fill="${[palette.accent, palette.light, palette.near][at % 3]}"/><text x="0" y="-86" text-anchor="middle" font-family="lalezar" font-size="130" fill="${at % 3 === 1 ? palette.near : palette.light}">${sign}</text><rect x="-20" y="-50" width="40" height="60" rx="18" fill="${at % 3 === 1 ? palette.accent : palette.light}"/></g>`,
    )
    .join('')
}

const handle: Layer = canvas => {
  const { palette, centre, ground } = canvas
  return `<path d="M${centre + 150},${ground - 80}L${centre + 270},${ground + 60}" stroke="${palette.near}" stroke-width="40" stroke-linecap="round"/><circle cx="${centre}" cy="${ground - 230}" r="212" fill="none" stroke="${palette.near}" stroke-width="24"/>`
}

const mandala: Layer = (canvas, placement) => {
  const { palette, centre, ground } = canvas
  const y = ground - 230
  let drawn = ''
  for (const [ringAt, count] of [
    [5, 24],
    [4, 20],
    [3, 16],
    [2, 12],
    [1, 8],
  ] as const) {
    const radius = ringAt * 52 * placement.size
    for (let at = 0; at < count; at++) {
      drawn += `<path transform="translate(${centre} ${y}) rotate(${(at / count) * 360}) translate(0 ${-radius})" d="M0,40C-26,20 -22,-16 0,-34C22,-16 26,20 0,40Z" fill="${[palette.accent, palette.light, palette.mid, palette.far][(ringAt + at) % 4]}"/>`
    }
  }
  return drawn
}

const stone: Layer = canvas => {
  const { palette, centre, ground } = canvas
  return `<path d="M${centre - 110},${ground + 30}L${centre - 84},${ground - 130}L${centre - 20},${ground - 210}L${centre + 60},${ground - 190}L${centre + 112},${ground - 60}L${centre + 120},${ground + 30}Z" fill="${palette.near}"/><path d="M${centre - 20},${ground - 210}L${centre + 60},${ground - 190}L${centre + 20},${ground - 90}L${centre - 84},${ground - 130}Z" fill="${mix(palette.near, palette.low, 0.35)}"/>`
}

const steam: Layer = canvas => {
  const { palette, centre, ground } = canvas
  const wisps = [-120, -20, 90].map(
    x => `M${centre + x},${ground - 280}c-50,-70 60,-110 0,-190c-40,-60 30,-90 10,-150`,
  )
  return `<path d="${wisps.join('')}" stroke="${palette.light}" stroke-width="16" fill="none" stroke-linecap="round" opacity=".5"/>`
}

const shine: Layer = canvas =>
  glow(canvas, canvas.centre - 70, canvas.ground - 260, 200, '#ffffff', 0.35)
const nothing: Layer = () => ''

const shadowTwin: Layer = canvas => {
  const { palette, centre, ground } = canvas
  return `<path d="M${centre},${ground + 30}L${centre - 170},900H${centre - 90}ZM${centre},${ground + 30}L${centre + 110},900H${centre + 200}Z" fill="${palette.near}" opacity=".75"/>`
}

export const moodLayers: Readonly<Record<string, Layer>> = {
  stairs,
  facade,
  rope,
  tunnel,
  curtain,
  map,
  gears,
  feather,
  shards,
  wellrings: wellRings,
  bubbles,
  waterlight: waterLight,
  diver,
  columns,
  goalnet: goalNet,
  board,
  cable,
  leaves,
  windlines: windLines,
  cloudface: cloudFace,
  snakes,
  cityred: cityRed,
  tents,
  ghosts,
  inkwash: inkWash,
  numerals,
  handle,
  mandala,
  stone,
  steam,
  shine,
  shadowtwin: shadowTwin,
  nothing,
}
