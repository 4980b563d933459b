/** A visitor with another browser engine searches, signs in, buys and watches with captions, in full screen. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { aNumber } from '#tests/support/account.ts'
import { siteUrl } from '#tests/support/browser.ts'
import type { EngineBrowser } from '#tests/support/engines/engine.ts'
import { findFirefox, openFirefox } from '#tests/support/engines/firefox.ts'
import { findWebKit, openWebKit } from '#tests/support/engines/webkit.ts'
import { readOutbox } from '#tests/support/site.ts'

const ENGINES = [
  { name: 'Firefox', path: findFirefox(), open: openFirefox },
  { name: 'WebKitGTK', path: findWebKit(), open: openWebKit },
]

let browser: EngineBrowser | undefined
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail' && browser) await picture(browser, 'failed')
  await browser?.close()
  browser = undefined
})

async function picture(of: EngineBrowser, screen: string): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  writeFileSync(`test-results/${of.name}-${screen}.png`, await of.screenshot())
}

describe.each(ENGINES)('$name', ({ path, open }) => {
  test.skipIf(!path && !process.env.CI)(
    'searches, signs in, buys and watches',
    { timeout: 240_000 },
    async () => {
      if (!path) throw new Error('the browser is not installed')
      browser = await open(path)
      await walk(browser)
    },
  )
})

async function walk(page: EngineBrowser): Promise<void> {
  const [site, mobile] = [siteUrl(), aNumber()]
  const isAt = (path: RegExp) => expect.poll(page.url, { timeout: 30_000 }).toMatch(path)
  const shot = (screen: string) => picture(page, screen)

  await page.goto(site)
  await page.click('.poster-link')
  await isAt(/\/contents\//)
  await page.goto(site)
  await shot('1-home')
  await page.click('//button[@aria-label="باز کردن جست‌وجو"]')
  await page.type('header input[type=search]', 'باغ بي‌صدا')
  await page.click('//a[@data-result][contains(., "باغ بی‌صدا")]')
  await isAt(/\/contents\/\w+\//)
  await shot('2-content')

  await page.click('//a[normalize-space(.)="وارد شوید"]')
  await isAt(/\/login\?redirect=/)
  await page.type('input[type=tel]', mobile)
  await page.click('//button[contains(., "دریافت کد")]')
  await expect.poll(async () => (await readOutbox(site, mobile)).length).toBe(1)
  const [message] = await readOutbox(site, mobile)
  const isFocused = `document.activeElement.getAttribute('autocomplete') === 'one-time-code'`
  await expect.poll(() => page.read(isFocused)).toBe(true)
  await page.write(message?.code ?? '')
  await page.click('//button[contains(., "بعداً کامل می‌کنم")]')
  await isAt(/\/play\//)
  const player = await page.url()

  await page.goto(`${site}/packages`)
  await shot('3-packages')
  await page.click('//button[@type="submit"][starts-with(normalize-space(.), "پرداخت")]')
  await isAt(/\/fake\/zarinpal\//)
  await page.click('button[value=pay]')
  await isAt(/\/packages\/successPayment/)

  await page.goto(new URL(new URL(player).pathname, site).href)
  // WebKit plays sound only after a press.
  if (page.name === 'webkit') await page.click('.big-play')
  await expectPlaying(page)
  await chooseCaptions(page)
  await shot('4-player')
  await fullScreen(page)
}

async function expectPlaying(page: EngineBrowser): Promise<void> {
  const state = () =>
    page.read<{ time: number; height: number; error: string | null }>(`(() => {
      const video = document.querySelector('video')
      if (!video) return { time: 0, height: 0, error: null }
      if (video.paused) void video.play().catch(() => undefined)
      return { time: video.currentTime, height: video.videoHeight, error: video.error && video.error.message }
    })()`)
  await expect.poll(async () => (await state()).time, { timeout: 40_000 }).toBeGreaterThan(2)
  expect(await state()).toMatchObject({ error: null, height: expect.toSatisfy(h => h > 100) })
  const { time } = await state()
  await expect.poll(async () => (await state()).time, { timeout: 30_000 }).toBeGreaterThan(time + 1)
}

async function chooseCaptions(page: EngineBrowser): Promise<void> {
  await page.read(
    `document.querySelector('.player').dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))`,
  )
  await page.press('c')
  await expect
    .poll(
      () => page.read<string>(`(document.querySelector('.captions') || {}).textContent || ''`),
      {
        timeout: 30_000,
      },
    )
    .toMatch(/[\u0600-\u06ff]/)
}

async function fullScreen(page: EngineBrowser): Promise<void> {
  const isFull = () => page.read<boolean>('document.fullscreenElement !== null')
  await page.press('f')
  await expect.poll(isFull).toBe(true)
  await page.press('f')
  await expect.poll(isFull).toBe(false)
}
