// Layers that contain other layers: `bust{ sky ridges }` shows the landscape in a head.
import { type Canvas, gradient, type Layer, round } from '../canvas.ts'
import { mix } from '../palettes.ts'

const profileMan =
  'M-64,214C-60,160 -26,146 8,130C18,120 16,104 12,94C-10,78 -14,24 14,2C38,-18 76,-10 86,14C90,24 90,34 88,42C87,46 86,49 88,53L99,69C101,73 97,76 92,76C92,79 93,81 95,83C97,85 94,88 91,89C95,91 94,95 91,96C89,98 90,100 91,103C92,112 84,117 76,115C68,114 63,116 61,122C60,132 66,140 78,148C112,158 128,172 132,214Z'
const profileWoman =
  'M-80,214C-76,150 -44,120 -26,96C-44,50 -18,-8 32,-16C60,-20 84,-6 90,18C92,28 90,36 88,42C87,46 87,49 89,53L97,67C99,71 96,74 91,74C91,77 92,79 94,81C96,83 93,86 90,87C94,89 93,93 90,94C88,96 89,98 90,101C90,109 84,113 76,112C84,132 110,140 122,160C130,174 134,194 134,214Z'
const hatMan = `${profileMan}M-14,20C20,2 66,-2 120,14C104,4 92,-2 86,-8C84,-50 76,-58 60,-52C50,-48 40,-48 30,-54C12,-60 0,-40 -2,-2C-20,8 -32,16 -14,20Z`
const helmet = `${profileMan}M-10,40C-20,-40 40,-52 70,-36C96,-24 100,0 98,16L108,24L100,32L86,22L24,44L20,74L6,66Z`
const frontMan =
  'M-120,214C-116,150 -70,136 -30,124L-28,96C-56,70 -56,-20 0,-24C56,-20 56,70 28,96L30,124C70,136 116,150 120,214Z'
const frontWoman =
  'M-126,214C-120,150 -80,130 -50,100C-76,40 -60,-34 0,-36C60,-34 76,40 50,100C80,130 120,150 126,214Z'
const frontHat = `${frontMan}M-104,30C-50,8 50,8 104,30C90,10 66,2 54,0C50,-62 32,-70 0,-58C-32,-70 -50,-62 -54,0C-66,2 -90,10 -104,30Z`
const child =
  'M-84,214C-80,160 -50,148 -22,140L-22,120C-62,100 -62,0 0,-6C62,0 62,100 22,120L22,140C50,148 80,160 84,214Z'
const lion =
  'M-90,214C-120,150 -110,60 -70,20C-80,-10 -56,-30 -36,-14C0,-40 50,-34 66,-10C84,-20 100,0 90,22C110,40 124,70 120,90C124,100 112,110 100,110C84,128 70,130 60,150C60,176 70,190 90,214Z'

const heads: Readonly<Record<string, string>> = {
  man: profileMan,
  woman: profileWoman,
  hat: hatMan,
  helmet,
  front: frontMan,
  frontwoman: frontWoman,
  fronthat: frontHat,
  child,
  lion,
}

function headAt(canvas: Canvas, size: number, x: number, y: number): string {
  const scale = 3 * size
  return `translate(${round(canvas.centre + x * 6 - 20 * scale)} ${round(canvas.ground + 20 + y * 9 - 190 * scale)}) scale(${round(scale * 100) / 100})`
}

/** A head with a scene inside. The word selects the kind of head. */
const bust: Layer = (canvas, placement, inner) => {
  const id = canvas.id()
  const path = heads[placement.word] ?? profileMan
  const place = headAt(canvas, placement.size, placement.x, placement.y)
  return `<defs><clipPath id="${id}"><path transform="${place}" d="${path}"/></clipPath></defs><path transform="${place}" d="${path}" fill="${canvas.palette.near}"/><g clip-path="url(#${id})">${inner}</g>`
}

const head: Layer = (canvas, placement) => {
  const [kind = 'man', paint = 'near'] = placement.word.split('-')
  const colours: Record<string, string> = { ...canvas.palette }
  return `<path transform="${headAt(canvas, placement.size, placement.x, placement.y)}" d="${heads[kind] ?? profileMan}" fill="${colours[paint] ?? canvas.palette.near}"/>`
}

/** Light through a blind, across the layers inside. */
const blinds: Layer = (canvas, placement, inner) => {
  const id = canvas.id()
  let bars = ''
  for (let at = -6; at < 26; at++) {
    bars += `<rect x="-400" y="${at * 46}" width="${canvas.width + 800}" height="24" fill="#fff"/>`
  }
  const soft = canvas.id()
  return `<defs><filter id="${soft}"><feGaussianBlur stdDeviation="2.4"/></filter><mask id="${id}"><g transform="rotate(${-14 * placement.size} ${canvas.centre} 450)" filter="url(#${soft})">${bars}</g></mask></defs><g mask="url(#${id})"><rect width="${canvas.width}" height="900" fill="${canvas.palette.low}"/>${inner}</g>`
}

