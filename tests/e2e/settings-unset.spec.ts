// What is not set shows nothing: no seal, no store, no way to reach support that is not there, and no gap in its place.
import { expect, test } from 'vitest'
import { newPage, screenshot } from '#tests/support/browser.ts'

const WIDTHS = [360, 768, 1280, 1920]

test.each([
  '/',
  '/en',
  '/apps',
  '/en/apps',
  '/contact-us',
  '/en/contact-us',
  '/faq',
  '/about',
  '/tickets',
])('%s links to no authority, store, telephone or mailbox', async path => {
  const page = await newPage()
  await page.goto(path)
  const links = await page
    .locator('a:not([data-load-failure] a)')
    .evaluateAll(all => all.map(a => a.getAttribute('href') ?? ''))
  expect(links.filter(href => /^(tel|mailto):|enamad|samandehi|bazaar|myket/.test(href))).toEqual(
    [],
  )
  expect(links.filter(href => /^(https?:|#?$)/.test(href))).toEqual([])
})

test('/apps has a card for the browser alone', async () => {
  const page = await newPage()
  await page.goto('/apps')
  expect(await page.locator('main section h2').allTextContents()).toEqual(['بدون نصب، در مرورگر'])
})

test('/contact-us tells no hours of a telephone', async () => {
  const page = await newPage()
  await page.goto('/contact-us')
  expect(await page.locator('main dl').count()).toBe(0)
  expect(await page.locator('main a[href="/tickets"]').count()).toBe(1)
})

test.each(WIDTHS)('footer, contact and apps have no gap and no overflow at %i px', async width => {
  const page = await newPage({ width, height: 900 })
  for (const path of ['/', '/contact-us', '/apps']) {
    await page.goto(path)
    if (width < 960 && path === '/') await openFooter(page)
    await page.locator('[data-footer]').scrollIntoViewIfNeeded()
    const { scrollWidth, clientWidth, empty } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
      empty: [...document.querySelectorAll('[data-footer] *, main .card')].filter(
        each =>
          each.matches('ul, section, div, a') &&
          each.childElementCount === 0 &&
          !each.textContent?.trim(),
      ).length,
    }))
    expect(scrollWidth, path).toBeLessThanOrEqual(clientWidth)
    expect(empty, path).toBe(0)
    await screenshot(page, `unset-${path.slice(1) || 'home'}-${width}`, path !== '/')
  }
})

async function openFooter(page: Awaited<ReturnType<typeof newPage>>): Promise<void> {
  const button = page.locator('[data-footer] [data-footer-open]')
  await button.scrollIntoViewIfNeeded()
  if (await button.isVisible()) await button.click()
}
