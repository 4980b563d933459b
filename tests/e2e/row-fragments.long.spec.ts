// Rows further down arrive as fragments when they are near, and then behave like all others.
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, nodeUrl, PHONE } from '#tests/support/browser.ts'
import { aMember } from '#tests/support/member.ts'
import { showAllRows } from '#tests/support/row-fragments.ts'

const ROWS = /\/rows\/(home|categories)\//
const WAITING = '[data-fragment]'
const TV = 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 Chrome/94 TV Safari/537.36'

const scrollTo = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(row =>
      window.scrollTo({
        top: row.getBoundingClientRect().top + scrollY - innerHeight / 2,
        behavior: 'instant' as ScrollBehavior,
      }),
    )

/** Records the sum of layout shifts without input, except those of the button stack at the bottom, which covers the page. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver(list => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[])
        if (!sources.every(({ node }) => node?.closest('.bottom-stack')))
          Object.assign(window, { shifts: (window as unknown as Seen).shifts + value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as Seen).shifts)
}
type Shift = { value: number; sources: { node: HTMLElement | null }[] }
type Seen = { shifts: number }

describe.each([
  ['/', PHONE],
  ['/en', DESKTOP],
  ['/categories/kids/kids', DESKTOP],
] as const)('%s at %o', (path, size) => {
  test('requests no row before a scroll, and each of them once when it is near', async () => {
    const page = await newPage({ ...size, reducedMotion: true })
    const asked: string[] = []
    page.on('request', request => {
      if (ROWS.test(request.url())) asked.push(request.url())
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(asked).toEqual([])
    const rows = await page.locator(WAITING).count()
    expect(rows).toBeGreaterThan(0)
    await showAllRows(page)
    expect(asked).toHaveLength(rows)
    expect(new Set(asked).size).toBe(rows)
    const empty = await page
      .locator('[data-row]')
      .evaluateAll(all => all.filter(row => !row.querySelector('[data-scroll] a[href]')).length)
    expect(empty).toBe(0)
  })

  test('nothing moves when cards arrive in a visible row', async () => {
    const page = await newPage({ ...size, reducedMotion: true })
    let arrive = () => {}
    const held = new Promise<void>(done => {
      arrive = done
    })
    const asked = page.waitForRequest(ROWS)
    await page.route(ROWS, async route => {
      await held
      await route.continue()
    })
    await page.goto(path)
    const shifts = await watchShifts(page)
    await scrollTo(page, WAITING)
    const [row] = await page
      .locator(WAITING)
      .evaluateAll(all => all.map(each => each.dataset.fragment))
    const space = page.locator(`[data-row]:has([data-fragment="${row}"]) .row-space`)
    const id = await space.evaluate(each => each.closest<HTMLElement>('[data-row]')?.dataset.row)
    await asked
    arrive()
    await page.locator(`[data-row="${id}"] .row-space [data-scroll] a`).first().waitFor()
    await page.evaluate(
      () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100))),
    )
    expect(await shifts()).toBeLessThanOrEqual(0.005)
  })
})

test('a row that did not arrive offers to try again, by keyboard too', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true, allow: [/503|ERR_FAILED/] })
  let fails = true
  await page.route(ROWS, route => {
    if (!fails) return route.continue()
    return route.request().url().length % 2 ? route.abort() : route.fulfill({ status: 503 })
  })
  await page.goto('/')
  await scrollTo(page, WAITING)
  const failure = page.locator('[data-row] .row-space [role=alert]').first()
  await failure.waitFor()
  expect(await failure.textContent()).toContain('این ردیف بارگذاری نشد.')
  const height = () =>
    page
      .locator('[data-row] .row-space')
      .first()
      .evaluate(space => space.getBoundingClientRect().height)
  const before = await height()
  fails = false
  await failure.getByRole('button', { name: 'تلاش دوباره' }).focus()
  await page.keyboard.press('Enter')
  const card = page.locator('[data-row] .row-space').first().locator('a').first()
  await card.waitFor()
  await expect.poll(() => card.evaluate(link => link === document.activeElement)).toBe(true)
  expect(Math.abs((await height()) - before)).toBeLessThan(25)
})

test('a row that editors have removed since disappears from the page', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true, allow: [/404/] })
  await page.route(ROWS, route => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto('/')
  const rows = await page.locator('[data-row]').count()
  await scrollTo(page, WAITING)
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(rows)
  expect(await page.locator('[data-row] .row-space [role=alert]').count()).toBe(0)
})

test('history back returns to the same place with its cards, also inside a row', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  await page.goto('/')
  await showAllRows(page)
  await scrollTo(page, '[data-row]:nth-of-type(9)')
  const row = page.locator('[data-row]:nth-of-type(9)')
  await row
    .locator('[data-scroll]')
    .evaluate(each => each.scrollTo({ left: -500, behavior: 'instant' as ScrollBehavior }))
  const state = async () => ({
    page: await page.evaluate(() => Math.round(scrollY)),
    row: await row.locator('[data-scroll]').evaluate(each => Math.round(each.scrollLeft)),
  })
  const before = await state()
  expect(before.row).toBeLessThan(-300)
  await page.goto('/faq')
  await page.goBack()
  await row.locator('[data-scroll] a').first().waitFor({ state: 'attached' })
  await expect.poll(async () => Math.abs((await state()).page - before.page)).toBeLessThan(4)
  await expect.poll(async () => Math.abs((await state()).row - before.row)).toBeLessThan(12)
})

test('cards of a fragment show the marks of the viewer, and their buttons work', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: true })
  const { call } = await aMember(page)
  await page.goto('/')
  await showAllRows(page)
  const id = await page
    .locator('[data-row] .row-space [data-content]')
    .last()
    .evaluate((card: HTMLElement) => card.dataset.content as string)
  await call('post', '/users/_self/bookmarks', { video_content_id: id })
  await page.reload()
  await showAllRows(page)
  const card = page.locator(`[data-row] .row-space .card-slot:has([data-content="${id}"])`).last()
  await card.locator('[data-bookmarked]').waitFor({ state: 'attached' })
  const button = card.locator('.card-bookmark')
  await button.focus()
  await page.keyboard.press('Enter')
  await card.locator('[aria-pressed=false]').waitFor({ state: 'attached' })
})

test('arrows, previews and the keyboard reach cards of fragments', async () => {
  const page = await newPage({ ...DESKTOP, reducedMotion: false })
  await page.goto('/')
  await showAllRows(page)
  await scrollTo(page, '[data-row] .row-space')
  const row = page.locator('[data-row]:has(.row-space)').first()
  await row.locator('.card-slot').first().hover()
  await row.locator('[data-row-next]:not([hidden])').click()
  await expect
    .poll(() => row.locator('[data-scroll]').evaluate(each => each.scrollLeft))
    .toBeLessThan(-200)
  const card = page.locator('[data-row] .row-space .card-slot:has([data-trailer])').first()
  await scrollTo(page, '[data-row] .row-space .card-slot:has([data-trailer])')
  await row
    .locator('[data-scroll]')
    .evaluate(each => each.scrollTo({ left: 0, behavior: 'instant' as ScrollBehavior }))
  await page.mouse.move(0, 0)
  await card.hover()
  await page.locator('video.silent-trailer[data-playing]').waitFor()
})

test('the arrow keys of a remote control go down through all rows', async () => {
  const page = await newPage({ width: 1920, height: 1080, userAgent: TV, reducedMotion: true })
  await page.goto('/')
  await page.waitForFunction(() => 'tv' in document.documentElement.dataset)
  const isInLastRow = async () => {
    await page.keyboard.press('ArrowDown')
    return page.evaluate(() => {
      const spaces = [...document.querySelectorAll('[data-row] .row-space')]
      return spaces.at(-1)?.contains(document.activeElement) ?? false
    })
  }
  await expect.poll(isInLastRow, { timeout: 30_000, interval: 150 }).toBe(true)
})

test.each(['/', '/en', '/categories/kids/kids'])(
  'without JavaScript every row of %s links to its contents, and no empty place is shown',
  async path => {
    const page = await newPage({ javaScript: false })
    await page.goto(path)
    const rows = page.locator('[data-row]')
    expect(await rows.count()).toBeGreaterThan(3)
    const dead = await rows.evaluateAll(all =>
      all
        .filter(
          row => !row.querySelector('h2 a[href], [data-scroll] a[href], [data-row-links] a[href]'),
        )
        .map(row => row.id),
    )
    expect(dead).toEqual([])
    expect(await page.locator('[data-row] .row-space:visible').count()).toBe(0)
    const links = page.locator('[data-row-links] a:visible')
    if (path !== '/categories/kids/kids') expect(await links.count()).toBeGreaterThan(8)
  },
)

test('a row is cached like a page: the same for everyone, and not indexed by search engines', async () => {
  const path = /data-fragment="([^"]+)"/.exec(await (await fetch(nodeUrl())).text())?.[1] ?? ''
  const url = `${nodeUrl()}${path}?utm_source=x`
  const first = await fetch(url)
  const again = await fetch(url)
  expect([first.status, again.headers.get('x-page-cache')]).toEqual([200, 'HIT'])
  expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(again.headers.get('x-robots-tag')).toBe('noindex')
  const html = await first.text()
  expect(html).toBe(await again.text())
  expect(html).toMatch(/^\s*<div class="row-scroll"/)
  expect(html).not.toMatch(/<html|<script/)
  const unchanged = await fetch(url, {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
  })
  expect(unchanged.status).toBe(304)
  for (const missing of [
    '/rows/home/nothing',
    '/rows/categories/nothing/a',
    '/rows/categories/kids/a',
  ])
    expect((await fetch(nodeUrl() + missing)).status, missing).toBe(404)
})
