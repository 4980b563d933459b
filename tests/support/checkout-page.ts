/** Steps of a purchase in the browser. */
import type { Page } from 'playwright'
import type { Subscription, Transaction } from '#src/contract/checkout.ts'
import type { Buyer } from './buyer.ts'

export const TEXTS = {
  fa: { root: '', pay: /^پرداخت [۰-۹]/, success: 'پرداخت با موفقیت انجام شد' },
  en: { root: '/en', pay: /^Pay \d/, success: 'Payment successful' },
}

export const subscriptions = async ({ get }: Buyer) =>
  (await get<{ items: Subscription[] }>('/users/_self/subscriptions')).items
export const transactions = async ({ get }: Buyer) =>
  (await get<{ items: Transaction[] }>('/users/_self/transactions')).items

export const hydrated = (page: Page) =>
  page.locator('main form[data-hydrated=true]').waitFor({ state: 'attached' })
/** Returns the amount of the invoice, in rials. */
export const totalOf = (page: Page) =>
  page.locator('section [data-total]').getAttribute('data-total')

/** Chooses a package and returns the button that opens the bank's page. */
export async function choose(page: Page, title = 'اشتراک یک‌ماهه', language: 'fa' | 'en' = 'fa') {
  const texts = TEXTS[language]
  await page.goto(`${texts.root}/packages`)
  await hydrated(page)
  await page.locator('label', { hasText: title }).first().click()
  return page.getByRole('button', { name: texts.pay })
}

export async function toBank(page: Page, title?: string) {
  const pay = await choose(page, title)
  await pay.click()
  await page.waitForURL(/\/fake\//)
}

export async function payAtBank(page: Page, language: 'fa' | 'en' = 'fa') {
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/packages\/successPayment\?id=/)
  await page.getByRole('heading', { name: TEXTS[language].success }).waitFor()
}
