import type { Page } from 'playwright'
import { expect } from 'vitest'
import { aNumber, codeFor, fillSignUp } from './account.ts'
import { newPage, type PageOptions, screenshot } from './browser.ts'

type Journey = {
  url: string
  width: number
  height: number
  name: string
  /** Opens the page of the visitor; `newPage` by default. */
  openPage?: (options: PageOptions) => Promise<Page>
}

/**
 * A visitor in Persian finds a film, signs in with a mobile number, pays at the bank and watches. The search term has Arabic
 * letters on purpose.
 */
export async function runPurchaseJourney(journey: Journey): Promise<void> {
  const { url, width, height, name, openPage = newPage } = journey
  const mobile = aNumber()
  const page = await openPage({ url, width, height, allow: [/status of 403/] })
  const seen = (screen: string) => screenshot(page, `purchase-${name}-${screen}`)

  await page.goto('/')
  await page.locator('.poster-link').first().waitFor()
  await seen('1-home')
  await page.goto('/contents?types=single_video&order=latest')
  await page.locator('.sort-menu > summary').click()
  await page.getByRole('link', { name: 'پربازدیدترین' }).click()
  await page.waitForURL(/order=most_visited/)
  await seen('2-listing')

  await page.getByRole('button', { name: 'باز کردن جست‌وجو' }).click()
  await page.locator('header').getByRole('searchbox').fill('باغ بي‌صدا')
  await page.locator('a[data-result]', { hasText: 'باغ بی‌صدا' }).first().click()
  await page.waitForURL(/\/contents\/\w+\//)
  await page.getByRole('heading', { level: 1, name: 'باغ بی‌صدا' }).waitFor()
  await seen('3-content')

  await page.getByRole('link', { name: 'وارد شوید', exact: true }).click()
  await page.waitForURL(/\/login\?redirect=/)
  await fillSignUp(page, mobile, () => codeFor(mobile, undefined, url))
  await page.waitForURL(/\/play\//)
  await page.getByRole('link', { name: 'خرید اشتراک' }).last().waitFor()
  await seen('4-needs-subscription')
  const player = page.url()

  await page.goto('/packages')
  await expectInvoiceAddsUp(page)
  await seen('5-checkout')
  await page.locator('main form[data-hydrated=true]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^پرداخت [۰-۹]/ }).click()
  await page.waitForURL(/\/fake\/zarinpal\//)
  await seen('6-bank')
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/packages\/successPayment/)
  await page.getByRole('heading', { name: 'پرداخت با موفقیت انجام شد' }).waitFor()
  await seen('7-success')

  await page.goto(new URL(player).pathname)
  await expectPlaying(page)
  await seen('8-player')
}

async function expectInvoiceAddsUp(page: Page): Promise<void> {
  const text = (await page.locator('main form section').textContent()) ?? ''
  const amounts = [...text.matchAll(/(−)?([۰-۹٬]+) تومان/g)].map(
    ([, minus, digits = '']) =>
      (minus ? -1 : 1) *
      Number(
        digits.replace(/٬/g, '').replace(/[۰-۹]/g, digit => String(digit.charCodeAt(0) - 0x6f0)),
      ),
  )
  const [price = 0, discount = 0, vat = 0, total = 0] = amounts
  expect(discount).toBeLessThanOrEqual(0)
  expect(vat).toBe((price + discount) / 10)
  expect(total).toBe(price + discount + vat)
}

/** Expects that the playback time advances and audio is decoded. */
export async function expectPlaying(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(() => {
      const video = document.querySelector('video') as HTMLVideoElement & {
        webkitAudioDecodedByteCount: number
      }
      if (video.paused) void video.play().catch(() => undefined)
      return {
        time: video.currentTime,
        sound: video.webkitAudioDecodedByteCount,
        height: video.videoHeight,
      }
    })
  await page.locator('video').waitFor({ state: 'attached' })
  await expect.poll(async () => (await state()).time).toBeGreaterThan(2)
  // A live stream starts far beyond two seconds, when its first frames may not be decoded yet.
  await expect.poll(state).toMatchObject({
    sound: expect.toSatisfy(isOver(1_000)),
    height: expect.toSatisfy(isOver(100)),
  })
  const { time } = await state()
  await expect.poll(async () => (await state()).time).toBeGreaterThan(time + 1)
}

const isOver = (bound: number) => (value: number) => value > bound
