// Draws the avatars of profiles from a few shapes: eight plain ones, eight people and eight animals.

type Skin = { skin: string; shade: string }
const FAIR: Skin = { skin: '#f3cba5', shade: '#e2ad80' }
const OLIVE: Skin = { skin: '#dfa878', shade: '#c98c5b' }
const BROWN: Skin = { skin: '#b97a4e', shade: '#9a5f38' }

const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const path = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`
const line = (d: string, colour: string, width = 4) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
/** Draws a part on both sides of the middle. */
const both = (part: string) => `${part}<g transform="matrix(-1 0 0 1 200 0)">${part}</g>`

function sheet(from: string, to: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="200" height="200" fill="url(#g)"/>${circle(158, 36, 60, 'rgb(255 255 255 / 9%)')}${body}</svg>`
}

const eyes = (y: number, gap = 22, colour = '#2a2233') =>
  both(circle(100 - gap, y, 5.5, colour) + circle(100 - gap + 2, y - 2, 1.7, '#fff'))
const smile = (y: number, width = 15, colour = '#7a3b34') =>
  line(`M${100 - width} ${y}q${width} ${width * 0.9} ${width * 2} 0`, colour, 4.5)

function plain(from: string, to: string, face: string): string {
  const ink = '#fffdf6'
  return sheet(from, to, face.replaceAll('INK', ink))
}

const faces = [
  `${both(circle(70, 86, 10, 'INK'))}${line('M62 122q38 34 76 0', 'INK', 11)}`,
  `${both(line('M56 90q14-16 28 0', 'INK', 10))}${line('M70 124q30 22 60 0', 'INK', 11)}`,
  `${circle(70, 86, 10, 'INK')}${line('M118 88h24', 'INK', 10)}${line('M68 126q34 24 66-4', 'INK', 11)}`,
  `${both(circle(72, 84, 9, 'INK'))}${oval(100, 130, 18, 20, 'INK')}`,
  `${both(`${circle(68, 88, 22, 'none').replace('fill="none"', 'fill="none" stroke="INK" stroke-width="8"')}${circle(68, 88, 7, 'INK')}`)}${line('M90 88h20', 'INK', 8)}${line('M76 130q24 16 48 0', 'INK', 10)}`,
  `${both(circle(70, 88, 9, 'INK'))}${path('M60 116h80a40 36 0 0 1-80 0z', 'INK')}`,
  `${both(path('M70 72l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z', 'INK'))}${line('M66 124q34 30 68 0', 'INK', 11)}`,
  `${both(line('M58 88h24', 'INK', 10))}${line('M78 128h44', 'INK', 10)}`,
]
const grounds: Array<[string, string]> = [
  ['#e0465f', '#a31f48'],
  ['#2fb5a5', '#14696f'],
  ['#f2a93b', '#cf6a23'],
  ['#7b6cf0', '#4733a8'],
  ['#3d8bea', '#1f4fa6'],
  ['#5cae4f', '#24713f'],
  ['#e46bb1', '#93329a'],
  ['#5a6484', '#2a3150'],
]

function person(
  ground: [string, string],
  { skin, shade }: Skin,
  clothes: string,
  hair: Hair,
): string {
  return sheet(
    ...ground,
    [
      hair.behind ?? '',
      path('M28 206c4-42 34-58 72-58s68 16 72 58z', clothes),
      path('M84 128h32v26q-16 16-32 0z', shade),
      both(circle(58, 98, 9, shade)),
      oval(100, 92, 42, 50, skin),
      eyes(94, 17),
      line('M100 98q-5 9 1 11', shade, 3.5),
      smile(120, 13),
      hair.front,
    ].join(''),
  )
}
type Hair = { behind?: string; front: string }

