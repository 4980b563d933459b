/** Visitors of a company's site in production mode. */
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { arrived } from './account.ts'
import { newPage, type PageOptions, PHONE } from './browser.ts'
import { type Company, ORIGIN } from './production.ts'
import { newMobile } from './purchase-journey.ts'
import { plant } from './run-logs.ts'

/** A new browser on the company's site; a request that fails fails the test. */
export async function visitCompany(
  { internet: { browser } }: Pick<Company, 'internet'>,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await newPage({ ...PHONE, url: ORIGIN, browser, address: null, ...options })
  const failed: string[] = []
  page.on('requestfailed', request => {
    // Going on to the next page aborts what this one still loads.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(request.url())
  })
  onTestFinished(() => expect(failed).toEqual([]))
  await page.goto(path)
  return page
}

async function codeSentTo(company: Company, mobile: string): Promise<string> {
  const sent = () => company.kavenegar.asked.filter(({ fields }) => fields.receptor === mobile)
  await expect.poll(() => sent().length, { timeout: 10_000 }).toBeGreaterThan(0)
  const code = String(sent().at(-1)?.fields.token)
  plant('a code', code)
  return code
}

/** Signs up on the page of signing in; returns the number. */
export async function signUp(company: Company, page: Page): Promise<string> {
  const mobile = newMobile()
  await page.getByLabel('شمارهٔ موبایل').fill(mobile)
  await page.getByRole('button', { name: 'دریافت کد' }).click()
  const field = page.locator('input[autocomplete="one-time-code"]').first()
  await field.waitFor()
  await field.click()
  await page.keyboard.type(await codeSentTo(company, mobile))
  await page.getByRole('button', { name: 'بعداً کامل می‌کنم' }).click()
  await arrived(page)
  return mobile
}

/** Buys the package that is chosen at first, and pays at the bank. */
export async function payFirstPackage(page: Page): Promise<void> {
  await page.goto('/packages')
  await page.locator('button[type=submit]:visible', { hasText: 'ادامه و پرداخت' }).click()
  await page.waitForURL(/\/payment\?/)
  await page.getByRole('button', { name: /^پرداخت/ }).click()
  await page.waitForURL(url => url.hostname === 'bank.net.example')
  await page.locator('button[value=pay]').click()
  await page.waitForURL(url => url.origin === ORIGIN && /successPayment/.test(url.pathname))
}
