import { type Canvas, glow, gradient, type Layer, line, round } from '../canvas.ts'
import { mix } from '../palettes.ts'

const fill = (canvas: Canvas, paint: string, more = '') =>
  `<rect width="${canvas.width}" height="${canvas.height}" fill="${paint}" ${more}/>`

const sky: Layer = (canvas, placement) => {
  const { top, mid, near } = canvas.palette
  const deep = placement.word === 'deep' || placement.word === 'storm'
  const low = deep ? (placement.word === 'deep' ? near : mix(mid, near, 0.3)) : canvas.palette.low
  const end = (canvas.ground + 20) / canvas.height
  const paint = gradient(canvas, [
    [0, top],
    [end * 0.55, mid],
    [end, low],
  ])
  return paint.defs + fill(canvas, paint.url)
}

const plain: Layer = (canvas, placement) => {
  const colours: Record<string, string> = { ...canvas.palette }
  return fill(canvas, colours[placement.word] ?? canvas.palette.top)
}

const dark: Layer = canvas => {
  const { near, top, far } = canvas.palette
  const paint = gradient(canvas, [
    [0, near],
    [0.6, mix(top, far, 0.5)],
    [1, near],
  ])
  return paint.defs + fill(canvas, paint.url)
}

const sun: Layer = (canvas, placement) => {
  const { low } = canvas.palette
  const light = placement.word === 'red' ? canvas.palette.accent : canvas.palette.light
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 190 + placement.y * 9
  const radius = 110 * placement.size
  const paint = gradient(canvas, [
    [0, light],
    [1, mix(light, low, placement.word === 'red' ? 0 : 0.55)],
  ])
  const halo = glow(canvas, x, y, radius * 3.4, light, 0.55)
  return `${halo}${paint.defs}<circle cx="${x}" cy="${y}" r="${radius}" fill="${paint.url}"/>`
}

const moon: Layer = (canvas, placement) => {
  const { light, mid } = canvas.palette
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 330 + placement.y * 9
  const radius = 90 * placement.size
  const spots = [
    [-0.3, -0.2, 0.22],
    [0.25, 0.1, 0.3],
    [-0.1, 0.45, 0.16],
    [0.3, -0.45, 0.12],
  ]
    .map(([dx = 0, dy = 0, size = 0]) => {
      return `<circle cx="${x + dx * radius}" cy="${y + dy * radius}" r="${size * radius}" fill="${mid}" opacity=".16"/>`
    })
    .join('')
  const disc = `<circle cx="${x}" cy="${y}" r="${radius}" fill="${mix(light, mid, 0.06)}"/>`
  return glow(canvas, x, y, radius * 3, light, 0.4) + disc + spots
}

/** The light of a sun or a moon that is behind haze: no disc. */
const halo: Layer = (canvas, placement) => {
  const { light, low } = canvas.palette
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 190 + placement.y * 9
  return `${glow(canvas, x, y, 620 * placement.size, low, 0.5)}${glow(canvas, x, y, 330 * placement.size, light, 0.6)}`
}

const crescent: Layer = (canvas, placement) => {
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 380 + placement.y * 9
  const size = 70 * placement.size
  const path = `M${x},${y - size}A${size},${size} 0 1 1 ${x - size * 0.9},${y + size * 0.5}A${size * 0.8},${size * 0.8} 0 1 0 ${x},${y - size}Z`
  return `${glow(canvas, x, y, size * 3, canvas.palette.light, 0.35)}<path d="${path}" fill="${canvas.palette.light}"/>`
}

const stars: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  const count = Math.round((canvas.width / 6) * placement.size)
  let drawn = ''
  for (let at = 0; at < count; at++) {
    const size = random() ** 4 * 2.6 + 0.7
    drawn += `<circle cx="${round(random() * canvas.width)}" cy="${round(random() * canvas.ground)}" r="${round(size)}" opacity="${round(random.between(0.3, 1))}"/>`
  }
  return `<g fill="${palette.light}">${drawn}</g>`
}

const galaxy: Layer = canvas => {
  const { palette, random } = canvas
  let drawn = ''
  for (let at = 0; at < 14; at++) {
    const x = canvas.width * (at / 13)
    const y = canvas.ground * (0.85 - 0.75 * (at / 13)) + random.between(-60, 60)
    drawn += glow(
      canvas,
      x,
      y,
      random.between(90, 240),
      random.pick([palette.mid, palette.low, palette.accent]),
      0.28,
    )
  }
  return drawn
}

const clouds: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  const id = canvas.id()
  let drawn = ''
  for (let at = 0; at < 7 * placement.size; at++) {
    const y = random.between(canvas.ground * 0.15, canvas.ground * 0.8)
    const width = random.between(120, 420)
    const x = random.between(-80, canvas.width)
    const paint = mix(palette.light, palette.low, random())
    for (let puff = 0; puff < 6; puff++) {
      drawn += `<ellipse cx="${round(x + random.between(0, width))}" cy="${round(y + random.between(-10, 12))}" rx="${round(random.between(50, 130))}" ry="${round(random.between(8, 22))}" fill="${paint}" opacity=".35"/>`
    }
  }
  return `<defs><filter id="${id}" x="-20%" width="140%"><feGaussianBlur stdDeviation="9 4"/></filter></defs><g filter="url(#${id})">${drawn}</g>`
}

const rays: Layer = (canvas, placement) => {
  const { palette } = canvas
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - 190 + placement.y * 9
  let drawn = ''
  const count = 18
  for (let at = 0; at < count; at++) {
    const from = (at / count) * Math.PI * 2
    const to = from + Math.PI / count
    const far = canvas.width + canvas.height
    drawn += `${line([
      [x, y],
      [x + Math.cos(from) * far, y + Math.sin(from) * far],
      [x + Math.cos(to) * far, y + Math.sin(to) * far],
    ])}Z`
  }
  return `<path d="${drawn}" fill="${placement.word === 'dark' ? palette.mid : palette.light}" opacity="${0.22 * placement.size}"/>`
}