const archPath = (x: number, y: number, width: number, height: number) => {
  const half = width / 2
  return `M${x - half},${y + height}V${y + half * 0.95}C${x - half},${y + half * 0.4} ${x - half * 0.55},${y + half * 0.28} ${x},${y}C${x + half * 0.55},${y + half * 0.28} ${x + half},${y + half * 0.4} ${x + half},${y + half * 0.95}V${y + height}Z`
}

/** A Persian arch with a scene inside, in a tiled wall. */
const arch: Layer = (canvas, placement, inner) => {
  const id = canvas.id()
  const { palette } = canvas
  const width = 400 * placement.size
  const top = 110 + placement.y * 9
  const bottom = canvas.height
  const path = archPath(canvas.centre, top, width, bottom - top)
  const wide = archPath(canvas.centre, top - 26, width + 44, bottom - top + 30)
  return `<defs><clipPath id="${id}"><path d="${path}"/></clipPath></defs>${girih(canvas, placement, '')}<path d="${wide}" fill="${palette.near}"/><path d="${wide}" fill="none" stroke="${palette.accent}" stroke-width="5"/><g clip-path="url(#${id})">${inner}</g><path d="${path}" fill="none" stroke="${palette.low}" stroke-width="4"/>`
}

/** Eight-pointed stars and crosses, as on tiled walls. */
const girih: Layer = (canvas, placement) => {
  const { palette } = canvas
  const id = canvas.id()
  const size = 92 * (placement.size > 1.2 ? 1.3 : 1)
  const half = size / 2
  const star = (radius: number) =>
    Array.from({ length: 16 }, (_, at) => {
      const angle = (at * Math.PI) / 8
      const far = at % 2 ? radius * 0.765 : radius
      return `${at ? 'L' : 'M'}${round(half + Math.sin(angle) * far)},${round(half - Math.cos(angle) * far)}`
    }).join('')
  const paint = mix(palette.top, palette.near, 0.25)
  return `<defs><pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" x="${canvas.centre - half}"><rect width="${size}" height="${size}" fill="${paint}"/><path d="${star(half)}Z" fill="${mix(palette.mid, palette.near, 0.15)}" stroke="${palette.low}" stroke-width="2.4"/><path d="${star(half * 0.52)}Z" fill="${mix(palette.accent, palette.mid, 0.25)}" stroke="${palette.low}" stroke-width="1.4"/><circle cx="${half}" cy="${half}" r="5" fill="${palette.light}"/><path d="M0,0m-16,0L0,-16L16,0L0,16ZM${size},0m-16,0l16,-16l16,16l-16,16ZM0,${size}m-16,0l16,-16l16,16l-16,16ZM${size},${size}m-16,0l16,-16l16,16l-16,16Z" fill="${palette.far}" stroke="${palette.low}" stroke-width="2"/></pattern></defs><rect width="${canvas.width}" height="900" fill="url(#${id})"/>${calm(canvas)}`
}

/** Darkens a pattern away from the centre of a wide picture, so that lettering is readable there. */
function calm(canvas: Canvas): string {
  if (canvas.width < 700) return ''
  const { near } = canvas.palette
  const focus = Math.round((canvas.centre / canvas.width) * 100) / 100
  const veil = gradient(
    canvas,
    [
      [0, near, focus < 0.4 ? 0.4 : 0.94],
      [focus - 0.22, near, focus < 0.4 ? 0.3 : 0.86],
      [focus, near, 0.1],
      [focus + 0.22, near, 0.7],
      [1, near, 0.94],
    ],
    'across',
  )
  return `${veil.defs}<rect width="${canvas.width}" height="900" fill="${veil.url}"/>`
}

const windowFrame: Layer = (canvas, placement, inner) => {
  const id = canvas.id()
  const { palette, centre } = canvas
  const x = centre - 170 * placement.size + placement.x * 6
  const width = 340 * placement.size
  const y = canvas.ground - 500 * placement.size + placement.y * 9
  const height = 400 * placement.size
  const wall = gradient(canvas, [
    [0, mix(palette.near, palette.far, 0.35)],
    [1, palette.near],
  ])
  const shaft = `<path d="M${x},${y + height}L${x + width},${y + height}L${x + width + 210},${canvas.height}L${x + 70},${canvas.height}Z" fill="${palette.light}" opacity=".16"/>`
  const bars = `<path d="M${x + width / 2},${y}v${height}M${x},${y + height * 0.42}h${width}" stroke="${palette.near}" stroke-width="9"/>`
  return `${wall.defs}<rect width="${canvas.width}" height="900" fill="${wall.url}"/><defs><clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath></defs><g clip-path="url(#${id})">${inner}</g>${bars}<rect x="${x - 8}" y="${y - 8}" width="${width + 16}" height="${height + 16}" fill="none" stroke="${mix(palette.near, palette.far, 0.5)}" stroke-width="16"/><rect x="${x - 30}" y="${y + height + 8}" width="${width + 60}" height="20" fill="${mix(palette.near, palette.far, 0.6)}"/>${shaft}`
}

