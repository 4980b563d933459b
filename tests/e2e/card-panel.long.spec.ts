// A panel grows from a card under a resting pointer or with the focus of the keyboard, on wide screens.
import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import { CARD_PANEL_MS } from '#src/contract/limits.ts'
import { callAs, enter } from '#tests/support/account.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { DESKTOP, newPage, nodeUrl, type PageOptions } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import { holdRequests } from '#tests/support/network.ts'
import { stopClock } from '#tests/support/page-clock.ts'
import { call } from '#tests/support/routes.ts'
import { aTitle, signInAs } from '#tests/support/viewer.ts'

const PANEL = '.card-panel'
const PANELS = /\/cards\/[^/]+$/
const TV = 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 Chrome/94 TV Safari/537.36'
const SUBSCRIBER = '09120000001'
const LANGUAGES = [
  ['fa', ''],
  ['en', '/en'],
] as const

const panelOf = (page: Page) => page.locator(PANEL)
const isGone = (page: Page) => expect.poll(() => panelOf(page).count()).toBe(0)

/** Waits for the panel of a title to reach its full size. */
async function isGrown(page: Page): Promise<Locator> {
  const panel = panelOf(page)
  await panel.waitFor()
  await expect
    .poll(() => panel.evaluate(each => each.getAnimations().length).catch(() => -1))
    .toBe(0)
  return panel
}

/** Returns the first card of a listing that needs only a subscription. */
async function aCard(page: Page): Promise<{ card: Locator; title: ContentCard }> {
  const title = await aTitle('types=single_video')
  return { card: page.locator(`.card-slot:has(> [data-content="${title.id}"])`).first(), title }
}

async function listing(options: PageOptions = {}) {
  const page = await newPage({ ...DESKTOP, ...options })
  const prefix = options.language === 'en' ? '/en' : ''
  await page.goto(`${prefix}/contents?types=single_video`, { waitUntil: 'networkidle' })
  return { page, ...(await aCard(page)) }
}

describe.each(LANGUAGES)('in %s', (language, prefix) => {
  test('a pointer that rests on a card opens its panel, not earlier', async () => {
    const page = await newPage({ ...DESKTOP, language })
    await page.clock.install()
    await page.goto(`${prefix}/contents?types=single_video`, { waitUntil: 'networkidle' })
    const { card, title } = await aCard(page)
    // The first panel loads the code of all.
    await card.hover()
    await panelOf(page).waitFor()
    await page.mouse.move(0, 0)
    await isGone(page)
    await stopClock(page)
    await card.hover()
    await page.clock.runFor(CARD_PANEL_MS - 1)
    expect(await panelOf(page).count()).toBe(0)
    await page.clock.runFor(1)
    await panelOf(page).waitFor()
    await page.clock.resume()
    const panel = await isGrown(page)
    const { title: name } = await call<ContentCard>(`/video-contents/${title.short_id}`, language)
    expect(await panel.locator('.card-title').textContent()).toContain(name)
    expect(await panel.locator('.card-facts > *').count()).toBeGreaterThan(2)
    expect(await panel.locator('.card-panel-line').textContent()).not.toBe('')
    const [frame] = await panel
      .locator('.poster-frame')
      .evaluateAll(frames =>
        frames.map(({ clientWidth, clientHeight }) => clientWidth / clientHeight),
      )
    expect(frame).toBeCloseTo(16 / 9, 1)
    expect(await axeViolations(page)).toEqual([])
  })

  test('the panels of the first, a middle and the last card of a row are on the screen and cover their cards', async () => {
    const page = await newPage({ ...DESKTOP, language })
    await page.goto(prefix || '/', { waitUntil: 'networkidle' })
    const row = page.locator('.row-scroll:not(.ranked-row)').first()
    const cards = row.locator('.poster-link')
    const last = (await cards.count()) - 1
    for (const at of [0, 3, last]) {
      await cards.nth(at).scrollIntoViewIfNeeded()
      await cards.nth(at).hover()
      const panel = await isGrown(page)
      const box = await panel.evaluate(each => each.getBoundingClientRect().toJSON())
      const card = await cards.nth(at).evaluate(each => each.getBoundingClientRect().toJSON())
      expect(box.left, `${at}`).toBeGreaterThanOrEqual(8)
      expect(box.right, `${at}`).toBeLessThanOrEqual(DESKTOP.width - 8)
      expect(box.top, `${at}`).toBeGreaterThanOrEqual(0)
      expect(box.bottom, `${at}`).toBeLessThanOrEqual(DESKTOP.height)
      expect(box.left, `${at}`).toBeLessThanOrEqual(card.left + 1)
      expect(box.right, `${at}`).toBeGreaterThanOrEqual(card.right - 1)
      expect(box.width, `${at}`).toBeGreaterThan(1.5 * card.width)
      await page.keyboard.press('Escape')
      await isGone(page)
    }
  })
})

