/** The first screen of the home page and of a title: art, text, and one red button. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { contentPath } from '#src/lib/routes.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aTitle, aViewer } from '#tests/support/viewer.ts'

const film = async () => contentPath(await aTitle('types=single_video'), 'fa')

/** Returns the texts of the visible buttons in the colour of the main action. */
const redButtons = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('i')
    probe.style.color = 'var(--action)'
    document.body.append(probe)
    const red = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll<HTMLElement>('a, button')]
      .filter(each => {
        const { top, bottom, width } = each.getBoundingClientRect()
        return width > 1 && top < innerHeight && bottom > 0 && each.checkVisibility()
      })
      .filter(each => getComputedStyle(each).backgroundColor === red)
      .map(each => each.textContent?.trim())
  })

test('home, title and cinema have one red button on the first screen', async () => {
  for (const size of [PHONE, DESKTOP])
    for (const path of ['/', await film(), '/cinema-online']) {
      const page = await newPage({ ...size, reducedMotion: true })
      await page.goto(path, { waitUntil: 'load' })
      const buttons = await redButtons(page)
      expect(buttons, `${path} at ${size.width}`).toHaveLength(1)
    }
})

test('the poster disappears where the backdrop shows the same art, and the text column is narrow', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  await page.goto(await film(), { waitUntil: 'load' })
  expect(await page.locator('.content-top .hero-image img').count()).toBe(1)
  expect(await page.locator('.content-poster').count()).toBe(0)
  const widths = await page
    .locator('.content-head, .content-body')
    .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().width))
  for (const width of widths) expect(width).toBeLessThanOrEqual(560)
  const art = await page.locator('.content-top .hero-image').boundingBox()
  expect([art?.y, art?.height]).toEqual([0, Math.min(0.8 * DESKTOP.height, 760)])
})

test('the first row overlaps the foot of the hero, below its text', async () => {
  for (const path of ['/', '/en']) {
    const page = await newPage({ ...DESKTOP, reducedMotion: true })
    await page.goto(path, { waitUntil: 'load' })
    const [hero, row, actions] = await Promise.all(
      ['.hero', '[data-row]', '.hero-slide[data-active] .hero-actions'].map(part =>
        page.locator(part).first().boundingBox(),
      ),
    )
    expect(row?.y).toBeLessThan((hero?.y ?? 0) + (hero?.height ?? 0) - 64)
    expect(row?.y).toBeGreaterThan((actions?.y ?? 0) + (actions?.height ?? 0))
  }
})

test('on a phone the text of the hero is below the art', async () => {
  const page = await newPage({ ...PHONE, reducedMotion: true })
  await page.goto('/', { waitUntil: 'load' })
  const art = await page.locator('.hero-slide[data-active] .hero-image').boundingBox()
  const facts = await page.locator('.hero-slide[data-active] .hero-facts').boundingBox()
  expect(art?.width).toBe(PHONE.width)
  expect(facts?.y).toBeGreaterThan((art?.y ?? 0) + (art?.height ?? 0) - 16)
})

test('a visitor meets one sentence with the lowest price above the button, a subscriber does not', async () => {
  for (const [path, sentence] of [
    ['/', /^فیلم و سریال نامحدود، از ماهی [۰-۹٬]+ تومان$/],
    ['/en', /^Films and series, from [\d,]+ tomans a month$/],
  ] as const) {
    const page = await newPage({ ...PHONE, reducedMotion: true })
    await page.goto(path, { waitUntil: 'load' })
    const offer = page.locator('.hero-slide[data-active] .hero-offer')
    expect((await offer.textContent())?.trim()).toMatch(sentence)
    const [text, actions] = await Promise.all([
      offer.boundingBox(),
      page.locator('.hero-slide[data-active] .hero-actions').boundingBox(),
    ])
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(actions?.y ?? 0)
    await aViewer(page)
    await page.goto(path, { waitUntil: 'load' })
    expect(await offer.isVisible()).toBe(false)
  }
})
