import type { Page } from 'playwright'
import { expect } from 'vitest'
import { newPage, screenshot } from './browser.ts'
import { readOutbox } from './site.ts'

let people = 0
/** A mobile number that is new in this run. */
export function newMobile(): string {
  people++
  return `0936${String(Date.now() % 100_000).padStart(5, '0')}${String(people).padStart(2, '0')}`
}

export type Journey = { url: string; width: number; height: number; name: string }

/**
 * A visitor in Persian finds a film, signs in with a mobile number, pays at the bank and watches. The search uses
 * Arabic letters on purpose.
 */
export async function runPurchaseJourney({ url, width, height, name }: Journey): Promise<void> {
  const mobile = newMobile()
  const page = await newPage({ url, width, height, allow: [/status of 403/] })
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
  await signIn(page, url, mobile)
  await page.getByRole('link', { name: 'خرید اشتراک' }).last().waitFor()
  await seen('4-needs-subscription')
  const player = page.url()

  await page.goto('/packages')
  await seen('5-packages')
  await page.locator('button[type=submit]:visible', { hasText: 'ادامه و پرداخت' }).click()
  await page.waitForURL(/\/payment\?/)
  await expectInvoiceAddsUp(page)
  await seen('6-invoice')
  await page.getByRole('button', { name: /^پرداخت/ }).click()
  await page.waitForURL(/\/fake\/zarinpal\//)
  await seen('7-bank')
  await page.locator('button[value=pay]').click()
  await page.waitForURL(/\/packages\/successPayment/)
  await page.getByRole('heading', { name: 'پرداخت با موفقیت انجام شد' }).waitFor()
  await seen('8-success')

  await page.goto(new URL(player).pathname)
  await expectPlaying(page)
  await seen('9-player')
}

/** Signs in with a code from the outbox, and skips the profile form; the only profile is chosen without a question. */
export async function signIn(page: Page, url: string, mobile: string): Promise<void> {
  await page.getByLabel('شمارهٔ موبایل').fill(mobile)
  await page.getByRole('button', { name: 'دریافت کد' }).click()
  const code = page.locator('input[autocomplete="one-time-code"]').first()
  await code.waitFor()
  const [message] = await readOutbox(url, mobile)
  await code.click()
  await page.keyboard.type(message?.code ?? '')
  await page.getByRole('button', { name: 'بعداً کامل می‌کنم' }).click()
  await page.waitForURL(/\/play\//)
}

async function expectInvoiceAddsUp(page: Page): Promise<void> {
  const text = (await page.locator('main').textContent()) ?? ''
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

/** Playback time advances and audio is decoded. */
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
  await expect.poll(async () => (await state()).time, { timeout: 30_000 }).toBeGreaterThan(2)
  // A live stream starts far beyond two seconds: its first frames may not be decoded yet.
  await expect.poll(state, { timeout: 15_000 }).toMatchObject({
    sound: expect.toSatisfy(isOver(1_000)),
    height: expect.toSatisfy(isOver(100)),
  })
  const { time } = await state()
  await expect.poll(async () => (await state()).time, { timeout: 15_000 }).toBeGreaterThan(time + 1)
}

const isOver = (bound: number) => (value: number) => value > bound
