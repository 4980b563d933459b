// Codes that are applied, removed and paid with while their price is still loading.
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#src/contract/checkout.ts'
import { ready } from '#tests/support/account.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => site.stop())

const payButton = (page: Page) => page.getByRole('button', { name: /^پرداخت [۰-۹]/ })
const field = (page: Page) => page.getByLabel('کد تخفیف یا هدیه')
const shownTotal = async (page: Page) =>
  Number(await page.locator('section [data-total]').getAttribute('data-total'))

/** Holds back the calls of these addresses until `release`. */
async function holdBack(page: Page, addresses: RegExp) {
  const held = Promise.withResolvers<void>()
  await page.route(addresses, async route => {
    await held.promise
    await route.continue()
  })
  return { release: () => held.resolve() }
}

test('a second press on Pay waits for the price of the typed code', async () => {
  const { page, get } = await aBuyer(site, DESKTOP)
  const { items } = await get<{ items: { short_id: string; flag: string[] }[] }>(
    '/video-contents?flags=content_has_ticket&count=24',
  )
  const film = items.find(({ flag }) => !flag.includes('coming_soon'))
  await page.goto(`/cinema-online/ticket/${film?.short_id}`)
  await ready(page, 'main')
  const full = await shownTotal(page)
  const { release } = await holdBack(page, /cinemaonline-invoice\?discountCode/)
  await field(page).fill('DEMO-50')
  await payButton(page).dblclick({ force: true })
  await page.getByText('در حال بررسی کد').waitFor()
  expect(await payButton(page).isDisabled()).toBe(true)
  release()
  await expect.poll(() => shownTotal(page)).toBeLessThan(full)
  const total = await shownTotal(page)
  await payButton(page).click()
  await page.waitForURL(/\/fake\//)
  const made = await get<{ items: Transaction[] }>('/users/_self/transactions')
  expect(made.items.map(({ amount }) => amount)).toEqual([total])
})

test('a code removed while it is checked counts neither in the price nor in the address', async () => {
  const { page } = await aBuyer(site, PHONE)
  await page.goto('/packages?package=month-1')
  await ready(page, 'main')
  const full = await shownTotal(page)
  const { release } = await holdBack(page, /packages\/grouped/)
  await field(page).fill('DEMO-50')
  await page.getByRole('button', { name: 'اعمال کد' }).click()
  await page.getByRole('button', { name: 'حذف کد' }).click()
  const answered = page.waitForResponse(/packages\/grouped/)
  release()
  await answered
  await expect.poll(() => payButton(page).isEnabled()).toBe(true)
  expect(await shownTotal(page)).toBe(full)
  expect(new URL(page.url()).searchParams.has('voucher')).toBe(false)
})

test('the full price is paid when the code of the address is removed', async () => {
  const { page, get } = await aBuyer(site, PHONE)
  await page.goto('/packages?package=month-1&voucher=DEMO-50')
  await ready(page, 'main')
  const reduced = await shownTotal(page)
  await page.getByRole('button', { name: 'حذف کد' }).click()
  await expect.poll(() => shownTotal(page)).toBeGreaterThan(reduced)
  const total = await shownTotal(page)
  await payButton(page).click()
  await page.waitForURL(/\/fake\//)
  const made = await get<{ items: Transaction[] }>('/users/_self/transactions')
  expect(made.items.map(({ amount }) => amount)).toEqual([total])
})