test.each<[string, PageOptions]>([
  ['below 960 px', { width: 959 }],
  ['at 768 px', { width: 768 }],
  ['with reduced motion', { reducedMotion: true }],
  ['on televisions', { width: 1920, height: 1080, userAgent: TV }],
  ['on touch screens', { touch: true, width: 1280 }],
])('no panel opens or is fetched %s', async (_, options) => {
  const page = await newPage({ ...DESKTOP, ...options })
  await staysClosed(page)
})

test('no panel opens or is fetched while the browser saves data', async () => {
  const page = await newPage(DESKTOP)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await staysClosed(page)
})

async function staysClosed(page: Page): Promise<void> {
  const asked: string[] = []
  page.on('request', request => {
    if (PANELS.test(request.url())) asked.push(request.url())
  })
  await page.clock.install()
  await page.goto('/contents?types=single_video', { waitUntil: 'networkidle' })
  const { card } = await aCard(page)
  await card.hover()
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await card.hover()
  await page.clock.runFor(4 * CARD_PANEL_MS)
  await card.locator('.poster-link').focus()
  await page.clock.runFor(4 * CARD_PANEL_MS)
  expect(await panelOf(page).count()).toBe(0)
  expect(asked).toEqual([])
}

test('a visitor may subscribe in the panel, and a subscriber may play', async () => {
  const { page, card, title } = await listing()
  await card.hover()
  const action = (await isGrown(page)).locator('.primary-action a:visible')
  expect(await action.count()).toBe(1)
  expect(await action.getAttribute('href')).toMatch(/^\/packages\?/)
  await page.mouse.move(0, 0)
  await signInAs(page, SUBSCRIBER)
  await page.goto('/contents?types=single_video', { waitUntil: 'networkidle' })
  await card.hover()
  await isGrown(page)
  await expect.poll(() => action.getAttribute('href')).toBe(`/play/${title.short_id}`)
  await action.click()
  await page.waitForURL(`**/play/${title.short_id}`)
})

test('the picture and the button for details lead to the page of the title', async () => {
  const { page, card, title } = await listing()
  await card.hover()
  const panel = await isGrown(page)
  const path = await card.locator('.poster-link').getAttribute('href')
  expect(await panel.locator('.card-panel-details').getAttribute('href')).toBe(path)
  await panel.locator('.poster-frame').click()
  await page.waitForURL(`**/contents/${title.short_id}/*`)
})

test('the bookmark of a panel and that of its card are one, also if the panel opens again', async () => {
  const page = await newPage(DESKTOP)
  await aMember(page)
  await page.goto('/contents?types=single_video', { waitUntil: 'networkidle' })
  const { card } = await aCard(page)
  await card.hover()
  const button = (await isGrown(page)).locator('.card-bookmark')
  await button.click()
  await card.locator('[data-bookmarked]').waitFor({ state: 'attached' })
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  await page.mouse.move(0, 0)
  await isGone(page)
  await card.hover()
  await isGrown(page)
  expect(await button.count()).toBe(1)
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  expect(await axeViolations(page)).toEqual([])
})

test('the silent trailer plays in the panel, until the panel closes', async () => {
  const { page, card } = await listing()
  await card.hover()
  const panel = await isGrown(page)
  const video = page.locator('video.silent-trailer')
  await page.locator(`${PANEL} video.silent-trailer[data-playing]`).waitFor()
  expect(await video.evaluate((each: HTMLVideoElement) => each.muted)).toBe(true)
  expect(await card.locator('video').count()).toBe(0)
  const played = await video.elementHandle()
  await page.keyboard.press('Escape')
  await isGone(page)
  expect(await panel.count()).toBe(0)
  expect(await played?.evaluate(each => each.isConnected)).toBe(false)
  // The trailer would continue unseen if no pointer left the panel.
  await card.hover()
  await page.mouse.move(0, 0)
  await card.hover()
  await isGrown(page)
  await page.locator(`${PANEL} video.silent-trailer[data-playing]`).waitFor()
  expect(await video.count()).toBe(1)
})

