// Payments that are refused, cancelled, interrupted or repeated, codes that are typed, kept and removed, and tickets.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CinemaTicket } from '#src/contract/cinema.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { DESKTOP, PHONE } from '#tests/support/browser.ts'
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
import { type Site, startSite } from '#tests/support/site.ts'
import { play } from '#tests/support/viewer.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => site.stop())

describe('buying by card', () => {
  test('the keyboard alone reaches the bank', async () => {
    const { page } = await aBuyer(site, DESKTOP)
    await page.goto('/packages')
    await hydrated(page)
    await page.locator('input[name=package]:checked').focus()
    await page.keyboard.press('ArrowDown')
    const chosen = await page.locator('input[name=package]:checked').inputValue()
    await expect.poll(() => new URL(page.url()).searchParams.get('package')).toBe(chosen)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('voucher')
    await page.keyboard.type('demo-50')
    await page.keyboard.press('Enter')
    await page.getByText('کد پذیرفته شد').waitFor()
    for (let at = 0; at < 8; at += 1) {
      const isButton = await page.evaluate(
        () => (document.activeElement as HTMLButtonElement | null)?.type === 'submit',
      )
      if (isButton) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/fake\/zarinpal\//)
  })

  test('a price that changed since the page was loaded is shown before anything is paid', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const { page } = buyer
    await page.route(
      '**/api/subscriptions',
      async route => {
        const reply = await route.fetch()
        const body = (await reply.json()) as { data: { invoice: { total: number } } }
        body.data.invoice.total += 10_000
        await route.fulfill({ response: reply, json: body })
      },
      { times: 1 },
    )
    const pay = await choose(page)
    await pay.click()
    await page.getByText('قیمت این بسته تغییر کرده است').waitFor()
    expect(page.url()).toMatch(/\/packages\?package=month-1/)
    await hydrated(page)
    await pay.click()
    await page.waitForURL(/\/fake\//)
    await payAtBank(page)
    expect(await subscriptions(buyer)).toHaveLength(1)
  })

  test('the payer returns to the player that redirected to the packages', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const { page } = buyer
    const { items } = await buyer.get<{ items: { short_id: string; title: string }[] }>(
      '/video-contents?types=single_video&count=1',
    )
    const [film] = items
    const playerPath = `/play/${film?.short_id}?t=75`
    await page.goto(`/packages?redirect=${encodeURIComponent(playerPath)}`)
    await hydrated(page)
    await page.getByRole('button', { name: TEXTS.fa.pay }).click()
    await page.waitForURL(/\/fake\//)
    await page.locator('button[value=cancel]').click()
    await page.getByRole('link', { name: 'پرداخت دوباره' }).click()
    await page.getByRole('button', { name: TEXTS.fa.pay }).click()
    await page.waitForURL(/\/fake\//)
    await payAtBank(page)
    const back = page.locator('[data-back]')
    expect(await back.textContent()).toContain(film?.title)
    expect(await back.getAttribute('href')).toBe(playerPath)
  })

  test('a refused payment explains what happens to the money and offers another attempt', async () => {
    const buyer = await aBuyer(site, PHONE)
    const { page } = buyer
    await toBank(page)
    await page.locator('button[value=cancel]').click()
    await page.waitForURL(/\/payment\?id=/)
    await page.getByText('طی ۲۴ تا ۷۲ ساعت به کارت بانکی شما بازمی‌گردد').waitFor()
    await page.getByRole('link', { name: 'پرداخت دوباره' }).click()
    await page.getByRole('button', { name: TEXTS.fa.pay }).click()
    await page.waitForURL(/\/fake\//)
    await payAtBank(page)
    expect((await transactions(buyer)).map(({ status }) => status)).toEqual(['paid', 'failed'])
  })

  test('a cancelled payment without a result from the bank is reported at once and can be repeated', async () => {
    const buyer = await aBuyer(site, PHONE)
    const { page } = buyer
    await toBank(page)
    const fault = { call: 'zarinpal.inquiry', fault: 'still_in_bank', times: 20 }
    const bank = `${site.url}/fake/faults`
    const headers = { 'Content-Type': 'application/json' }
    await fetch(bank, { method: 'POST', headers, body: JSON.stringify(fault) })
    onTestFinished(async () => void (await fetch(bank, { method: 'DELETE' })))
    await page.locator('button[value=cancel]').click()
    await page.getByRole('heading', { name: 'پرداختی دریافت نشده است' }).waitFor()
    expect(new URL(page.url()).searchParams.get('returned')).toBe('unpaid')
    await page.getByRole('link', { name: 'پرداخت دوباره' }).click()
    await page.getByRole('button', { name: TEXTS.fa.pay }).click()
    await page.waitForURL(/\/fake\//)
    await payAtBank(page)
    expect(await subscriptions(buyer)).toHaveLength(1)
  })

  test('a payment whose window was closed is granted before the next visit', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const { page } = buyer
    await toBank(page)
    await page.locator('summary').click()
    await page.locator('button[value=vanish]').click()
    await page.getByText('پنجره بسته شد').waitFor()
    const [open] = await transactions(buyer)
    await page.goto(`/payment?id=${open?.id}`)
    await page.waitForURL(/\/packages\/successPayment/, { timeout: 150_000 })
    expect(await subscriptions(buyer)).toHaveLength(1)
  }, 240_000)

  test('the back button after paying, and a reload of the receipt, change nothing', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const { page } = buyer
    await toBank(page)
    await payAtBank(page)
    await page.reload()
    await page.getByRole('heading', { name: TEXTS.fa.success }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.receipt-brand').isVisible()).toBe(true)
    for (const hidden of ['header', 'footer', 'main h1', 'main a', '[data-print]'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    expect(await page.locator('[data-print]').isVisible()).toBe(true)
    await page.goBack()
    await page.goBack()
    await page.waitForURL(/\/packages\?package=/)
    await page.goto('/packages')
    expect(await subscriptions(buyer)).toHaveLength(1)
    expect((await transactions(buyer)).filter(({ status }) => status === 'paid')).toHaveLength(1)
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

  test('a 50% voucher is applied and removed', async () => {
    const { page } = await aBuyer(site, DESKTOP)
    await page.goto('/packages')
    await page.locator('label', { hasText: 'اشتراک یک‌ماهه' }).click()
    const total = page.locator('section [data-total]')
    await page.getByLabel('کد تخفیف یا هدیه').fill('demo-۵۰')
    await page.getByRole('button', { name: 'اعمال کد' }).click()
    await page.getByText('کد پذیرفته شد').waitFor()
    await expect.poll(() => total.getAttribute('data-total')).toBe('819500')
    await page.getByRole('button', { name: 'حذف کد' }).click()
    await expect.poll(() => total.getAttribute('data-total')).toBe('1639000')
  })

  test('input before hydration is kept', async () => {
    const { page } = await aBuyer(site, DESKTOP)
    const awake = Promise.withResolvers<void>()
    await page.route(/_astro\/Packages\.[\w-]+\.js/, async route => {
      await awake.promise
      await route.continue()
    })
    await page.goto('/packages', { waitUntil: 'commit' })
    const field = page.getByLabel('کد تخفیف یا هدیه')
    await field.fill('demo-50')
    await page.locator('label', { hasText: 'اشتراک یک‌ماهه' }).click()
    awake.resolve()
    await page.getByRole('button', { name: 'اعمال کد' }).click()
    await page.getByText('کد پذیرفته شد').waitFor()
    await expect
      .poll(() => page.locator('section [data-total]').getAttribute('data-total'))
      .toBe('819500')
  })

  test('a voucher survives a reload and the return from a failed payment, and is removed', async () => {
    const buyer = await aBuyer(site, { ...PHONE, allow: [/status of 422/] })
    const { page } = buyer
    const total = page.locator('section [data-total]')
    const field = page.getByLabel('کد تخفیف یا هدیه')
    const apply = page.getByRole('button', { name: 'اعمال کد' })
    await page.goto('/payment?package=month-1')
    await page.waitForURL(/\/packages\?package=month-1/)
    await hydrated(page)
    expect(await field.getAttribute('placeholder')).not.toMatch(/DEMO|GIFT|PAST/)
    await field.fill('PAST-10')
    await apply.click()
    await page.getByText('این کد معتبر نیست یا مهلتش تمام شده است.').waitFor()
    expect(await total.getAttribute('data-total')).toBe('1639000')
    await field.fill('demo-۵۰')
    await apply.click()
    await expect.poll(() => total.getAttribute('data-total')).toBe('819500')
    await page.reload()
    await hydrated(page)
    expect(await total.getAttribute('data-total')).toBe('819500')
    await page.getByRole('button', { name: 'حذف کد' }).click()
    await expect.poll(() => total.getAttribute('data-total')).toBe('1639000')
    expect(new URL(page.url()).searchParams.has('voucher')).toBe(false)
    await field.fill('DEMO-50')
    await apply.click()
    await expect.poll(() => total.getAttribute('data-total')).toBe('819500')
    await page.getByRole('button', { name: TEXTS.fa.pay }).click()
    await page.waitForURL(/\/fake\//)
    await payAtBank(page)
    expect((await transactions(buyer))[0]).toMatchObject({ amount: 819_500 })
  })

  test('a gift voucher typed at the checkout activates its days', async () => {
    const buyer = await aBuyer(site, DESKTOP)
    const { page } = buyer
    await page.goto('/packages?package=month-1')
    await hydrated(page)
    await page.getByLabel('کد تخفیف یا هدیه').fill('GIFT-30')
    await page.getByRole('button', { name: 'اعمال کد' }).click()
    await page.getByText('کد هدیه: ۳۰ روز اشتراک رایگان').waitFor()
    await page.getByRole('button', { name: 'فعال‌سازی هدیه' }).click()
    await page.waitForURL(/\/packages\/successGift/)
    expect(await subscriptions(buyer)).toHaveLength(1)
  })

  test('a gift voucher activates a subscription at once', async () => {
    const buyer = await aBuyer(site, PHONE)
    const { page } = buyer
    await page.goto('/packages?voucher=GIFT-30')
    await page.getByRole('button', { name: 'فعال‌سازی هدیه' }).last().click()
    await page.waitForURL(/\/packages\/successGift/)
    await page.getByRole('heading', { name: 'کد هدیه فعال شد' }).waitFor()
    expect(await subscriptions(buyer)).toHaveLength(1)
  })
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
