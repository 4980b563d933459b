// The checkout with a screen reader, with large text and on the narrowest phone.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/axe.ts'
import { PHONE } from '#tests/support/browser.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => site.stop())

/** Visits every page of a successful and of a refused payment. */
async function visit(page: Page, root: string, look: (name: string) => Promise<void>) {
  for (const path of ['/packages', '/packages?package=month-3&voucher=DEMO-50', '/dd-agreement']) {
    await page.goto(root + path)
    await page.locator('main button').first().waitFor()
    await look(path)
  }
  for (const action of ['cancel', 'pay']) {
    await page.goto(`${root}/packages?package=month-1`)
    await page.locator('main form[data-hydrated=true]').waitFor({ state: 'attached' })
    await page.locator('button[type=submit]:visible').click()
    await page.waitForURL(/\/fake\//)
    await look('bank')
    await page.locator(`button[value=${action}]`).click()
    await page.waitForURL(/[?&]id=/)
    await page.locator('.result-icon').waitFor()
    await look(action)
  }
}

test.each(['fa', 'en'] as const)(
  'axe finds no violation, in %s',
  { timeout: 120_000 },
  async language => {
    const { page } = await aBuyer(site, { ...PHONE, language, reducedMotion: true })
    const found: string[] = []
    await visit(page, language === 'en' ? '/en' : '', async name => {
      found.push(...(await axeViolations(page)).map(violation => `${name} ${violation}`))
    })
    expect(found).toEqual([])
  },
)

test('with text twice as large every amount is readable on a phone', async () => {
  const { page } = await aBuyer(site, { width: 360, height: 640 })
  for (const path of ['/packages', '/packages?package=month-12', '/en/packages?package=month-12']) {
    await page.goto(path)
    await page.evaluate(() =>
      document.documentElement.style.setProperty('font-size', '200%', 'important'),
    )
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main dt, main dd, main [data-price], main button')]
        .filter(each => each.checkVisibility())
        .filter(each => {
          const { left, right } = each.getBoundingClientRect()
          return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth + 1
        })
        .map(each => each.textContent),
    )
    expect(cut, path).toEqual([])
    const bar = await page.locator('.pay-bar').evaluateAll(bars =>
      bars.map(each => ({
        isReachable:
          each.scrollHeight <= each.clientHeight || getComputedStyle(each).overflowY === 'auto',
        share: each.clientHeight / innerHeight,
      })),
    )
    for (const { isReachable, share } of bar) {
      expect(isReachable).toBe(true)
      expect(share).toBeLessThanOrEqual(0.55)
    }
  }
})

test('no page scrolls sideways at 320 px', { timeout: 120_000 }, async () => {
  const { page } = await aBuyer(site, { width: 320, height: 700 })
  await visit(page, '', async name => {
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond, name).toBe(0)
  })
})
