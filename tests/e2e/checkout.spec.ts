import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CinemaTicket } from '#src/contract/cinema.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { PASSWORD } from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import {
  choose,
  hydrated,
  payAtBank,
  subscriptions,
  TEXTS,
  toBank,
  totalOf,
  transactions,
} from '#tests/support/checkout-page.ts'
import { startFutureNode } from '#tests/support/future-node.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { play } from '#tests/support/viewer.ts'

/** The demo's account whose subscription ended yesterday. */
const ENDED_YESTERDAY = '09120000004'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => site.stop())

async function filmNeedingSubscription(): Promise<string> {
  const reply = await fetch(
    `${site.url}/api/video-contents?query=${encodeURIComponent('باغ بی‌صدا')}`,
  )
  const { data } = (await reply.json()) as { data: { items: { short_id: string; slug: string }[] } }
  return `/contents/${data.items[0]?.short_id}/${data.items[0]?.slug}`
}

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

  test('a user whose subscription ended yesterday is informed, renews and watches', async () => {
    const page = await newPage({ ...DESKTOP, url: site.url })
    const title = '/contents?types=single_video&order=latest'
    await page.goto(`/login?redirect=${encodeURIComponent(title)}`)
    await page.locator('[data-hydrated=true]').first().waitFor({ state: 'attached' })
    await page.locator('input[name=msisdn]').fill(ENDED_YESTERDAY)
    await page.getByRole('button', { name: 'ورود با رمز عبور' }).click()
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL(/\/contents\?types/)
    const alert = page.locator('[data-subscription-alert]')
    await alert.getByText('اشتراک شما دیروز تمام شد').waitFor()
    await page.goto(await filmNeedingSubscription())
    await page.getByText('اشتراک شما دیروز تمام شد').last().waitFor()
    await page.getByRole('link', { name: 'خرید اشتراک و تماشا' }).click()
    await page.waitForURL(/\/packages/)
    await hydrated(page)
    await page.getByRole('button', { name: TEXTS.fa.pay }).click()
    await page.waitForURL(/\/fake\//)
    await payAtBank(page)
    expect(await alert.isVisible()).toBe(false)
    // Returns to the title for which the subscription was renewed.
    await page.locator('[data-back]').click()
    await page.waitForURL(/\/play\//)
    await play(page)
  }, 240_000)

  test('a double click creates one invoice and one payment', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const pay = await choose(buyer.page)
    await pay.dblclick()
    await buyer.page.waitForURL(/\/fake\//)
    await payAtBank(buyer.page)
    expect(await transactions(buyer)).toHaveLength(1)
    expect(await subscriptions(buyer)).toHaveLength(1)
  })

  test('a subscriber extends, and the buy button disappears', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const { page } = buyer
    await buyer.post('/subscriptions', { voucher_code: 'GIFT-30' })
    await toBank(page, 'اشتراک سه‌ماهه')
    await payAtBank(page)
    const [second, first] = await subscriptions(buyer)
    expect(second?.start_time).toBe(first?.end_time)
    await page.goto('/packages')
    await page.getByRole('heading', { level: 1, name: 'تمدید اشتراک' }).waitFor()
    await page.getByText('۱۲۰ روز از اشتراک شما مانده است.').waitFor()
    expect(await page.locator('header [data-buy]').first().isVisible()).toBe(false)
  })
})

describe('codes', () => {
  test('a discount voucher is used once', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const { page } = buyer
    await page.goto('/payment?package=month-1&voucher=DEMO-50')
    await page.getByRole('button', { name: TEXTS.fa.pay }).click()
    await page.waitForURL(/\/fake\//)
    await payAtBank(page)
    expect((await transactions(buyer))[0]).toMatchObject({ amount: 819_500 })
    await page.goto('/payment?package=month-1&voucher=DEMO-50')
    await page.getByText('این کد قبلاً استفاده شده است.').waitFor()
    expect(await totalOf(page)).toBe('1639000')
  })

  test('an expired voucher is reported and stays in the field', async () => {
    const { page } = await aBuyer(site, { ...DESKTOP, allow: [/status of 422/] })
    await page.goto('/packages')
    await page.waitForFunction(() => !document.querySelector('main astro-island[ssr]'))
    const field = page.getByLabel('کد تخفیف یا هدیه')
    await field.fill('PAST-10')
    await page.getByRole('button', { name: 'اعمال کد' }).click()
    await page.getByText('این کد معتبر نیست یا مهلتش تمام شده است.').waitFor()
    expect(await field.inputValue()).toBe('PAST-10')
  })
})

