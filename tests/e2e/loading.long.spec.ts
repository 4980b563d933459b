/** Scripts, styles and fonts that a page loads, and when. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FONT_PATHS } from '#src/styles/font.ts'
import { newPage, siteUrl } from '#tests/support/browser.ts'
import { OLD_TV } from '#tests/support/old-television.ts'
import { cataloguePaths } from '#tests/support/routes.ts'

const KB = 1024

/** A share of all pages, chosen at random, also loads scripts that measure it, a second after everything else. */
const measured = () => {
  Math.random = () => 0
}
const notMeasured = () => {
  Math.random = () => 0.999
}

test('measuring a page loads at most 5 KB, two scripts and nothing of the islands', async () => {
  const scriptsWith = async (random: () => void) => {
    const page = await newPage()
    await page.addInitScript(random)
    const scripts = new Map<string, Promise<Buffer>>()
    page.on('response', response => {
      if (response.request().resourceType() === 'script')
        scripts.set(new URL(response.url()).pathname, response.body())
    })
    // The site of the tests measures no page.
    await page.route(`${siteUrl()}/`, async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace(
        '<head>',
        '<head><meta name="web-vitals" content="0.5">',
      )
      await route.fulfill({ response, body })
    })
    await page.goto('/')
    if (random === measured)
      await expect.poll(() => [...scripts.keys()].join()).toContain('measure-vitals')
    await page.waitForLoadState('networkidle')
    return scripts
  }
  const without = await scriptsWith(notMeasured)
  const more = [...(await scriptsWith(measured))].filter(([path]) => !without.has(path))
  expect(more.map(([path]) => path.replace(/.*\/([\w-]+)\..*/, '$1')).sort()).toEqual([
    'measure-vitals',
    'web-vitals',
  ])
  const bodies = await Promise.all(more.map(([, body]) => body))
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThanOrEqual(5 * KB)
})

test('an island loads all styles before hydration; personal pages have them from the start', async () => {
  const page = await newPage()
  const [, , title] = await cataloguePaths()
  await page.goto(title as string, { waitUntil: 'networkidle' })
  const sheets = () =>
    page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href ?? []))
  expect(await sheets()).toHaveLength(1)
  const fullSheet = await page.evaluate(() => document.body.dataset.styles)
  const requested = page.waitForRequest(`**${fullSheet}`)
  const held = Promise.withResolvers<void>()
  await page.route(`**${fullSheet}`, async route => {
    await held.promise
    await route.continue()
  })
  const share = page.locator('astro-island:has([data-key=share])')
  const isHydrated = () => share.evaluate(island => !island.hasAttribute('ssr'))
  const hydrated = share.evaluate(
    island => new Promise<void>(done => island.addEventListener('pardeh:hydrated', () => done())),
  )
  await page.hover('[data-key=share]')
  await requested
  expect(await isHydrated()).toBe(false)
  held.resolve()
  await hydrated
  expect((await sheets()).filter(href => href.endsWith(fullSheet as string))).toHaveLength(1)
  const login = await text('/login')
  expect(login).toContain(`href="${fullSheet}"`)
  expect(login).not.toContain('data-styles')
})

test('a Persian page loads its own font, and that of Latin letters only if it shows some', async () => {
  const [, , title] = await cataloguePaths()
  for (const path of ['/', title as string, '/contents', '/faq', '/rules']) {
    const page = await newPage()
    const fonts = new Set<string>()
    page.on('request', request => {
      if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname)
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(fonts, path).toContain(FONT_PATHS.fa)
    // This page has Latin letters.
    if (path === '/faq') expect(fonts).toContain(FONT_PATHS.en)
    fonts.delete(FONT_PATHS.fa)
    fonts.delete(FONT_PATHS.en)
    expect([...fonts], path).toEqual([])
  }
})

test('an all-English page loads one font', async () => {
  for (const path of ['/en/contents', '/en/faq']) {
    const page = await newPage()
    const fonts = new Set<string>()
    page.on('request', request => {
      if (request.resourceType() === 'font') fonts.add(new URL(request.url()).pathname)
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    expect([...fonts], path).toEqual([FONT_PATHS.en])
  }
})

test('React loads on intent, not before', async () => {
  const page = await newPage()
  const scripts: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.filter(url => /client|react/i.test(url))).toEqual([])
  await page.locator('[data-key=search]').click()
  await page.locator('.search-panel a').first().waitFor()
  expect(scripts.filter(url => /client|react/i.test(url)).length).toBeGreaterThan(0)
})

test('the arrow keys of a television load neither React nor the player', async () => {
  const page = await newPage({ userAgent: OLD_TV })
  await page.addInitScript(measured)
  const scripts: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  // Otherwise the browser preloads the islands' scripts when it is idle after the first key: after-interaction.browser.ts.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(scripts.filter(url => url.includes('arrow-keys'))).toHaveLength(1)
  expect(scripts.filter(url => /react|player|engine/i.test(url)).join()).toBe('')
})

async function text(path: string): Promise<string> {
  return (await fetch(siteUrl() + path)).text()
}
