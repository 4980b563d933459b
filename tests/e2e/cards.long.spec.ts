import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { BREAKPOINTS, TRAILER_PREVIEW_MS } from '#src/contract/limits.ts'
import { DESKTOP, newPage, type PageOptions } from '#tests/support/browser.ts'
import { stopClock } from '#tests/support/page-clock.ts'
import { showAllRows } from '#tests/support/row-fragments.ts'

const WIDTHS = Object.values(BREAKPOINTS).flatMap(width => [width - 1, width])

test('a row with more cards than fit ends with a clipped card, at every width, in both directions', {
  timeout: 120_000,
}, async () => {
  for (const path of ['/', '/en']) {
    const page = await newPage({ ...DESKTOP, reducedMotion: true })
    await page.goto(path, { waitUntil: 'networkidle' })
    await showAllRows(page)
    for (const width of [320, 2560, ...WIDTHS]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => rowEnds(page), { message: `${path} at ${width}` }).toBe('clipped')
    }
  }
})

/** Returns how the rows end that have more cards than the screen shows. */
function rowEnds(page: Page): Promise<string> {
  return page.locator('.row-scroll').evaluateAll(rows => {
    const ends = rows.flatMap(row => {
      const frame = row.getBoundingClientRect()
      const shares = [...row.children].map(card => {
        const { left, right, width } = card.getBoundingClientRect()
        return (Math.min(right, frame.right) - Math.max(left, frame.left)) / width
      })
      const goesOn = shares.some(share => share < 0.01)
      const clipped = shares.filter(share => share > 0.01 && share < 0.99)
      const isClipped = clipped.length === 1 && clipped.every(share => share > 0.3 && share < 0.7)
      if (!goesOn) return []
      return isClipped ? 'clipped' : `${row.closest('section')?.id} ${clipped}`
    })
    return ends.length > 3 ? [...new Set(ends)].join() : `${ends.length} rows continue`
  })
}

test('the hero fades its text out before the next one in', async () => {
  const page = await newPage(DESKTOP)
  await page.goto('/')
  await page.locator('.hero-dots:not([hidden])').waitFor()
  // The pointer stops the hero. At a fifth of their speed no fade is missed between two frames.
  await page.locator('[data-hero]').hover()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.2 })
  const seen = await page.evaluate(async () => {
    const texts = [...document.querySelectorAll('.hero-text')]
    document.querySelectorAll<HTMLElement>('.hero-dot')[1]?.click()
    const frames: number[][] = []
    do {
      await new Promise(requestAnimationFrame)
      frames.push(texts.map(text => Number(getComputedStyle(text).opacity)))
    } while (frames.at(-1)?.[1] !== 1)
    return frames
  })
  const most = (frame: number[]) => frame.toSorted((a, b) => b - a)
  expect(seen.length).toBeGreaterThan(5)
  for (const frame of seen) expect(most(frame)[1]).toBeLessThan(0.05)
  expect(seen[0]?.[0]).toBeGreaterThan(0.5)
})

const PREVIEW = 'video.silent-trailer'
/** Requests for the code of the preview, and those that it sends to the service. */
const PREVIEW_CALL = /trailer-preview|play-trailer|\/trailer(?:$|\?)/

/** Opens a page on which no panel grows from a card, so that the trailer plays on the card itself. */
async function pageWithCard(options: PageOptions = {}) {
  const page = await newPage({ ...DESKTOP, width: BREAKPOINTS.md - 1, ...options })
  const calls: string[] = []
  page.on('request', request => {
    if (PREVIEW_CALL.test(request.url())) calls.push(request.url())
  })
  await page.clock.install()
  await page.goto('/contents', { waitUntil: 'networkidle' })
  const card = page.locator('.card-slot:has([data-trailer])').first()
  return { page, calls, card, preview: card.locator(PREVIEW) }
}