const birds: Layer = (canvas, placement) => {
  const { random } = canvas
  let drawn = ''
  for (let at = 0; at < 9 * placement.size; at++) {
    const x = canvas.centre + random.between(-220, 220) + placement.x * 6
    const y = canvas.ground - random.between(240, 480) + placement.y * 9
    const size = random.between(6, 17)
    drawn += `M${round(x - size)},${round(y - size * 0.3)}Q${round(x - size * 0.4)},${round(y - size * 0.7)} ${round(x)},${round(y)}Q${round(x + size * 0.4)},${round(y - size * 0.7)} ${round(x + size)},${round(y - size * 0.3)}`
  }
  return `<path d="${drawn}" fill="none" stroke="${canvas.palette.near}" stroke-width="3" stroke-linecap="round"/>`
}

const rain: Layer = (canvas, placement) => {
  const { random } = canvas
  let near = ''
  let far = ''
  for (let at = 0; at < (canvas.width / 5) * placement.size; at++) {
    const x = random.between(-50, canvas.width + 50)
    const y = random.between(-40, canvas.height)
    const length = random.between(24, 70)
    const stroke = `M${round(x)},${round(y)}l${round(-length * 0.16)},${round(length)}`
    if (at % 3) far += stroke
    else near += stroke
  }
  const { light } = canvas.palette
  return `<g stroke="${light}" stroke-linecap="round"><path d="${far}" opacity=".16" stroke-width="1.4"/><path d="${near}" opacity=".34" stroke-width="2"/></g>`
}

const snow: Layer = (canvas, placement) => {
  const { random } = canvas
  let drawn = ''
  for (let at = 0; at < (canvas.width / 5) * placement.size; at++) {
    const size = random() ** 3 * 6 + 1.6
    drawn += `<circle cx="${round(random() * canvas.width)}" cy="${round(random() * canvas.height)}" r="${round(size)}" opacity="${round(random.between(0.35, 0.95))}"/>`
  }
  return `<g fill="#fff">${drawn}</g>`
}

const fog: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  const id = canvas.id()
  let drawn = ''
  for (let at = 0; at < 9 * placement.size; at++) {
    const y = canvas.ground + random.between(-150, 60) + placement.y * 9
    drawn += `<ellipse cx="${round(random() * canvas.width)}" cy="${round(y)}" rx="${round(random.between(200, 420))}" ry="${round(random.between(14, 44))}" opacity="${round(random.between(0.2, 0.5))}"/>`
  }
  return `<defs><filter id="${id}" x="-30%" width="160%" y="-50%" height="200%"><feGaussianBlur stdDeviation="34 12"/></filter></defs><g fill="${palette.low}" filter="url(#${id})">${drawn}</g>`
}

const sparks: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  let drawn = ''
  for (let at = 0; at < (canvas.width / 9) * placement.size; at++) {
    const x = canvas.centre + (random() + random() - 1) * canvas.width * 0.5
    drawn += `<circle cx="${round(x)}" cy="${round(random() * canvas.height)}" r="${round(random() ** 3 * 4 + 1)}" opacity="${round(random.between(0.4, 1))}"/>`
  }
  return `<g fill="${palette.light}">${drawn}</g>`
}

const smoke: Layer = (canvas, placement) => {
  const { random, palette } = canvas
  const id = canvas.id()
  let drawn = ''
  const x = canvas.centre + placement.x * 6
  for (let at = 0; at < 26; at++) {
    const up = at / 26
    drawn += `<circle cx="${round(x + up * up * 170 + random.between(-30, 30))}" cy="${round(canvas.ground - 20 - up * 560)}" r="${round(20 + up * 120)}" opacity="${round(0.5 - up * 0.4)}"/>`
  }
  return `<defs><filter id="${id}" x="-50%" width="200%"><feGaussianBlur stdDeviation="16"/></filter></defs><g fill="${mix(palette.near, palette.far, 0.4)}" filter="url(#${id})">${drawn}</g>`
}

const aurora: Layer = canvas => {
  const { palette } = canvas
  const id = canvas.id()
  let drawn = ''
  for (let at = 0; at < 5; at++) {
    const y = 120 + at * 60
    const paint = at % 2 ? palette.accent : palette.low
    drawn += `<path d="M-60,${y + 120}C${canvas.width * 0.3},${y - 120} ${canvas.width * 0.6},${y + 200} ${canvas.width + 60},${y - 60}" stroke="${paint}" stroke-width="50" fill="none" opacity=".35"/>`
  }
  return `<defs><filter id="${id}" x="-20%" width="140%" y="-50%" height="200%"><feGaussianBlur stdDeviation="26"/></filter></defs><g filter="url(#${id})">${drawn}</g>`
}

/** Darkens the edges. */
const vignette: Layer = (canvas, placement) => {
  const id = canvas.id()
  return `<defs><radialGradient id="${id}" cx=".5" cy=".45" r=".8"><stop offset=".45" stop-color="${canvas.palette.near}" stop-opacity="0"/><stop offset="1" stop-color="${canvas.palette.near}" stop-opacity="${0.75 * placement.size}"/></radialGradient></defs>${fill(canvas, `url(#${id})`)}`
}

export const skyLayers: Readonly<Record<string, Layer>> = {
  sky,
  plain,
  dark,
  sun,
  moon,
  crescent,
  halo,
  stars,
  galaxy,
  clouds,
  rays,
  birds,
  rain,
  snow,
  fog,
  sparks,
  smoke,
  aurora,
  vignette,
}