test('direct debit: agreement, bank, first debit, two renewals, and cancelling keeps the period', async () => {
  const node = await startFutureNode(site)
  onTestFinished(node.stop)
  const buyer = await aBuyer(site, PHONE)
  const { page } = buyer
  await page.goto('/packages')
  await hydrated(page)
  await page.locator('label', { hasText: 'پرداخت مستقیم' }).click()
  await page.getByRole('button', { name: 'ادامه با پرداخت مستقیم' }).click()
  await page.waitForURL(/\/dd-agreement/)
  const go = page.getByRole('button', { name: 'ادامه در سایت بانک' })
  await go.click()
  await page.getByText('بانک خود را انتخاب کنید').last().waitFor()
  await page.locator('label', { hasText: 'بانک سامان' }).click()
  await page.getByRole('checkbox').check()
  await go.click()
  await page.waitForURL(/\/fake\/vandar\//)
  await page.locator('button[value=sign]').click()
  await page.waitForURL(/\/packages\/successPayment/)
  expect((await transactions(buyer))[0]).toMatchObject({ kind: 'direct_debit', status: 'paid' })

  for (const renewals of [1, 2]) {
    await node.renewNext(buyer.mobile)
    const texts = (await site.outbox(buyer.mobile)).map(({ text }) => text)
    for (const words of ['برداشت می‌شود', 'تمدید شد'])
      expect(texts.filter(text => text.includes(words))).toHaveLength(renewals)
  }
  const periods = (await subscriptions(buyer)).reverse()
  expect(periods.map(({ start_time }) => start_time).slice(1)).toEqual(
    periods.map(({ end_time }) => end_time).slice(0, 2),
  )
  await page.goto('/user/payments')
  await page.locator('#payments').scrollIntoViewIfNeeded()
  await expect.poll(() => page.locator('#payments li', { hasText: 'پرداخت‌شده' }).count()).toBe(3)

  // While the renewal is automatic, nothing asks to extend.
  await page.goto('/packages')
  await page.locator('main').getByText('برداشت بعدی').first().waitFor()
  expect(await page.locator('label', { hasText: 'پرداخت مستقیم' }).count()).toBe(0)
  await page.goto('/dd-agreement')
  await page.getByRole('button', { name: 'لغو تمدید خودکار' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'نگه داشتن تمدید' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'لغو تمدید خودکار' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'لغو تمدید خودکار' }).click()
  await page.locator('[data-contract]').waitFor({ state: 'detached' })
  expect(await subscriptions(buyer)).toHaveLength(3)
})

test('a cinema ticket, from the title page to playback', async () => {
  const buyer = await aBuyer(site, DESKTOP)
  const { page } = buyer
  const { items } = await buyer.get<{
    items: { short_id: string; slug: string; flag: string[] }[]
  }>('/video-contents?flags=content_has_ticket&count=24')
  const film = items.find(
    ({ flag }) => flag.includes('content_has_ticket') && !flag.includes('coming_soon'),
  )
  await page.goto(`/contents/${film?.short_id}/${encodeURIComponent(film?.slug ?? '')}`)
  await page.locator('a[href*="/cinema-online/ticket/"]').first().click()
  await page.waitForURL(/\/cinema-online\/ticket\//)
  await page.getByRole('button', { name: TEXTS.fa.pay }).click()
  await page.waitForURL(/\/fake\//)
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/payment\?id=/)
  await page.getByRole('heading', { name: 'بلیت شما آماده است' }).waitFor()
  const receipt = page.locator('.receipt')
  const [paid] = await transactions(buyer)
  expect(paid?.reference).toBeTruthy()
  for (const name of ['مبلغ پرداختی', 'شمارهٔ پیگیری'])
    await receipt.locator('dt', { hasText: name }).waitFor()
  const lines = (await receipt.locator('dd').allTextContents()).map(toLatinDigits)
  expect(lines.some(line => line.includes(paid?.reference ?? ''))).toBe(true)
  expect(lines).toContain(toLatinDigits(formatPrice(paid?.amount ?? 0, 'fa')))
  await page.getByRole('link', { name: 'تماشای فیلم' }).click()
  await play(page)
  const tickets = await buyer.get<{ items: CinemaTicket[] }>('/users/_self/cinema-tickets')
  expect(tickets.items.map(({ status }) => status)).toEqual(['running'])
}, 240_000)
