// An audio book keeps playing while its listener browses.
import { expect, test } from 'vitest'
import { axeViolations } from '#tests/support/axe.ts'
import { newPage, screenshot } from '#tests/support/browser.ts'
import { bar, button, follow, leaves, listensAndLeaves } from '#tests/support/listener.ts'
import { advances, aTitle, aViewer, mediaTime } from '#tests/support/viewer.ts'

const TV =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) AppleWebKit/537.36 Chrome/108.0 TV Safari/537.36'

test('continues at the same second, saves the position, and the player takes over', async () => {
  const page = await newPage({ width: 1280, height: 800 })
  const { left, shortId } = await listensAndLeaves(page)
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(left - 1)
  await advances(page)
  expect(await mediaTime(page)).toBeLessThan(left + 10)
  const saved = page.waitForRequest(request => request.url().endsWith('/playback'))
  await button(page, 'مکث').click()
  expect((await saved).postDataJSON().current_time).toBeGreaterThan(left - 1)
  await button(page, '۱۵ ثانیه جلو').click()
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(left + 14)
  await button(page, 'پخش').click()
  await advances(page)
  const second = await mediaTime(page)
  await bar(page).getByRole('link').click()
  await page.locator('.audio-book-play').waitFor()
  expect(new URL(page.url()).pathname).toBe(`/play/${shortId}`)
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(second - 2)
  expect(await bar(page).count()).toBe(0)
})

test('does not continue in another profile, and saves no position there', async () => {
  const page = await newPage({ width: 1280, height: 800 })
  const { call } = await listensAndLeaves(page)
  await advances(page)
  // A reply that is still on its way would restore the previous profile for one page.
  await page.waitForLoadState('networkidle')
  const fields = { name: 'سارا', age_type: 'adult', avatar: 'type-1-4' }
  const { id } = await call<{ id: string }>('post', '/users/profile', fields)
  await call('post', '/users/profile/switch', { profile_id: id, pin: '' })
  const reports: string[] = []
  page.on('request', request => reports.push(new URL(request.url()).pathname))
  await page.goto('/faq')
  await page.waitForLoadState('networkidle')
  expect(await bar(page).count()).toBe(0)
  expect(reports.filter(path => path.endsWith('/playback'))).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('listening'))).toBeNull()
})

test('ends if it is closed, if its title is no longer allowed, and at sign-out', async () => {
  const page = await newPage({ width: 1280, height: 800, allow: [/status of 40[13]/] })
  const { shortId } = await listensAndLeaves(page)
  await button(page, 'بستن کتاب صوتی').click()
  await bar(page).waitFor({ state: 'detached' })
  await page.goto('/faq')
  await page.waitForLoadState('networkidle')
  expect(await bar(page).count()).toBe(0)

  const opened = '**/api/video-contents/*/files/*/play'
  await page.route(opened, route =>
    route.fulfill({
      status: 403,
      json: { data: null, meta: { operation_result: 'subscription_required' } },
    }),
  )
  const denied = page.waitForResponse(reply => reply.status() === 403)
  await leaves(page, `/play/${shortId}?t=20`, '/faq')
  await denied
  await bar(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => sessionStorage.getItem('listening'))).toBeNull()
  await page.unroute(opened)

  await leaves(page, `/play/${shortId}?t=20`, '/faq')
  await advances(page)
  await page.context().clearCookies()
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('pardeh:session-lost', { detail: 'session' })),
  )
  await bar(page).waitFor({ state: 'detached' })
})

test.each([
  ['fa', 360],
  ['en', 360],
  ['fa', 1280],
] as const)('in %s at %i px it covers nothing at the end of the page', async (language, width) => {
  const page = await newPage({ width, height: 740, language })
  await listensAndLeaves(page, language)
  await advances(page)
  await screenshot(page, `listening-${language}-${width}`)
  expect((await axeViolations(page)).filter(text => text.includes('listening'))).toEqual([])
  await page.evaluate(() => scrollTo(0, 900))
  await page.mouse.wheel(0, 300)
  const elevator = page.locator('.elevator')
  await elevator.waitFor()
  await screenshot(page, `listening-elevator-${language}-${width}`)
  const top = async () => (await bar(page).boundingBox())?.y ?? 0
  const bottomOf = async (selector: string) => {
    const box = await page.locator(selector).last().boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  // Below md the button is part of the bottom bar.
  if (width >= 960) expect(await bottomOf('.elevator')).toBeLessThanOrEqual(await top())
  // Rows that come into view make the page longer.
  const isFooterAbove = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    return (await bottomOf('[data-footer]')) <= (await top()) + 1
  }
  await expect.poll(isFooterAbove).toBe(true)
  await screenshot(page, `listening-end-${language}-${width}`)
})