const brows = (colour: string) => both(line('M74 80q9-6 18-2', colour, 4))
const people = [
  person(['#f6b6a0', '#d9674f'], FAIR, '#30405f', {
    behind: path('M50 92c0-44 100-44 100 0v72H50z', '#3a2630'),
    front: path(
      'M57 92c-2-40 30-52 46-50 30 2 42 24 40 50-8-14-18-24-28-32-12 14-36 24-58 32z',
      '#3a2630',
    ),
  }),
  person(['#8fb7d8', '#3f6796'], OLIVE, '#d8d2c4', {
    front: `${path('M56 92C46 16 154 16 144 92c-4-18-10-28-20-34-20 4-40 2-52-4-8 8-12 18-16 34z', '#241c22')}${brows('#241c22')}`,
  }),
  person(['#c9b28b', '#86683c'], BROWN, '#22403b', {
    front: `${path('M56 92C46 16 154 16 144 92c-6-20-18-30-44-30s-38 10-44 30z', '#1d1716')}${path('M60 104c2 50 78 50 80 0-4 12-12 14-22 12-12-3-24-3-36 0-10 2-18 0-22-12zM84 124q16-9 32 0-16 18-32 0z', '#1d1716')}${brows('#1d1716')}`,
  }),
  person(['#9cc6a8', '#3f7f68'], FAIR, '#7a4a2e', {
    front: `${path('M56 90C48 16 154 16 144 90c-12-6-22-16-28-26-14 16-38 22-60 26z', '#8a5a30')}${both(`<rect x="66" y="82" width="28" height="24" rx="9" fill="rgb(255 255 255 / 22%)" stroke="#2a2233" stroke-width="4"/>`)}${line('M94 92h12', '#2a2233', 4)}`,
  }),
  person(['#d7a7d9', '#7d4794'], OLIVE, '#f4e9dc', {
    behind: `${circle(100, 34, 24, '#4a2c22')}${path('M54 96c0-46 92-46 92 0v20H54z', '#4a2c22')}`,
    front: path(
      'M57 90c-2-36 28-50 44-48 30 0 44 22 42 48-14-6-34-18-44-32-8 16-24 26-42 32z',
      '#4a2c22',
    ),
  }),
  person(['#7fc3c2', '#266d7d'], FAIR, '#153c52', {
    behind: path('M44 100c0-56 112-56 112 0 0 26 2 46 14 66H30c12-20 14-40 14-66z', '#1f5a78'),
    front: path(
      'M51 98C42 8 158 8 149 98c4 22-6 42-26 54 18-22 24-46 18-62-10-18-70-18-80 0-6 16 0 40 18 62-20-12-30-32-26-54z',
      '#2a7396',
    ),
  }),
  person(['#f0cf87', '#c98a34'], OLIVE, '#9c3342', {
    behind: path('M44 100c0-56 112-56 112 0 0 26 2 46 14 66H30c12-20 14-40 14-66z', '#b5384f'),
    front: `${path('M51 98C42 8 158 8 149 98c4 22-6 42-26 54 18-22 24-46 18-62-6-12-24-20-40-20s-34 8-40 20c-6 16 0 40 18 62-20-12-30-32-26-54z', '#cf4a60')}${path('M64 84c4-14 20-22 40-18-14 8-26 14-40 18z', '#2f2028')}`,
  }),
  person(['#b7c0d0', '#626d86'], FAIR, '#3b3f50', {
    front: `${path('M55 94C46 16 154 16 145 94c-4-14-10-24-19-30-18-2-34-4-48-2-12 6-19 16-23 32z', '#e9e9ee')}${path('M72 112c8-8 20-8 28-3 8-5 20-5 28 3-8 10-20 8-28 2-8 6-20 8-28-2z', '#e9e9ee')}${both(line('M72 79q10-6 20-1', '#d5d6de', 5))}`,
  }),
]

function animal(ground: [string, string], body: string): string {
  return sheet(...ground, body)
}
const nose = (y: number, colour = '#3a2630') => path(`M90 ${y}h20q-2 12-10 13-8-1-10-13z`, colour)
const cheeks = (y: number, colour: string) => both(circle(62, y, 10, colour))

