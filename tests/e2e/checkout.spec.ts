import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatPrice } from '#src/lib/text/price.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import {
  choose,
  hydrated,
  payAtBank,
  subscriptions,
  totalOf,
  transactions,
} from '#tests/support/checkout-page.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => site.stop())

describe('buying by card', () => {
  test.each(['fa', 'en'] as const)('on a phone, in %s', async language => {
    const buyer = await aBuyer(site, { ...PHONE, language })
    const { page } = buyer
    const title = language === 'fa' ? 'اشتراک سه‌ماهه' : 'Three months'
    const pay = await choose(page, title, language)
    const total = await totalOf(page)
    await pay.click()
    await page.waitForURL(/\/fake\/zarinpal\//)
    await payAtBank(page, language)
    const [paid] = await transactions(buyer)
    expect(paid).toMatchObject({ status: 'paid', amount: Number(total) })
    expect(await subscriptions(buyer)).toHaveLength(1)
  })

  test('prices are in the HTML, and the form shows the invoice of another package', async () => {
    const page = await newPage({ ...PHONE, url: site.url, javaScript: false })
    await page.goto('/packages')
    expect(await page.locator('[data-price]').allTextContents()).toContain('۱۶۳٬۹۰۰ تومان')
    const form = page.locator('form[action="/packages"]')
    expect(await form.locator('input[name=package]').count()).toBe(4)
    await form.locator('label', { hasText: 'اشتراک یک‌ماهه' }).click()
    await form.locator('button[type=submit]:visible').click()
    await page.waitForURL(/\/packages\?package=month-1/)
    expect(await totalOf(page)).toBe('1639000')
  })

  test('one page has package, voucher, gateway and one button that names the amount', async () => {
    const buyer = await aBuyer(site, PHONE)
    const { page } = buyer
    const pay = await choose(page, 'اشتراک سه‌ماهه')
    expect(await page.getByText('مالیات بر ارزش افزوده (۱۰٪)').count()).toBe(1)
    await page.getByLabel('کد تخفیف یا هدیه').fill('DEMO-50')
    await page.getByRole('button', { name: 'اعمال کد' }).click()
    await page.getByText('کد پذیرفته شد').waitFor()
    await page.locator('label', { hasText: 'زیبال' }).click()
    const total = Number(await totalOf(page))
    await pay.getByText(formatPrice(total, 'fa')).waitFor()
    await page.reload()
    await hydrated(page)
    expect(Number(await totalOf(page))).toBe(total)
    await page.locator('label', { hasText: 'زیبال' }).click()
    await pay.click()
    await page.waitForURL(/\/fake\/zibal\//)
    await payAtBank(page)
    const [paid] = await transactions(buyer)
    expect(paid).toMatchObject({ status: 'paid', amount: total, gateway: 'زیبال' })
  })

  test('a double click creates one invoice and one payment', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const pay = await choose(buyer.page)
    await pay.dblclick()
    await buyer.page.waitForURL(/\/fake\//)
    await payAtBank(buyer.page)
    expect(await transactions(buyer)).toHaveLength(1)
    expect(await subscriptions(buyer)).toHaveLength(1)
  })
})
