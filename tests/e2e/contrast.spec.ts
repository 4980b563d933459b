/** Titles and badges on pictures: 4.5:1 on every backdrop of the demo and on 200 random ones. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { contentPath } from '#src/lib/routes.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { leastContrast, type Pixels, pixelsOf, screenOf } from '#tests/support/text-contrast.ts'
import { aTitle } from '#tests/support/viewer.ts'

const BACKDROPS = join(import.meta.dirname, '../../demo/pictures/backdrop')
const RANDOM = 200
const SMALL = { width: 160, height: 90 }
const REQUIRED = 4.5

const pictures = new Map<string, Pixels>()
beforeAll(async () => {
  for (const file of (await readdir(BACKDROPS)).filter(name => name.endsWith('-640.webp')))
    pictures.set(file, await pixelsOf(await sharp(join(BACKDROPS, file)).resize(SMALL).toBuffer()))
  for (let seed = 1; seed <= RANDOM; seed++) pictures.set(`random ${seed}`, aRandomPicture(seed))
  for (const value of [0, 255]) pictures.set(`all ${value}`, plain(value))
}, 120_000)

const FILM = 'types=single_video'
const SCREENS = [
  { name: 'home', path: () => '/', texts: '.hero-slide[data-active] .hero-copy, .site-header nav' },
  { name: 'a film', path: film, texts: '.content-head, .content-body .hero-facts' },
  { name: 'categories', path: () => '/categories', texts: '.tile-words' },
]

for (const { name, path, texts } of SCREENS)
  for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    for (const language of ['', '/en'])
      test(`${name}, ${device}${language}: every text on a picture has a contrast of 4.5:1`, async () => {
        const page = await newPage({ ...size, reducedMotion: true })
        await page.goto(language + (await path()), { waitUntil: 'load' })
        const screen = await screenOf(page, texts, ':is(.hero-image, .tile)')
        expect(screen.texts.length).toBeGreaterThan(2)
        for (const [file, picture] of pictures) {
          const least = leastContrast(screen, picture)
          expect(least.contrast, `${file}: ${least.text}`).toBeGreaterThanOrEqual(REQUIRED)
        }
      })

async function film(): Promise<string> {
  return contentPath(await aTitle(FILM), 'fa')
}

/** Blotches of any colour, every third of them bright. */
function aRandomPicture(seed: number): Pixels {
  const random = generator(seed)
  const data = Buffer.alloc(SMALL.width * SMALL.height * 3)
  const blotches = Array.from({ length: 24 }, () => ({
    x: random() * SMALL.width,
    y: random() * SMALL.height,
    colour: [0, 1, 2].map(() => (random() < 0.33 ? 255 : random() * 255)),
  }))
  for (let y = 0; y < SMALL.height; y++)
    for (let x = 0; x < SMALL.width; x++) {
      const distance = (blotch: { x: number; y: number }) =>
        (blotch.x - x) ** 2 + (blotch.y - y) ** 2
      const nearest = blotches.reduce((one, two) => (distance(two) < distance(one) ? two : one))
      data.set(nearest.colour, (y * SMALL.width + x) * 3)
    }
  return { data, ...SMALL }
}

function plain(value: number): Pixels {
  return { data: Buffer.alloc(SMALL.width * SMALL.height * 3, value), ...SMALL }
}

/** Mulberry32: the same pictures in every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('without its scrim the text of the hero would be measured as too faint', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  await page.goto('/', { waitUntil: 'load' })
  await page.locator('.hero-copy').evaluateAll(copies => {
    for (const copy of copies as HTMLElement[])
      Object.assign(copy.style, { background: 'none', boxShadow: 'none' })
  })
  const screen = await screenOf(page, '.hero-slide[data-active] .hero-copy', '.hero-image')
  expect(leastContrast(screen, plain(255)).contrast).toBeLessThan(REQUIRED)
})
