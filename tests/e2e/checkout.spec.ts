// Payment with double clicks, the back button, cancelling and second attempts.
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Subscription, Transaction } from '#src/contract/checkout.ts'
import type { CinemaTicket } from '#src/contract/cinema.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { PASSWORD } from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aBuyer, type Buyer } from '#tests/support/buyer.ts'
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

const TEXTS = {
  fa: { root: '', pay: /^پرداخت [۰-۹]/, success: 'پرداخت با موفقیت انجام شد' },
  en: { root: '/en', pay: /^Pay \d/, success: 'Payment successful' },
}

const subscriptions = async ({ get }: Buyer) =>
  (await get<{ items: Subscription[] }>('/users/_self/subscriptions')).items
const transactions = async ({ get }: Buyer) =>
  (await get<{ items: Transaction[] }>('/users/_self/transactions')).items

const hydrated = (page: Page) =>
  page.locator('main form[data-hydrated=true]').waitFor({ state: 'attached' })
/** Returns the amount of the invoice, in rials. */
const totalOf = (page: Page) => page.locator('section [data-total]').getAttribute('data-total')

/** Chooses a package. Returns the button that leads to the bank. */
async function choose(page: Page, title = 'اشتراک یک‌ماهه', language: 'fa' | 'en' = 'fa') {
  const texts = TEXTS[language]
  await page.goto(`${texts.root}/packages`)
  await hydrated(page)
  await page.locator('label', { hasText: title }).first().click()
  return page.getByRole('button', { name: texts.pay })
}

async function toBank(page: Page, title?: string) {
  const pay = await choose(page, title)
  await pay.click()
  await page.waitForURL(/\/fake\//)
}

async function payAtBank(page: Page, language: 'fa' | 'en' = 'fa') {
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/packages\/successPayment\?id=/)
  await page.getByRole('heading', { name: TEXTS[language].success }).waitFor()
}

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
