/** The first screen of the home page and of a title: art, text, and one red button. */
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { Transaction } from '#src/contract/checkout.ts'
import type { ContentCard } from '#src/contract/content.ts'
import { getHomePage } from '#src/contract/endpoints/pages.ts'
import { HERO_TRAILER_MS } from '#src/contract/limits.ts'
import type { Widget } from '#src/contract/pages.ts'
import { contentPath } from '#src/lib/routes.ts'
import { enter } from '#tests/support/account.ts'
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

test('the header of a checkout page has no buy button', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  await page.goto('/packages')
  expect(await page.locator('.header-buy').isVisible()).toBe(false)
  await page.goto('/contents')
  expect(await page.locator('.header-buy').isVisible()).toBe(true)
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

test.each(['/', '/en'])(
  'on a phone the hero has its height before the pictures of its other slides load, on %s',
  async path => {
    for (const width of [320, 360, 412, 768]) {
      const page = await newPage({ ...PHONE, width, reducedMotion: true })
      await page.goto(path)
      await page.locator('[data-hero][data-loaded]').waitFor()
      const names = page.locator('.hero-slide [data-lettering]')
      await names.evaluateAll((all: HTMLImageElement[]) => Promise.all(all.map(it => it.decode())))
      const hero = page.locator('.hero')
      const late = await hero.boundingBox()
      await page.locator('[data-hero]').evaluate(it => it.removeAttribute('data-loaded'))
      const early = await hero.boundingBox()
      expect(late?.height, `at ${width} px`).toBeCloseTo(early?.height ?? 0, 0)
    }
  },
)

test.each(['/', '/en'])(
  'on a phone the reminder to subscribe waits until the action of the hero has left the screen, on %s',
  async path => {
    const page = await newPage({ ...PHONE, reducedMotion: true })
    await enter(page)
    await page.goto(path)
    const alert = page.locator('[data-subscription-alert]')
    await expect.poll(() => alert.getAttribute('data-kind')).toBe('none')
    expect(await alert.isVisible()).toBe(false)
    await page.evaluate(() => {
      scrollTo(0, document.querySelector('.hero')?.getBoundingClientRect().bottom ?? 0)
    })
    await alert.waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await alert.waitFor({ state: 'hidden' })
  },
)

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
  // This page hears of the purchase while it is open.
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

test('the first home page after the confirmation of a purchase is that of a subscriber', async () => {
  const page = await newPage({
    ...PHONE,
    reducedMotion: true,
    allow: [/^Failed to load resource: .*_self/],
  })
  const member = await aMember(page)
  await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  const { items } = await member.call<{ items: Transaction[] }>('get', '/users/_self/transactions')
  // No script has time to ask who the viewer is.
  await page.route('**/api/users/_self', route => route.abort())
  await page.goto(`/packages/successGift?id=${items[0]?.id}`, { waitUntil: 'commit' })
  expect(new URL(page.url()).pathname).toBe('/packages/successGift')
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator(`${ACTIVE} .hero-actions`).waitFor()
  expect(await page.locator('html[data-subscriber]').count()).toBe(1)
  expect(await page.locator(`${ACTIVE} .hero-offer`).isVisible()).toBe(false)
})

test('a slide of the title to resume is moved first, with its dot, instead of fetched', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  const member = await aMember(page)
  await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  const { widgets } = await member.call<{ widgets: Widget[] }>('get', getHomePage.path)
  const titles = widgets.flatMap(it => (it.type === 'banner' ? it.items : []))
  const film = titles.findLast(
    ({ type, flag }) => type === 'single_video' && !flag.includes('content_has_ticket'),
  )
  expect(titles.indexOf(film as ContentCard)).toBeGreaterThan(0)
  await hasWatched(member, film?.short_id ?? '', 20)
  const fetched: string[] = []
  page.on('request', request => {
    if (request.url().includes('/hero/')) fetched.push(request.url())
  })
  await page.goto('/user', { waitUntil: 'commit' })
  await page.goto('/', { waitUntil: 'load' })
  await page.locator(`${ACTIVE}[data-slide="${film?.short_id}"]`).waitFor()
  const [slides, names, labels, current] = await Promise.all([
    page.locator('.hero-slide').evaluateAll(all => all.map(it => it.dataset.slide)),
    page.locator('.hero-slide .hero-title').allTextContents(),
    page.locator('[data-dot]').evaluateAll(all => all.map(it => it.getAttribute('aria-label'))),
    page
      .locator('[data-dot]')
      .evaluateAll(all => all.map(it => it.getAttribute('aria-current') === 'true')),
  ])
  expect(slides[0]).toBe(film?.short_id)
  expect(slides.toSorted()).toEqual(titles.map(({ short_id }) => short_id).toSorted())
  expect(labels).toEqual(names.map(name => name.trim()))
  expect(current).toEqual(slides.map((_, at) => at === 0))
  expect(fetched).toEqual([])
  // Its own dot shows it, and so does the dot of each other slide.
  for (const at of [slides.length - 1, 0]) {
    await page.locator('[data-dot]').nth(at).click()
    await page.locator(`${ACTIVE}[data-slide="${slides[at]}"]`).waitFor()
  }
})

test('a subscriber sees the series of a hero that no editor has arranged before its films', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  await aViewer(page)
  await page.goto('/user', { waitUntil: 'commit' })
  // An editor has arranged the banner of the demo, so the page is changed to one without.
  const ids: string[] = []
  await page.route(/\/$/, async route => {
    const reply = await route.fetch()
    const html = (await reply.text()).replace(/data-slide="(\w+)"/g, (slide, id) => {
      ids.push(id)
      return ids.length === 3 || ids.length === 5 ? `${slide} data-early` : slide
    })
    await route.fulfill({ response: reply, body: html })
  })
  await page.goto('/', { waitUntil: 'load' })
  const slides = page.locator('.hero-slide')
  const order = () => slides.evaluateAll(all => all.map(it => it.dataset.slide))
  await expect.poll(order).toEqual([0, 2, 4, 1, 3, 5].map(at => ids[at]))
  const [names, labels] = await Promise.all([
    page.locator('.hero-slide .hero-title').allTextContents(),
    page.locator('[data-dot]').evaluateAll(all => all.map(it => it.getAttribute('aria-label'))),
  ])
  expect(labels).toEqual(names.map(name => name.trim()))
  expect(await slides.first().getAttribute('data-active')).toBe('')
})

test('an episode is resumed under the name of its series', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  const member = await aMember(page)
  await member.call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  const series = await aTitle('types=series')
  const { seasons } = await contentOf(series.short_id)
  await hasWatched(member, seasons[0]?.episodes[1]?.short_id ?? '', 30)
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
