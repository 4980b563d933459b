// A page whose scripts do not load reports it and offers to load again; nothing waits forever.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newPage, screenshot } from '#tests/support/browser.ts'
import { aTitle, aViewer } from '#tests/support/viewer.ts'

const SCRIPTS = '**/_astro/*.js*'
/** Messages of Chromium about a script that does not load. */
const FAILED = [/Failed to load resource|ERR_FAILED|Failed to fetch dynamically|hydrating/]

const PAGES = [
  ['/', 'fa', 'بارگذاری دوباره'],
  ['/login', 'fa', 'بارگذاری دوباره'],
  ['/en/contents', 'en', 'Reload'],
] as const

/** Opens the page without waiting for it: `goto` would wait for the script of the layout, which does not load. */
function open(page: Page, path: string): void {
  page.goto(path).catch(() => undefined)
}

test.for(PAGES)('%s reloads once, then offers to load again', async ([path, language, action]) => {
  const page = await newPage({ language, allow: FAILED })
  // A script tag of the page fails before `domcontentloaded` of the first load, so this counts the requests for the page.
  let loads = 0
  page.on('request', request => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route(SCRIPTS, route => route.abort())
  open(page, path)
  const message = page.locator('[data-load-failure]')
  await message.waitFor()
  expect(loads).toBe(2)
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const box = await message.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width, `${width} px`).toBe(true)
    await screenshot(page, `load-failure-${language}-${path.replaceAll('/', '_')}-${width}`)
  }
  await page.unroute(SCRIPTS)
  await message.getByRole('link', { name: action }).click()
  await page.waitForFunction(() => document.documentElement.dataset.js === '')
  expect(await message.isVisible()).toBe(false)
})

test.for([
  ['the account', () => '/user/settings', '[data-hydrated=true]'],
  ['the player', (film: string) => `/play/${film}`, 'video'],
] as const)(
  '%s of a signed-in viewer reports it too, and continues after loading again',
  async ([, path, loaded]) => {
    const page = await newPage({ allow: FAILED })
    await aViewer(page)
    const { short_id } = await aTitle('types=single_video')
    await page.route(SCRIPTS, route => route.abort())
    open(page, path(short_id))
    const message = page.locator('[data-load-failure]')
    await message.waitFor()
    await screenshot(page, `load-failure-${path('film').slice(1).replace('/', '-')}`)
    await page.unroute(SCRIPTS)
    await message.getByRole('link').click()
    await page.locator(loaded).first().waitFor({ state: 'attached' })
    expect(await message.isVisible()).toBe(false)
  },
)

test('a script that fails once, as after a deploy, is loaded again automatically', async () => {
  const page = await newPage({ allow: FAILED })
  let failures = 0
  await page.route(SCRIPTS, route => {
    failures += 1
    return failures === 1 ? route.abort() : route.fallback()
  })
  await page.goto('/')
  await page.waitForFunction(() => document.documentElement.dataset.js === '')
  expect(await page.locator('[data-load-failure]').isVisible()).toBe(false)
})

test('a search reports a failure of the server, and differently that the visitor is offline', async () => {
  const page = await newPage({ language: 'en', allow: FAILED })
  await page.goto('/en')
  await page.locator('[data-key=search]').click()
  const panel = page.locator('.search-panel')
  const says = async (text: string) => {
    await page.locator('input[type=search]').last().fill(`night ${text.length}`)
    await panel.getByText(text).waitFor()
  }
  const calls = '**/api/search?*'
  await page.route(calls, route => route.fulfill({ status: 500, body: '<h1>nginx</h1>' }))
  await says('Something went wrong on our side.')
  await page.route(calls, route => route.fulfill({ status: 503, body: '' }))
  await says('Our service is briefly unavailable.')
  await page.context().setOffline(true)
  await page.unroute(calls)
  await says('You’re offline.')
  await page.context().setOffline(false)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await panel.locator('[role=alert]').waitFor({ state: 'detached' })
})

test('a pressed link aborts running requests, even if the browser does not report the unload', async () => {
  const page = await newPage({ allow: [/Importing a module script failed/] })
  await page.addInitScript(() =>
    addEventListener('beforeunload', event => event.stopImmediatePropagation(), true),
  )
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.goto('/faq')
  await page.waitForFunction(() => document.documentElement.dataset.js === '')
  // The answer has no page, so this one stays, and one of its scripts fails.
  await page.route('**/contents', route => route.fulfill({ status: 204 }))
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/contents'
    document.body.append(link)
    Object.assign(window, { link })
  })
  const answered = page.waitForResponse(reply => reply.url().endsWith('/contents'))
  await page.evaluate(() => (window as unknown as { link: HTMLElement }).link.click())
  await answered
  // A reload would begin as soon as the rejection is handled.
  await page.evaluate(() => {
    const handled = new Promise(done => addEventListener('unhandledrejection', done))
    void Promise.reject(new TypeError('Importing a module script failed.'))
    return handled.then(() => new Promise(done => setTimeout(done)))
  })
  await page.waitForFunction(() => document.readyState === 'complete')
  expect([loads, await page.locator('[data-load-failure]').isVisible()]).toEqual([1, false])
})
