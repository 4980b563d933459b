import { expect, test } from 'vitest'
import { FONT_PATHS } from '#src/styles/font.ts'
import { newPage, screenshot } from '#tests/support/browser.ts'

const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/]

async function visitor(language: 'fa' | 'en') {
  const page = await newPage({ language, serviceWorker: true, allow: OFFLINE })
  await page.goto(language === 'fa' ? '/' : '/en')
  const registered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await registered()).toBe(0)
  await page.mouse.wheel(0, 300)
  await expect.poll(registered).toBe(1)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return page
}

test.each([
  ['fa', '/contents', 'اینترنت شما قطع است'],
  ['en', '/en/contents', 'You’re offline'],
] as const)(
  'without a connection an offline page appears, in %s',
  async (language, path, title) => {
    const page = await visitor(language)
    await page.context().setOffline(true)
    await page.goto(path)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    const fonts = () =>
      page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
    await expect.poll(fonts).toBeGreaterThan(0)
    await screenshot(page, `offline-${language}`)
    await page.context().setOffline(false)
    await page.locator('main a').click()
    await page.locator('[data-header]').waitFor()
  },
)

test('only the offline pages with their styles and fonts are stored, whatever was visited', async () => {
  const page = await visitor('fa')
  for (const path of ['/contents', '/login', '/faq']) await page.goto(path)
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const caught = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toEqual(
    expect.arrayContaining([
      '/offline',
      '/en/offline',
      expect.stringMatching(/^\/_astro\/.*\.css$/),
      FONT_PATHS.fa,
      FONT_PATHS.en,
    ]),
  )
  expect(
    stored.filter(path => !/^\/(en\/)?offline$|^\/_astro\/.*\.css$|^\/fonts\//.test(path)),
  ).toEqual([])
})
