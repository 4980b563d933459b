/** The first touch of a control: the page itself responds, and React loads later. */
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { enter } from '#tests/support/account.ts'
import { newPage, PHONE, siteUrl } from '#tests/support/browser.ts'
import { cataloguePaths } from '#tests/support/routes.ts'

const SCRIPTS = '**/_astro/*.js'
/** Maximum number of bytes of scripts and style sheets that a first touch transfers. */
const MOST_BYTES = 90_000
const MOST_FILES = 6
/** Scripts that load after the first interaction, which are not part of the touch. */
const AFTER_INTERACTION = /service-worker|after-interaction|card-actions|rows\.browser/

/** Holds back the scripts that are requested from now on. */
async function holdScripts(page: Page, scripts = SCRIPTS) {
  const names: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(scripts, async route => {
    names.push(new URL(route.request().url()).pathname)
    await held
    await route.continue().catch(() => undefined)
  })
  return { names: () => names, release }
}

const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction(it => document.activeElement?.matches(it), selector)

test.each([
  ['fa', '/', 'باغ'],
  ['en', '/en', 'the'],
] as const)(
  'in %s the search accepts text before its scripts have loaded',
  async (language, path, words) => {
    const page = await newPage({ ...PHONE, touch: true, language })
    await page.goto(path, { waitUntil: 'networkidle' })
    const scripts = await holdScripts(page)
    await page.locator('[data-search-open]').tap()
    await hasFocus(page, '.search-drop input')
    await page.keyboard.type(words)
    const field = page.locator('.search-drop input')
    await field.evaluate(input => (input as HTMLInputElement).setSelectionRange(1, 1))
    scripts.release()
    await page.locator('.search-panel a[data-result]').first().waitFor()
    expect(await field.inputValue()).toBe(words)
    expect(await field.evaluate(input => (input as HTMLInputElement).selectionStart)).toBe(1)
    await hasFocus(page, '.search-drop input')
  },
)

test('a touch of the search requests all of its scripts at once, and no others', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await page.goto('/', { waitUntil: 'networkidle' })
  const after: string[] = []
  let bytes = 0
  page.on('response', async response => {
    const { pathname } = new URL(response.url())
    after.push(pathname)
    if (!/\.(js|css)$/.test(pathname) || AFTER_INTERACTION.test(pathname)) return
    const { responseBodySize } = await response.request().sizes()
    bytes += responseBodySize
  })
  const files = (await page.getAttribute('#search', 'data-files'))?.split(' ') ?? []
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(MOST_FILES)
  const scripts = await holdScripts(page)
  await page.locator('[data-search-open]').tap()
  for (const file of files) await expect.poll(scripts.names).toContain(file)
  scripts.release()
  await page.locator('.search-panel a[data-result]').nth(10).waitFor()
  await page.waitForLoadState('networkidle')
  const late = after.filter(
    path => /\/_astro\/.*\.js$/.test(path) && !scripts.names().includes(path),
  )
  expect(late.filter(path => !AFTER_INTERACTION.test(path))).toEqual([])
  expect(after.filter(path => path === '/contents' || path.endsWith('.css'))).toEqual([])
  await expect.poll(() => bytes).toBeGreaterThan(80_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})

test.each([
  ['account', '#account'],
  ['actions', '[data-files]:not([popover])'],
])('a touch of %s requests few scripts, on every page', async (_, selector) => {
  const [, , title] = await cataloguePaths()
  const page = await newPage({ javaScript: false })
  await page.goto(title as string)
  const files = (await page.locator(selector).getAttribute('data-files'))?.split(' ') ?? []
  expect(files.length).toBeGreaterThan(1)
  expect(files.length).toBeLessThanOrEqual(MOST_FILES)
  const bodies = await Promise.all(
    files.map(async file => (await fetch(siteUrl() + file)).arrayBuffer()),
  )
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})

test('nothing is preloaded on a connection that saves data', async () => {
  const page = await newPage()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const ready = page.waitForResponse(/after-interaction/)
  await page.mouse.wheel(0, 300)
  await ready
  await page.waitForLoadState('networkidle')
  expect(await page.locator('link[rel=modulepreload][href*=SearchPanel]').count()).toBe(0)
})

test('after the first interaction an idle browser preloads the scripts of the search, and runs none', async () => {
  const page = await newPage()
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(await page.locator('link[rel=modulepreload][href*=SearchPanel]').count()).toBe(0)
  await page.mouse.wheel(0, 300)
  await page.locator('link[rel=modulepreload][href*=SearchPanel]').waitFor({ state: 'attached' })
  expect(await page.locator('#search astro-island[ssr]').count()).toBe(1)
})

test('by keyboard the search opens with the cursor in it, and Escape returns, before its scripts too', async () => {
  const page = await newPage({ language: 'en' })
  await page.goto('/en', { waitUntil: 'networkidle' })
  const scripts = await holdScripts(page)
  await page.locator('[data-key=search]').press('Enter')
  await hasFocus(page, '.search-drop input')
  await page.keyboard.press('Escape')
  await hasFocus(page, '[data-key=search]')
  expect(await page.locator('.search-drop').isVisible()).toBe(false)
  scripts.release()
})