test('can be used with the keyboard', async () => {
  const page = await newPage({ width: 1280, height: 800 })
  await listensAndLeaves(page)
  await advances(page)
  await button(page, 'مکث').focus()
  await page.keyboard.press('Enter')
  await button(page, 'پخش').waitFor()
  await page.keyboard.press('Tab')
  const before = await mediaTime(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(before + 14)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await bar(page).waitFor({ state: 'detached' })
})

test('is not shown on a TV', async () => {
  const tv = await newPage({ width: 1280, height: 800, userAgent: TV })
  await aViewer(tv)
  const { short_id } = await aTitle('flags=audio_book')
  await leaves(tv, `/play/${short_id}?t=20`, '/')
  await tv.waitForLoadState('networkidle')
  expect(await bar(tv).count()).toBe(0)
})

test('is present after Back to a page that is older than the book, and after fast browsing', async () => {
  const page = await newPage({ width: 1280, height: 800 })
  const { left } = await listensAndLeaves(page)
  // A browser may block sound on a page that was not touched yet. Only then does it wait for a press of the button.
  const isBlocked = async () => (await bar(page).getByText('پخش را بزنید').count()) > 0
  // The page is left again before any sound plays.
  for (const path of ['/faq', '/contents', '/']) await page.goto(path, { waitUntil: 'commit' })
  await bar(page).waitFor()
  await expect.poll(async () => (await isBlocked()) || (await mediaTime(page)) > 0).toBe(true)
  if (await isBlocked()) await button(page, 'پخش').click()
  await advances(page)
  expect(await mediaTime(page)).toBeGreaterThan(left - 2)

  const stored = await page.evaluate(() => sessionStorage.getItem('listening'))
  await button(page, 'بستن کتاب صوتی').click()
  await page.goto('/faq')
  await page.waitForFunction(() => document.documentElement.dataset.js === '')
  await page.waitForLoadState('networkidle')
  expect(await bar(page).count()).toBe(0)
  // Acts like the browser's Back, with values that another page has stored since.
  await page.evaluate(text => {
    sessionStorage.setItem('listening', text ?? '')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }, stored)
  await bar(page).waitFor()
})

test.each([
  ['fa', 360, 'برای ادامه، پخش را بزنید.'],
  ['en', 1280, 'Press play to continue.'],
] as const)(
  'in %s at %i px it waits for a press if the browser blocks sound',
  async (language, width, text) => {
    const page = await newPage({ width, height: 740, language })
    await listensAndLeaves(page, language)
    await advances(page)
    const stored = await page.evaluate(() => sessionStorage.getItem('listening'))
    await page.goto('about:blank')

    // Chromium blocks sound in a tab that was not touched, and counts everything that a test evaluates in a page as a touch.
    const untouched = await page.context().newPage()
    await untouched.addInitScript(it => {
      sessionStorage.setItem('listening', it)
      const { play } = HTMLMediaElement.prototype
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        const result = play.call(this)
        result.catch(({ name }: Error) => console.log(`play: ${name}`))
        return result
      }
    }, stored ?? '')
    const refused = untouched.waitForEvent(
      'console',
      message => message.text() === 'play: NotAllowedError',
    )
    await untouched.goto(language === 'fa' ? '/faq' : '/en/faq')
    await refused
    await bar(untouched).getByText(text).waitFor()
    await screenshot(untouched, `listening-blocked-${language}-${width}`)
    const { position } = JSON.parse(stored ?? '{}')
    await expect.poll(() => mediaTime(untouched)).toBeCloseTo(position, 0)
    await button(untouched, language === 'fa' ? 'پخش' : 'Play').click()
    await advances(untouched)
    const second = await mediaTime(untouched)
    expect(second).toBeGreaterThan(position)
    expect(second).toBeLessThan(position + 5)
    expect(await bar(untouched).getByText(text).count()).toBe(0)
  },
)

test('a skip that comes early is not lost', async () => {
  const page = await newPage({ width: 1280, height: 800 })
  const opened = '**/api/video-contents/*/files/*/play'
  const { left } = await listensAndLeaves(page)
  const skipped = Promise.withResolvers<void>()
  await page.route(opened, async route => {
    await skipped.promise
    await route.fallback()
  })
  await follow(page, '/faq')
  await button(page, '۱۵ ثانیه جلو').click()
  skipped.resolve()
  await advances(page)
  expect(await mediaTime(page)).toBeGreaterThan(left + 14)
})

test.each(['fa', 'en'] as const)(
  'in %s at 360 px it shows the complete reason for a failure',
  async language => {
    const page = await newPage({ width: 360, height: 740, language, allow: [/status of 503/] })
    await listensAndLeaves(page, language)
    await page.route('**/api/video-contents/*/files/*/play', route =>
      route.fulfill({ status: 503, body: '' }),
    )
    await page.goto(language === 'fa' ? '/faq' : '/en/faq')
    const message = page.locator('.listening-message:not(:empty)')
    await message.waitFor()
    await screenshot(page, `listening-failed-${language}-360`)
    const cut = await message.evaluate(it => {
      const box = it.getBoundingClientRect()
      const bar = it.parentElement?.getBoundingClientRect() ?? box
      return {
        sideways: it.scrollWidth > it.clientWidth + 1,
        upright: it.scrollHeight > it.clientHeight + 1,
        outside: box.top < bar.top || box.bottom > bar.bottom || box.left < 0 || box.right > 360,
      }
    })
    expect(cut).toEqual({ sideways: false, upright: false, outside: false })
  },
)