test('a pointer that rests on a card plays its trailer without sound, until it leaves', async () => {
  const { page, calls, card, preview } = await pageWithCard()
  expect(calls).toEqual([])
  // The first preview loads its code.
  await card.hover()
  await preview.waitFor({ state: 'attached' })
  await page.mouse.move(0, 0)
  await expect.poll(() => preview.count()).toBe(0)
  await stopClock(page)
  await card.hover()
  await page.clock.runFor(TRAILER_PREVIEW_MS - 1)
  expect(await preview.count()).toBe(0)
  await page.clock.runFor(1)
  expect(await preview.count()).toBe(1)
  await page.clock.resume()
  await page.locator(`${PREVIEW}[data-playing]`).waitFor()
  await expect
    .poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.2)
  expect(await preview.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  expect(await card.locator('a').getAttribute('href')).toContain('/contents/')
  await page.mouse.move(0, 0)
  await expect.poll(() => preview.count()).toBe(0)
})

test('a preview ends on scroll, when the focus moves away, and when the page is hidden', async () => {
  const { page, card, preview } = await pageWithCard()
  const ends = [
    () => page.mouse.wheel(0, 40),
    () => page.locator('.site-header a').first().focus(),
    () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  ]
  for (const end of ends) {
    await page.mouse.move(0, 0)
    await card.hover()
    await preview.waitFor({ state: 'attached' })
    await end()
    await expect.poll(() => preview.count()).toBe(0)
  }
})

test('a preview that has ended starts again only after the pointer has left the card', async () => {
  const { page, calls, card, preview } = await pageWithCard()
  await card.hover()
  await page.locator(`${PREVIEW}[data-playing]`).waitFor()
  await preview.dispatchEvent('ended')
  await expect.poll(() => preview.count()).toBe(0)
  const before = calls.length
  await moveOn(page, card)
  expect(await preview.count()).toBe(0)
  expect(calls).toHaveLength(before)
  await page.mouse.move(0, 0)
  await card.hover()
  await preview.waitFor({ state: 'attached' })
})

/** Moves the pointer back and forth between the parts of a card, then lets it rest. */
async function moveOn(page: Page, card: Locator): Promise<void> {
  for (const part of ['.card-title', '.poster-frame', '.card-title'])
    await card.locator(part).hover()
  await page.clock.runFor(TRAILER_PREVIEW_MS * 1.5)
}

test('no preview plays with reduced motion, or if the service denies it', async () => {
  const still = await pageWithCard({ reducedMotion: true })
  await still.card.hover()
  await still.page.clock.runFor(2 * TRAILER_PREVIEW_MS)
  expect(await still.page.locator(PREVIEW).count()).toBe(0)
  expect(still.calls.filter(url => url.includes('/api/'))).toEqual([])

  const denied = await pageWithCard({ allow: [/451/] })
  let answers = 0
  await denied.page.route(/\/trailer(?:$|\?)/, route => {
    answers += 1
    return route.fulfill({ status: 451, json: { result: 'age_restricted' } })
  })
  await denied.card.hover()
  await expect.poll(() => answers).toBe(1)
  await expect.poll(() => denied.preview.count()).toBe(0)
  expect(await denied.card.locator('.poster-frame > *').first().isVisible()).toBe(true)
  await moveOn(denied.page, denied.card)
  await denied.page.mouse.move(0, 0)
  await moveOn(denied.page, denied.card)
  expect(answers).toBe(1)
  expect(new URL(denied.page.url()).pathname).toBe('/contents')
})

test('the buttons of the hero keep their words on one line on a small phone', async () => {
  for (const path of ['/', '/en']) {
    const page = await newPage({ width: 360, height: 740, touch: true })
    await page.goto(path)
    const buttons = page.locator('.hero-slide[data-active] .hero-copy a:visible')
    expect(await buttons.count()).toBe(2)
    const boxes = await buttons.evaluateAll(links =>
      links.map(link => {
        const { left, right, top, height } = link.getBoundingClientRect()
        return { fits: left >= 0 && right <= innerWidth, top, height }
      }),
    )
    for (const { fits, height } of boxes) expect([fits, height], path).toEqual([true, 48])
    expect(new Set(boxes.map(({ top }) => top)).size, path).toBe(1)
  }
})