/** A lit door in the dark. The layers inside are drawn in its light. */
const doorway: Layer = (canvas, placement, inner) => {
  const { palette, centre, ground } = canvas
  const x = centre - 80 * placement.size
  const width = 160 * placement.size
  const y = ground - 390 * placement.size
  const light = gradient(canvas, [
    [0, palette.light],
    [1, palette.low],
  ])
  const beam = gradient(canvas, [
    [0, palette.low, 0.75],
    [1, palette.low, 0],
  ])
  return `<rect width="${canvas.width}" height="900" fill="${palette.near}"/><rect width="${canvas.width}" height="${ground}" fill="${palette.top}" opacity=".55"/>${light.defs}${beam.defs}<rect x="${x}" y="${y}" width="${width}" height="${ground - y}" fill="${light.url}"/><path d="M${x},${ground}h${width}L${centre + 330},900H${centre - 330}Z" fill="${beam.url}"/><path d="M${x},${y}L${x - 70},${y - 30}V${ground + 40}L${x},${ground}Z" fill="${mix(palette.far, palette.near, 0.3)}"/>${inner}`
}

/** A hole cut through sheets of paper, each with its shadow. */
const papercut: Layer = (canvas, placement, inner) => {
  const { palette, centre, random } = canvas
  const id = canvas.id()
  const tones = [0, 1, 2, 3].map(at => mix(palette.far, palette.top, at / 3))
  let drawn = `<defs><filter id="${id}" x="-10%" y="-10%" width="120%" height="120%"><feDropShadow dx="0" dy="7" stdDeviation="9" flood-color="#000" flood-opacity=".38"/></filter></defs>${inner}`
  const middle = canvas.ground - 190
  const stretch = canvas.width > 700 ? 1.75 : 1
  tones.forEach((tone, at) => {
    const points: string[] = []
    const count = 14
    const base = 235 * placement.size + at * 44
    const spots = Array.from({ length: count }, (_, spot) => {
      const angle = (spot / count) * Math.PI * 2
      const far = base + random.between(-26, 26)
      return [
        centre + Math.cos(angle) * far * stretch,
        middle + Math.sin(angle) * far * 1.12,
      ] as const
    })
    spots.forEach(([x, y], spot) => {
      const [nextX, nextY] = spots[(spot + 1) % count] as readonly [number, number]
      if (!spot)
        points.push(
          `M${round((x + (spots[count - 1]?.[0] ?? 0)) / 2)},${round((y + (spots[count - 1]?.[1] ?? 0)) / 2)}`,
        )
      points.push(`Q${round(x)},${round(y)} ${round((x + nextX) / 2)},${round((y + nextY) / 2)}`)
    })
    drawn += `<path filter="url(#${id})" fill-rule="evenodd" fill="${tone}" d="M-60,-60H${canvas.width + 60}V960H-60Z${points.join('')}Z"/>`
  })
  return drawn
}

/** A round picture, like a lens, a porthole or a coin. */
const lens: Layer = (canvas, placement, inner) => {
  const id = canvas.id()
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 230 + placement.y * 9
  const radius = 210 * placement.size
  return `<defs><clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath></defs><g clip-path="url(#${id})">${inner}</g><circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${canvas.palette.light}" stroke-width="5"/>`
}

/** The layers inside, reflected in still water below the ground line. */
const mirror: Layer = (canvas, _, inner) => {
  const id = canvas.id()
  const y = canvas.ground
  return `${inner}<defs><clipPath id="${id}"><rect y="${y}" width="${canvas.width}" height="${canvas.height - y}"/></clipPath></defs><g clip-path="url(#${id})"><g transform="translate(0 ${2 * y}) scale(1 -1)" opacity=".75">${inner}</g><rect y="${y}" width="${canvas.width}" height="400" fill="${canvas.palette.near}" opacity=".45"/></g><rect y="${y - 2}" width="${canvas.width}" height="4" fill="${canvas.palette.light}" opacity=".5"/>`
}

/** Roughens edges like a brush on paper. */
const brushed: Layer = (canvas, placement, inner) => {
  const id = canvas.id()
  return `<defs><filter id="${id}" x="-40" y="-40" width="${canvas.width + 80}" height="980" filterUnits="userSpaceOnUse"><feTurbulence type="fractalNoise" baseFrequency=".018 .03" numOctaves="3" seed="${canvas.random.whole(1, 99)}"/><feDisplacementMap in="SourceGraphic" scale="${26 * placement.size}" xChannelSelector="R" yChannelSelector="G"/></filter></defs><g filter="url(#${id})">${inner}</g>`
}

const shadowed: Layer = (canvas, _, inner) => {
  const id = canvas.id()
  return `<defs><filter id="${id}" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="8" dy="12" stdDeviation="0" flood-color="${canvas.palette.near}" flood-opacity=".35"/></filter></defs><g filter="url(#${id})">${inner}</g>`
}

export const frameLayers: Readonly<Record<string, Layer>> = {
  bust,
  head,
  blinds,
  arch,
  girih,
  window: windowFrame,
  doorway,
  papercut,
  lens,
  mirror,
  brushed,
  shadowed,
}
