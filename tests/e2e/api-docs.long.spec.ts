// The reference of the API at /api/docs. Any violation of its policy fails a test.
import { expect, test } from 'vitest'
import { newPage, PHONE, screenshot, siteUrl } from '#tests/support/browser.ts'
import { raw } from '#tests/support/raw-request.ts'

test('shows every call, with its fields and failures, and loads nothing from elsewhere', async () => {
  const page = await newPage()
  const hosts = new Set<string>()
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url())) hosts.add(new URL(request.url()).origin)
  })
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1, name: 'API' }).waitFor()
  const { paths } = JSON.parse((await raw('/api/openapi.json')).text)
  const calls = Object.values(paths).flatMap(path => Object.values(path as object))
  const sections = page.locator('[data-section-id*="/operation/"]')
  await expect.poll(() => sections.count()).toBe(calls.length)
  const code = page.locator('[data-section-id$="/operation/sendOtp"]')
  expect(await code.textContent()).toMatch(/Known-Devices[\s\S]*428[\s\S]*429/)
  expect([...hosts]).toEqual([new URL(siteUrl()).origin])
  await screenshot(page, 'api-docs')
})

test('finds a call by a word', async () => {
  const page = await newPage()
  await page.goto('/api/docs')
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('bookmark')
  const found = page.locator('[data-role="search:results"] [role=menuitem]')
  await expect.poll(() => found.allInnerTexts()).toContainEqual(expect.stringMatching(/bookmark/i))
})

test.each([
  ['light', 'rgb(255, 255, 255)'],
  ['dark', 'rgb(10, 12, 19)'],
] as const)('follows a %s system, and fits a phone', async (colorScheme, background) => {
  const page = await newPage(PHONE)
  await page.emulateMedia({ colorScheme })
  await page.goto('/api/docs')
  await page.getByRole('heading', { level: 1, name: 'API' }).waitFor()
  const { color, width } = await page.evaluate(() => ({
    color: getComputedStyle(document.body).backgroundColor,
    width: document.documentElement.scrollWidth,
  }))
  expect({ color, width }).toEqual({ color: background, width: PHONE.width })
  await screenshot(page, `api-docs-phone-${colorScheme}`)
})

test('leads to the description without JavaScript', async () => {
  const page = await newPage({ javaScript: false })
  await page.goto('/api/docs')
  expect(await page.locator('noscript a').getAttribute('href')).toBe('/api/openapi.json')
  expect(await page.locator('noscript').isVisible()).toBe(true)
})

test.each(['/api/docs', '/api/docs/'])(
  '%s has the headers of a page, and no cookie',
  async path => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await raw(path, { method, headers: { 'sec-fetch-site': 'none' } })
      expect(status).toBe(200)
      expect(headers['content-type']?.toString().toLowerCase()).toBe('text/html; charset=utf-8')
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; /)
      expect(policy).not.toMatch(/unsafe|\*|https?:|sandbox/)
    }
  },
)

test('the scripts of the page are stored for good and compressed', async () => {
  const { text } = await raw('/api/docs')
  const [, script = ''] = /src="([^"]+redoc[^"]*)"/.exec(text) ?? []
  const { status, headers } = await raw(script, { headers: { 'accept-encoding': 'br' } })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('/dev links to it, in both languages', async () => {
  for (const [language, name] of [
    ['fa', 'مرجع API'],
    ['en', 'API reference'],
  ] as const) {
    const page = await newPage({ language })
    await page.goto('/dev')
    expect(await page.getByRole('link', { name }).getAttribute('href')).toBe('/api/docs')
  }
})