test('a panel stays under the pointer, and closes if the pointer leaves, on scroll and on Escape', async () => {
  const page = await newPage(DESKTOP)
  await page.clock.install()
  await page.goto('/contents?types=single_video', { waitUntil: 'networkidle' })
  const { card } = await aCard(page)
  const open = async () => {
    await page.mouse.move(0, 0)
    await card.hover()
    return isGrown(page)
  }
  const panel = await open()
  for (const part of ['.card-title', '.card-panel-details', '.poster-frame'])
    await panel.locator(part).hover()
  await page.clock.runFor(10_000)
  expect(await panel.count()).toBe(1)
  await page.mouse.move(0, 0)
  await isGone(page)

  await open()
  await page.mouse.wheel(0, 40)
  await isGone(page)

  await open()
  await page.keyboard.press('Escape')
  await isGone(page)
  // It does not open again while the pointer stays.
  await card.locator('.card-title').hover()
  await page.clock.runFor(4 * CARD_PANEL_MS)
  expect(await panelOf(page).count()).toBe(0)
  await open()
})

test('a pointer that moves on to the next card opens that one instead', async () => {
  const { page, card } = await listing()
  await card.hover()
  const panel = await isGrown(page)
  const first = await panel.locator('.card-title').textContent()
  const other = page.locator('.poster-grid .card-slot').nth(5)
  await other.hover()
  const name = await other.locator('.card-title').textContent()
  await expect.poll(() => panelOf(page).locator('.card-title').allTextContents()).toEqual([name])
  expect(name).not.toBe(first)
})

test('nothing on the page moves while panels open and close', async () => {
  const page = await newPage(DESKTOP)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver(list => {
      for (const { value } of list.getEntries() as unknown as { value: number }[])
        Object.assign(window, { shifts: (window as unknown as { shifts: number }).shifts + value })
    }).observe({ type: 'layout-shift' })
  })
  const size = () =>
    page.evaluate(() => [document.body.scrollWidth, document.documentElement.scrollHeight])
  const cards = page.locator('.row-scroll .poster-link')
  await cards.first().scrollIntoViewIfNeeded()
  const before = await size()
  for (const at of [0, 2]) {
    await cards.nth(at).hover()
    await isGrown(page)
    expect(await size()).toEqual(before)
    await page.keyboard.press('Escape')
    await isGone(page)
  }
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0)
})

test('with the keyboard the panel is shown, and the focus stays on the card', async () => {
  const { page, card } = await listing()
  const link = card.locator('.poster-link')
  const isFocused = () => link.evaluate(each => each === document.activeElement)
  await page.keyboard.press('Shift')
  await link.focus()
  const panel = await isGrown(page)
  expect(await isFocused()).toBe(true)
  expect(await panel.evaluate((each: HTMLElement) => each.inert)).toBe(true)
  const frame = await panel.evaluate(each => getComputedStyle(each).outlineStyle)
  expect(frame).toBe('solid')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await isGone(page)
  expect(await isFocused()).toBe(true)

  await page.keyboard.press('Tab')
  const next = page.locator('.poster-grid .poster-link:focus')
  const name = await next.locator('.card-title').textContent()
  expect(await isFocused()).toBe(false)
  await expect.poll(() => panelOf(page).locator('.card-title').allTextContents()).toEqual([name])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/contents\/[^/]+\/[^/]+$/)
})

test('the silent trailer plays in a panel that the keyboard has opened, until the focus leaves its card', async () => {
  const { page, card } = await listing()
  await page.keyboard.press('Shift')
  await card.locator('.poster-link').focus()
  await isGrown(page)
  const video = page.locator(`${PANEL} video.silent-trailer[data-playing]`)
  await video.waitFor()
  const first = await video.elementHandle()
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => first?.evaluate(each => each.isConnected)).toBe(false)
})

