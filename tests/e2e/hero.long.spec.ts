/** The first screen of the home page and of a title: art, text, and one red button. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { HERO_TRAILER_MS } from '#src/contract/limits.ts'
import { contentPath } from '#src/lib/routes.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aMember, hasWatched } from '#tests/support/member.ts'
import { aTitle, aViewer, contentOf } from '#tests/support/viewer.ts'

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
        return (
          width > 1 &&
          top < innerHeight &&
          bottom > 0 &&
          each.checkVisibility({ visibilityProperty: true })
        )
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

const ACTIVE = '.hero-slide[data-active]'
const TRAILER = '.hero video[data-playing]'

test('the dots can be pressed, although the heading of the first row overlaps the hero', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  await page.goto('/', { waitUntil: 'load' })
  const dots = page.locator('[data-dot]')
  expect(await dots.count()).toBeGreaterThan(2)
  await dots.nth(2).click()
  expect(await dots.nth(2).getAttribute('aria-current')).toBe('true')
  const slides = page.locator('.hero-slide')
  expect(await slides.nth(2).getAttribute('data-active')).toBe('')
  expect(await slides.nth(0).evaluate(slide => (slide as HTMLElement).inert)).toBe(true)
})

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)('on %s the hero of a subscriber begins with what they can resume', async (_, size) => {
  const page = await newPage({ ...size, reducedMotion: true })
  const member = await aMember(page)
  const film = await aTitle('types=single_video&flags=free_content')
  await hasWatched(member, film.short_id, 20)
  await page.goto('/', { waitUntil: 'load' })
  const slides = page.locator('.hero-slide')
  const count = await slides.count()
  // A viewer without a subscription has the hero of visitors.
  await page.locator('section[aria-labelledby=row-continue] li').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await slides.count()).toBe(count)

  await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  // The first page after a purchase tells the browser of it.
  await page.goto('/', { waitUntil: 'load' })
  await page.locator('html[data-subscriber]').waitFor()
  await page.goto('/', { waitUntil: 'load' })
  const resumed = page.locator(`${ACTIVE}[data-slide="${film.short_id}"]`)
  await resumed.waitFor()
  expect((await resumed.locator('.hero-title').textContent())?.trim()).toBe(film.title)
  const action = resumed.locator('.primary-action a')
  await resumed.locator('.primary-action[data-kind=resume]').waitFor()
  expect(await action.getAttribute('href')).toContain(`/play/${film.short_id}`)
  expect(await page.locator('[data-dot]').count()).toBe(await slides.count())
  const [dot] = await page.locator('[data-dot]').all()
  expect(await dot?.getAttribute('aria-label')).toBe(film.title)
  expect(await dot?.getAttribute('aria-current')).toBe('true')
  // The slide before it fades out.
  await expect.poll(() => redButtons(page)).toHaveLength(1)
})

test('an episode is resumed under the name of its series', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  const member = await aMember(page)
  await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  const series = await aTitle('types=series')
  const { seasons } = await contentOf(series.short_id)
  await hasWatched(member, seasons[0]?.episodes[1]?.short_id ?? '', 30)
  await page.goto('/', { waitUntil: 'load' })
  await page.locator('html[data-subscriber][data-unfinished]').waitFor()
  await page.goto('/', { waitUntil: 'load' })
  const resumed = page.locator(`${ACTIVE}[data-slide="${series.short_id}"]`)
  await resumed.locator('.primary-action[data-kind=resume_episode]').waitFor()
})

test('the trailer plays silently in the hero 3 seconds after the first interaction, and a button stops it', async () => {
  const page = await newPage(DESKTOP)
  await page.goto('/', { waitUntil: 'load' })
  // The player, which trailers need, is loaded after the first interaction.
  await page.mouse.move(600, 500)
  expect(await page.locator('.hero video').count()).toBe(0)
  await page.locator(TRAILER).waitFor()
  const video = page.locator('.hero video')
  expect(await video.evaluate(element => (element as HTMLVideoElement).muted)).toBe(true)
  expect(await page.locator(`${ACTIVE} video`).count()).toBe(1)
  const button = page.locator('.hero-motion')
  expect(await button.getAttribute('aria-label')).toBe('توقف پیش‌پرده')
  await button.click()
  expect(await video.count()).toBe(0)
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  await page.locator('[data-dot]').nth(1).click()
  await page.waitForTimeout(HERO_TRAILER_MS + 1_000)
  expect(await video.count()).toBe(0)
  await button.focus()
  await page.keyboard.press('Enter')
  await page.locator(TRAILER).waitFor()
})

test('the trailer ends when the hero leaves the window', async () => {
  const page = await newPage(DESKTOP)
  await page.goto('/', { waitUntil: 'load' })
  await page.mouse.move(600, 500)
  await page.locator(TRAILER).waitFor()
  await page.evaluate(() => scrollTo(0, innerHeight * 1.5))
  await page.locator('.hero video').waitFor({ state: 'detached' })
})

test('no trailer plays in the hero on a phone, with reduced motion, or if the viewer saves data', async () => {
  const pages = await Promise.all([
    newPage({ ...PHONE, touch: true }),
    newPage({ ...DESKTOP, reducedMotion: true }),
    newPage(DESKTOP),
  ])
  await pages[2]?.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  for (const page of pages) {
    await page.goto('/', { waitUntil: 'load' })
    await page.mouse.move(200, 300)
  }
  await pages[0]?.waitForTimeout(HERO_TRAILER_MS + 2_000)
  for (const page of pages) expect(await page.locator('.hero video').count()).toBe(0)
})
