// A subscription that ends and is renewed or extended, by card and by direct debit.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { PASSWORD } from '#tests/support/account.ts'
import { DESKTOP, newPage, PHONE } from '#tests/support/browser.ts'
import { aBuyer } from '#tests/support/buyer.ts'
import {
  hydrated,
  payAtBank,
  subscriptions,
  TEXTS,
  toBank,
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
