/**
 * Texts beside pictures: 4.5:1 in their own surroundings on every backdrop of the demo and on 200 random ones, while the picture itself
 * stays uncovered.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { contentPath } from '#src/lib/routes.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { mulberry32 } from '#tests/support/fuzz/random.ts'
import {
  leastContrast,
  type Pixels,
  pixelsOf,
  screenOf,
  visibleShare,
} from '#tests/support/text-contrast.ts'
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
type Place = { name: string; path: () => string | Promise<string>; texts: string }
const SCREENS: readonly Place[] = [
  { name: 'home', path: () => '/', texts: '.hero-slide[data-active] .hero-copy, .site-header nav' },
  { name: 'a film', path: film, texts: '.content-head, .content-body, .site-header nav' },
]

for (const { name, path, texts } of SCREENS)
  for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    for (const language of ['', '/en'])
      test(`${name}, ${device}${language}: every text on a picture has a contrast of 4.5:1`, async () => {
        const page = await newPage({ ...size, reducedMotion: true })
        await page.goto(language + (await path()), { waitUntil: 'load' })
        const screen = await screenOf(page, texts, '.hero-image')
        expect(screen.texts.length).toBeGreaterThan(2)
        for (const [file, picture] of pictures) {
          const least = leastContrast(screen, picture)
          expect(least.contrast, `${file}: ${least.text}`).toBeGreaterThanOrEqual(REQUIRED)
        }
      })

async function film(): Promise<string> {
  return contentPath(await aTitle(FILM), 'fa')
}

/** Returns blotches of any colour, every third of them bright. */
function aRandomPicture(seed: number): Pixels {
  const random = mulberry32(seed)
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

const ART = ':is(.hero-slide[data-active], .content-top) .hero-image'

for (const { name, path } of SCREENS.slice(0, 2))
  for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    for (const language of ['', '/en'])
      test(`${name}, ${device}${language}: most of the picture is seen as it is, with its subject`, async () => {
        const page = await newPage({ ...size, reducedMotion: true })
        await page.goto(language + (await path()), { waitUntil: 'load' })
        const screen = await screenOf(page, '.hero-copy, .content-head, .content-body', ART)
        expect(visibleShare(screen)).toBeGreaterThan(0.55)
        const [art] = screen.pictures
        const subject = ((art?.x ?? 0) + (art?.width ?? 0) / 2) / size.width
        const far = language ? 1 - subject : subject
        // Beside the text the subject is on the third that is far from it; above the text it is in the middle.
        expect(far).toBeCloseTo(device === 'phone' ? 0.5 : 0.37, 1)
        for (const { text, boxes } of screen.texts)
          for (const box of boxes) {
            const middle = subject * size.width
            const isBeside = box.x + box.width < middle || box.x > middle
            const isBelow = box.y > (art?.y ?? 0) + (art?.height ?? 0) * 0.75
            expect(isBeside || isBelow, text).toBe(true)
          }
      })

test('no text beside a picture has a shadow or a cloud', async () => {
  for (const path of ['/', await film()]) {
    const page = await newPage({ ...DESKTOP, reducedMotion: true })
    await page.goto(path, { waitUntil: 'load' })
    const shadows = await page
      .locator(
        ':is(.hero-copy, .content-head, .content-body), :is(.hero-copy, .content-head, .content-body) *',
      )
      .evaluateAll(all =>
        all.map(each => {
          const { textShadow, boxShadow } = getComputedStyle(each)
          return `${textShadow} ${boxShadow}`
        }),
      )
    expect(new Set(shadows)).toEqual(new Set(['none none']))
  }
})

test('without its gradient the text beside the hero is measured as too faint', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  await page.goto('/', { waitUntil: 'load' })
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.hero-image::before { background: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  const screen = await screenOf(page, '.hero-slide[data-active] .hero-copy', ART)
  expect(leastContrast(screen, plain(255)).contrast).toBeLessThan(REQUIRED)
})