test.each(['fa', 'en'] as const)(
  'in %s the account popup has its name, subscription and links before its scripts have loaded',
  async language => {
    const page = await newPage({ language })
    const { msisdn } = await enter(page)
    await page.goto(language === 'en' ? '/en/faq' : '/faq')
    const name = page.locator('[data-account-name]')
    await expect.poll(() => name.textContent()).not.toBe('')
    const scripts = await holdScripts(page, '**/_astro/account*.js')
    await page.locator('[data-key=account]').click()
    await page.locator('#account .account-links a').first().waitFor()
    if (language === 'en') expect(await name.textContent()).toBe(msisdn)
    expect(await page.locator('[data-account-days] span').textContent()).not.toBe('')
    expect(await page.locator('.account-links a:visible').count()).toBeGreaterThan(6)
    scripts.release()
    await page.locator('#account .switcher-row').first().waitFor()
    await page.locator('#account .account-links button').waitFor()
  },
)

test('a bookmark shows its new state before its script has loaded, and is sent once', async () => {
  const page = await newPage()
  await enter(page)
  const [, , title] = await cataloguePaths()
  const scripts = await holdScripts(page, '**/_astro/ContentActions*.js')
  const sent: string[] = []
  page.on('request', request => {
    if (/\/bookmarks/.test(request.url())) sent.push(request.method())
  })
  await page.goto(title as string)
  await page.locator('[data-key=bookmark]').click()
  await page.locator('[data-key=bookmark][aria-pressed=true]').waitFor()
  expect(sent).toEqual([])
  const stored = page.waitForResponse(/\/bookmarks/)
  scripts.release()
  expect((await stored).ok()).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(sent).toEqual(['POST'])
  expect(await page.getAttribute('[data-key=bookmark]', 'aria-pressed')).toBe('true')
})

test('the cursor is in the search before anything that a tap loads has arrived, even on a slow line', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await page.goto('/contents')
  const released = Promise.withResolvers<void>()
  await page.route('**/*', async route => {
    await released.promise
    await route.continue()
  })
  await page.locator('[data-search-open]').tap()
  await page.locator('.search-drop input:focus').waitFor()
  released.resolve()
  await page.waitForLoadState('networkidle')
})

test('a browser without popovers still opens and closes menus', async () => {
  const page = await newPage()
  await page.addInitScript(() => {
    delete (HTMLElement.prototype as { popover?: unknown }).popover
    const native = (event: Event) => {
      if ((event.target as Element).closest('[popovertarget]')) event.preventDefault()
    }
    addEventListener('click', native, true)
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('[popover][data-open] { display: block }')
      document.adoptedStyleSheets = [sheet]
    })
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.locator('[data-key=search]').click()
  await hasFocus(page, '.search-drop input')
  await page.locator('.search-panel a[data-result]').first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.search-drop').waitFor({ state: 'hidden' })
  await hasFocus(page, '[data-key=search]')
  await page.locator('[data-key=search]').click()
  await page.locator('.search-drop').waitFor()
  await page.mouse.click(60, 700)
  await page.locator('.search-drop').waitFor({ state: 'hidden' })
})

test('a clicked menu closes when the pointer leaves it', async () => {
  const page = await newPage()
  await page.goto('/contents')
  await page.hover('[data-menu=series] > a')
  await page.waitForSelector('[data-menu=series] [aria-expanded=true]')
  await page.locator('[data-menu=series] > a').click({ modifiers: ['Control'] })
  await page.mouse.move(600, 700)
  await page.locator('[data-menu=series] .header-menu-panel').waitFor({ state: 'hidden' })
})

test.each(['fa', 'en'] as const)(
  'the menus of the header open without JavaScript in %s',
  async language => {
    const page = await newPage({ javaScript: false, language })
    await page.goto(language === 'en' ? '/en' : '/')
    await page.hover('[data-menu=series] > a')
    await page.locator('[data-menu=series] .header-menu-panel a').nth(2).click()
    await page.waitForURL(/\/contents\?types=series&order=latest&categories=/)
  },
)

test.each(['single_video', 'series'])(
  'the %s hover menu lists genre categories that are in the page, and prefetches nothing',
  async type => {
    const page = await newPage()
    await page.goto('/contents', { waitUntil: 'networkidle' })
    const asked: string[] = []
    page.on('request', request => {
      if (request.resourceType() !== 'script') asked.push(request.url())
    })
    await page.hover(`[data-menu=${type}] > a`)
    const links = page.locator(`[data-menu=${type}] .header-menu-panel a`)
    await links.first().waitFor()
    await page.waitForSelector(`[data-menu=${type}] [aria-expanded=true]`)
    const hrefs = await links.evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
    expect(hrefs.length).toBeGreaterThan(10)
    for (const href of hrefs.slice(0, -1))
      expect(href).toMatch(
        new RegExp(`^/contents\\?types=${type}&order=latest&categories=[\\w-]+$`),
      )
    expect(asked).toEqual([])
  },
)