test('no panel is shown without its style sheet, which the next card requests again', async () => {
  const page = await newPage({ ...DESKTOP, allow: [/^Failed to load resource: .*\.css/] })
  await page.goto('/contents?types=single_video', { waitUntil: 'networkidle' })
  const styles = await page.locator('body').getAttribute('data-styles')
  let requests = 0
  await page.route(`**${styles}`, route => {
    requests += 1
    return requests === 1 ? route.abort() : route.continue()
  })
  const { card } = await aCard(page)
  await card.hover()
  await expect.poll(() => requests).toBe(1)
  await page.locator('link[data-failed]').waitFor({ state: 'attached' })
  await page.waitForTimeout(2 * CARD_PANEL_MS)
  expect(await panelOf(page).count()).toBe(0)
  await page.mouse.move(0, 0)
  await card.hover()
  const panel = await isGrown(page)
  expect(requests).toBe(2)
  expect(await panel.evaluate(each => getComputedStyle(each).position)).toBe('absolute')
})

test('a press while the panel grows opens the page of the card', async () => {
  const { page, card, title } = await listing()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.02 })
  await card.hover()
  const action = page.locator(`${PANEL} .primary-action a:visible`)
  await action.waitFor()
  const { x, y, width, height } = (await action.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.click(x + width / 2, y + height / 2)
  await page.waitForURL(`**/contents/${title.short_id}/*`)
})

test.each([
  ['is missing', 404],
  ['cannot be reached', null],
] as const)('a panel that %s is not shown, and the card still works', async (_, status) => {
  // The browser itself logs the failed request.
  const page = await newPage({ ...DESKTOP, allow: [/^Failed to load resource: .*\/cards\//] })
  let answers = 0
  await page.route(PANELS, route => {
    answers += 1
    return status ? route.fulfill({ status, body: 'gone' }) : route.abort()
  })
  await page.goto('/contents?types=single_video', { waitUntil: 'networkidle' })
  const { card, title } = await aCard(page)
  await card.hover()
  await expect.poll(() => answers).toBe(1)
  await page.locator('video.silent-trailer[data-playing]').waitFor()
  expect(await panelOf(page).count()).toBe(0)
  await card.locator('a').first().click()
  await page.waitForURL(`**/contents/${title.short_id}/*`)
})

test('a panel that arrives after the pointer has left is not shown', async () => {
  const { page, card } = await listing()
  const line = await holdRequests(page, '**/cards/*')
  const asked = page.waitForRequest(PANELS)
  await card.hover()
  await asked
  await page.mouse.move(0, 0)
  const arrived = page.waitForResponse(PANELS)
  line.release()
  await arrived
  await page.waitForLoadState('networkidle')
  expect(await panelOf(page).count()).toBe(0)
})

test('history back returns to a page without a panel', async () => {
  const { page, card, title } = await listing()
  await card.hover()
  await (await isGrown(page)).locator('.card-panel-details').click()
  await page.waitForURL(`**/contents/${title.short_id}/*`)
  await page.mouse.move(0, 0)
  await page.goBack()
  await card.waitFor()
  expect(await panelOf(page).count()).toBe(0)
})

test('a panel is cached like a page, and a child gets none of a title above its age', async () => {
  const { short_id } = await aTitle('types=single_video')
  const url = `${nodeUrl()}/cards/${short_id}`
  await fetch(url)
  const reply = await fetch(url)
  expect([reply.status, reply.headers.get('x-page-cache')]).toEqual([200, 'HIT'])
  expect(reply.headers.get('x-robots-tag')).toBe('noindex')
  expect(await reply.text()).toMatch(/^\s*<div class="card-panel">/)
  expect((await fetch(`${nodeUrl()}/cards/nothing`)).status).toBe(404)

  const { items } = await call<{ items: ContentCard[] }>('/video-contents?count=100')
  const grown = items.find(({ age_label: age }) => (age ?? 0) >= 15)
  const page = await newPage({ ...DESKTOP, allow: [/status of (401|403|404|451)/] })
  await enter(page)
  const body = { name: 'نیکا', avatar: 'type-1-3', age_type: 'under_7' }
  const { id } = await callAs(page, 'post', '/users/profile', body)
  await callAs(page, 'post', '/users/profile/switch', { profile_id: id, pin: '' })
  await callAs(page, 'get', '/users/_self')
  expect((await page.request.get(`/cards/${grown?.short_id}`)).status()).toBe(404)
})
