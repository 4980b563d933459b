// Unset settings show nothing: no seal, no store, and no gap instead. The demo invents how support is reached.
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
])('%s links to no authority or store, and to no real telephone or mailbox', async path => {
  const page = await newPage()
  await page.goto(path)
  const links = await page
    .locator('a:not([data-load-failure] a)')
    .evaluateAll(all => all.map(a => a.getAttribute('href') ?? ''))
  expect(links.filter(href => /enamad|samandehi|bazaar|myket/.test(href))).toEqual([])
  const contacts = new Set(links.filter(href => /^(tel|mailto):/.test(href)))
  for (const href of contacts)
    expect(['tel:02100000000', 'mailto:help@pardeh.example']).toContain(href)
  const foreign = links.filter(href => /^(https?:|#?$)/.test(href))
  expect(foreign).toEqual(path.endsWith('/apps') ? ['https://pardeh.example/android-tv'] : [])
})

test('/apps has only cards for the example of the demo and for the browser', async () => {
  const page = await newPage()
  await page.goto('/apps')
  expect(await page.locator('main section h2').allTextContents()).toEqual([
    'تلویزیون اندرویدی',
    'بدون نصب، در مرورگر',
  ])
})

test('/contact-us shows the telephone, the hours and the address of the demo', async () => {
  const page = await newPage()
  await page.goto('/contact-us')
  await page.locator('main a[href="tel:02100000000"]').getByText('۰۲۱۰۰۰۰۰۰۰۰').waitFor()
  expect(await page.locator('main dl dd').count()).toBe(2)
  await page.locator('main address').getByText('خیابان لاله‌زار').waitFor()
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