const animals = [
  animal(
    ['#ffd9a0', '#f08a4b'],
    `${both(path('M46 92L38 34l44 26z', '#d95f27') + path('M52 74l-4-24 20 12z', '#fbe3cf'))}${path('M34 92q66-60 132 0-8 74-66 84-58-10-66-84z', '#ea7434')}${both(path('M36 96q30 4 60 70-52-8-60-70z', '#fdeee0'))}${eyes(104, 28)}${nose(142)}`,
  ),
  animal(
    ['#cfe3ff', '#6f8fe0'],
    `${both(path('M40 84l4-50 44 30z', '#5d6070') + path('M50 68l2-18 17 12z', '#f3b5b0'))}${oval(100, 112, 66, 58, '#727687')}${both(line('M30 116l34 6M30 138l34-6', '#e8e8ee', 3.5))}${eyes(104, 28)}${nose(122, '#f3a7a2')}${both(line('M100 135q-8 12-20 6', '#2f3140', 4.5))}${line('M100 58v18M84 60l4 14M116 60l-4 14', '#5d6070', 6)}`,
  ),
  animal(
    ['#d7f0c9', '#5fa86b'],
    `${both(oval(78, 44, 15, 42, '#f4f0ea') + oval(78, 46, 7, 30, '#f5b9bd'))}${oval(100, 120, 62, 56, '#fbf8f3')}${cheeks(136, '#f8d0d0')}${eyes(112, 26)}${nose(126, '#ef8f98')}${smile(146, 11)}`,
  ),
  animal(
    ['#e7c9a6', '#a26b42'],
    `${both(circle(52, 62, 24, '#6e4428') + circle(52, 62, 12, '#c99469'))}${circle(100, 112, 64, '#83532f')}${oval(100, 136, 34, 28, '#d9ab80')}${eyes(104, 28)}${nose(122)}${smile(144, 11)}`,
  ),
  animal(
    ['#c8b8f5', '#6243b8'],
    `${both(path('M44 80l-4-38 42 20z', '#4b3a2c'))}${path('M40 106c0-60 120-60 120 0v40c0 46-120 46-120 0z', '#6a5140')}${both(circle(72, 100, 27, '#f6e8c8') + circle(74, 100, 13, '#2a2233') + circle(78, 95, 4, '#fff'))}${path('M88 116h24l-12 20z', '#f1a33c')}${both(line('M76 154q8 8 16 0M64 172q8 8 16 0', '#8c715c', 4))}`,
  ),
  animal(
    ['#ffe3a1', '#e79a2f'],
    `${Array.from({ length: 14 }, (_, i) => circle(100 + 62 * Math.cos((i * Math.PI) / 7), 108 + 62 * Math.sin((i * Math.PI) / 7), 21, '#b5601f')).join('')}${circle(100, 110, 56, '#f6c35b')}${oval(100, 134, 27, 20, '#fdeccb')}${eyes(102, 24)}${nose(120)}${smile(138, 11)}`,
  ),
  animal(
    ['#bfeaf5', '#3f93c4'],
    `${path('M34 206V112c0-86 132-86 132 0v94z', '#27364f')}${path('M50 206v-84c0-22 16-34 30-34 10 0 16 6 20 12 4-6 10-12 20-12 14 0 30 12 30 34v84z', '#fbfaf6')}${eyes(116, 24)}${path('M84 128h32l-16 18z', '#f4a43a')}${cheeks(140, '#f8cfc9')}`,
  ),
  animal(
    ['#ffc9d6', '#d85a86'],
    `${both(path('M40 82q-10-46 30-40l18 22z', '#e9e4ea') + path('M50 72q-6-24 14-22l10 12z', '#f2a9bb'))}${oval(100, 114, 64, 58, '#f7f3f5')}${both(oval(70, 106, 20, 24, '#3b3640') + circle(74, 104, 8, '#fff') + circle(75, 104, 4, '#1d1a22'))}${nose(130)}${smile(150, 10)}`,
  ),
]

/** Every avatar by its id, as SVG. */
export const drawings: Record<string, string> = Object.fromEntries([
  ...faces.map((face, index) => [
    `default-${index + 1}`,
    plain(...(grounds[index] as [string, string]), face),
  ]),
  ...people.map((drawing, index) => [`type-1-${index + 1}`, drawing]),
  ...animals.map((drawing, index) => [`type-2-${index + 1}`, drawing]),
])
