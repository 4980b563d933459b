import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newPage, siteUrl } from '#tests/support/browser.ts'
import { cataloguePaths, footerPaths } from '#tests/support/routes.ts'

const KB = 1024

test('gzip JavaScript before any interaction: at most 10 KB on every catalogue and footer page', {
  timeout: 120_000,
}, async () => {
  const page = await newPage()
  let scripts: Promise<[url: string, bytes: number]>[] = []
  page.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(response.body().then(body => [response.url(), gzipSync(body).length]))
  })
  for (const path of [...(await cataloguePaths()), ...footerPaths()]) {
    scripts = []
    await page.context().clearCookies()
    await page.goto(path, { waitUntil: 'networkidle' })
    const inline = await page.evaluate(() =>
      [...document.scripts].filter(({ src, type }) => !src && !type).map(({ text }) => text),
    )
    const loaded = await Promise.all(scripts)
    const bytes = loaded.reduce((sum, [, size]) => sum + size, 0)
    const what = `${path}: ${loaded.join(' ')}`
    expect(bytes + gzipSync(inline.join('')).length, what).toBeLessThanOrEqual(10 * KB)
    expect(bytes, what).toBeGreaterThan(0)
  }
})

test('CSS is at most 20 KB gzip, and HTML and CSS together at most 50 KB on the home page', async () => {
  const html = await (await fetch(siteUrl())).text()
  const sheets = [...html.matchAll(/href="(\/_astro\/[^"]+\.css)"/g)].map(match => match[1])
  const css = await Promise.all(
    sheets.map(async path => (await fetch(`${siteUrl()}${path}`)).text()),
  )
  expect(gzipSync(css.join('')).length).toBeLessThanOrEqual(20 * KB)
  const packed = brotliCompressSync(html).length + brotliCompressSync(css.join('')).length
  expect(packed).toBeLessThanOrEqual(50 * KB)
  expect(gzipSync(html).length + gzipSync(css.join('')).length).toBeLessThanOrEqual(50 * KB)
})

test('no React before intent, and its first use brings it', async () => {
  const page = await newPage()
  const scripts: string[] = []
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.filter(url => /client|react/i.test(url))).toEqual([])
  await page.locator('[data-key=search]').click()
  await page.locator('input[name=query]').waitFor()
  expect(scripts.filter(url => /client|react/i.test(url)).length).toBeGreaterThan(0)
})
