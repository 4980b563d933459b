/** The colours from which a picture is mixed. */
export interface Palette {
  top: string
  mid: string
  low: string
  light: string
  far: string
  near: string
  accent: string
}

const COLOURS: Readonly<Record<string, string>> = {
  dusk: '2b1b4d 7a3b69 f2a65a ffe2a8 6b4a6e 1c1230 e4572e',
  dawn: '4a6fa5 b8c9d9 ffd9b0 fff3d6 8fa3b8 24344d d1495b',
  ember: '2a0f14 7d1f1f e8622c ffd08a 5a1e22 160709 ffb03a',
  teal: '0b2b33 1f5a5f 8cc7b5 eafff2 2f6b6b 071a20 f2b134',
  night: '050b1f 12254a 3d5a8a e8f1ff 1f3560 030714 ffc857',
  noir: '0a0c10 1b222c 56616f f4efe4 2b333f 050608 d7263d',
  amber: '3b1f0b 9a5b1e f7c46c fff0c8 7a4a1f 1f0f05 c8102e',
  sand: 'c98d4b e8b878 f9e2b8 fff8e6 b07b45 5a3418 1f6f78',
  frost: '1f3a5f 6d93b8 dbe9f4 ffffff 8fb0cc 16283f e63946',
  forest: '0c1f17 1f4433 7fa37c f0f5d0 2d5743 06120d f4a300',
  sea: '06283d 1363a0 7fd1e0 fff6d8 17557f 041a29 ff7b54',
  rose: '5c1a3a c2466b ffc2b4 fff0e0 8a2f56 2b0a1c ffd166',
  lilac: '2d2350 7765a8 e4c1f9 fff5ff 5a4a8a 170f30 ff9f80',
  mint: '2a9d8f a8dcc8 f4f1de ffffff 6fc2ad 1b4d4a e76f51',
  sunny: 'ffb703 ffd166 fff1c1 ffffff fb8500 8c2f0d 219ebc',
  candy: 'ff5d8f ff97b7 ffe5d4 ffffff e0457b 5a1846 3a86ff',
  sky: '2a7de1 7cc4ff e0f4ff fffbe0 4ea0e8 0f3b73 ff595e',
  grass: '6fbf44 b8e07a fbf7c0 ffffff 4c9a3b 1d4d22 ff7f50',
  neon: '0d0221 3a0ca3 f72585 ffd6ff 4a148c 050012 4cc9f0',
  cyber: '020c1b 0a3d62 00d9c0 eafffb 0c4a6e 01060f ff2e63',
  mars: '2a0d0a 8c2f1b e88a4a ffe0b8 6e2415 170504 5ec4d6',
  gold: '1a1408 4a3510 c9992e ffe9a8 3a2a0c 0d0903 b3202a',
  turq: '063b45 0e7c86 9fe0d3 fff7e0 0a5a66 042329 d9a441',
  blood: '0b0506 2a070b 8f0d18 ffd9c7 3a0a0f 050202 ffffff',
  mist: '20262b 4d5a61 a9b5b5 eef1ea 5f6d72 101417 c0392b',
  olive: '2b2a18 5d5a2f c4b06a fff3cf 4a4826 15150b c1440e',
  mono: '111111 3d3d3d bdbdbd ffffff 2a2a2a 060606 ffd60a',
  indigo: '14123a 3a2f8f a88bff f5ecff 2c2670 0a081f ff8fa3',
  brick: 'e8dcc4 e4572e f3a712 fff8e7 a8321d 29120c 17324d',
  plum: '1d0f2b 55286f d88c9a ffe8d6 3e1f52 12081c f2d0a4',
}

export function paletteOf(name: string): Palette {
  const found = COLOURS[name]
  if (!found) throw new Error(`no palette ${name}`)
  const [top, mid, low, light, far, near, accent] = found.split(' ').map(hex => `#${hex}`)
  return { top, mid, low, light, far, near, accent } as Palette
}

const channels = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

/** Mixes two colours. `share` is that of the second one, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second)
  const parts = channels(first).map((value, at) => value + ((other[at] ?? 0) - value) * share)
  return `#${parts.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** Returns the lightness of a colour: 0 is black, 1 is white. */
export function lightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex)
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}
