/** Visitors of a company's site in production mode. */
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { aNumber, fillSignUp } from './account.ts'
import { newPage, type PageOptions, PHONE } from './browser.ts'
import { type Company, ORIGIN } from './production.ts'
import { plant } from './run-logs.ts'

/** The fake bank is made for the demo site, whose pages have these fonts. */
export const FONTS_OF_BANK = /bank\.net\.example:\d+\/fonts\//

/** Opens a new browser on the company's site. A failed request fails the test. */
export async function visitCompany(
  { internet: { browser } }: Pick<Company, 'internet'>,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await newPage({ ...PHONE, url: ORIGIN, browser, address: null, ...options })
  const failed: string[] = []
  page.on('requestfailed', request => {
    // A navigation aborts the requests of the previous page that are still running.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(request.url())
  })
  onTestFinished(() => expect(failed).toEqual([]))
  await page.goto(path)
  return page
}

async function codeSentTo(company: Company, mobile: string): Promise<string> {
  const sent = () => company.kavenegar.asked.filter(({ fields }) => fields.receptor === mobile)
  await expect.poll(() => sent().length).toBeGreaterThan(0)
  const code = String(sent().at(-1)?.fields.token)
  plant('a code', code)
  return code
}

/** Signs up on the sign-in page; returns the number. */
export async function signUp(company: Company, page: Page): Promise<string> {
  const mobile = aNumber()
  await fillSignUp(page, mobile, () => codeSentTo(company, mobile))
  return mobile
}

/** Buys the preselected package and pays at the bank. */
export async function payFirstPackage(page: Page): Promise<void> {
  await page.goto('/packages')
  await page
    .locator('main')
    .getByRole('button', { name: /^پرداخت/ })
    .click()
  await page.waitForURL(url => url.hostname === 'bank.net.example')
  await page.locator('button[value=pay]').click()
  await page.waitForURL(url => url.origin === ORIGIN && /successPayment/.test(url.pathname))
}
