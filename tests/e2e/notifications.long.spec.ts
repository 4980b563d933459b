import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { newPage, PHONE, screenshot } from '#tests/support/browser.ts'

/** Stores a message for the next page, as a page does when it is left. */
async function withFlash(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await flash(page)
}

/** Opens the page again, with a message that stays. */
async function flash(page: Page): Promise<void> {
  await page.evaluate(() =>
    sessionStorage.setItem('parked-notification', '["نشان شد", { "stay": "until_closed" }]'),
  )
  await page.goto(page.url())
  await page.locator('.toast').waitFor()
}

describe('a notification keeps a margin to the edges of the window', () => {
  test.each([
    ['/contents', 360],
    ['/contents', 768],
    ['/contents', 1280],
    ['/contents', 1920],
    ['/en/contents', 360],
    ['/en/contents', 768],
    ['/en/contents', 1280],
    ['/en/contents', 1920],
  ])('%s at %d px', async (path, width) => {
    const page = await newPage({ width, height: 700, reducedMotion: true })
    await withFlash(page, path)
    const margins = await page.locator('.toast').evaluate(async toast => {
      await Promise.all(toast.getAnimations().map(({ finished }) => finished))
      const { left, right, bottom } = toast.getBoundingClientRect()
      const { clientWidth, clientHeight } = document.documentElement
      return [left, clientWidth - right, clientHeight - bottom]
    })
    expect(Math.min(...margins)).toBeGreaterThanOrEqual(width < 600 ? 12 : 16)
    await screenshot(page, `notification-${path.startsWith('/en') ? 'en' : 'fa'}-${width}`)
  })
})

describe('by keyboard', () => {
  const share = '[data-key=share]'
  const focused = (page: Page, selector: string) =>
    page.waitForFunction(it => document.activeElement?.matches(it), selector)

  /** Shows a notification of the share button, which has the focus, after `before` others. The clock is stopped from then on. */
  async function shared(before: 0 | 1): Promise<Page> {
    const page = await newPage({ ...PHONE, reducedMotion: true })
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined })
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined } })
    })
    await page.goto('/contents')
    await page.locator('main .poster-link').first().click()
    await page.locator(share).waitFor()
    if (before > 0) await flash(page)
    const newest = page.locator('.toast').nth(before)
    await page.locator(share).press('Enter')
    await newest.waitFor()
    await newest.waitFor({ state: 'detached' })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator(share).press('Enter')
    await newest.waitFor()
    return page
  }

  test('the same message twice is one notification, which is announced again', async () => {
    const page = await shared(0)
    const text = await page.locator('.toast p').elementHandle()
    await page.locator(share).press('Enter')
    await page.clock.runFor(100)
    expect(await page.locator('.toast').count()).toBe(1)
    expect(await text?.evaluate(it => it.isConnected)).toBe(false)
    expect(await page.locator('.toast[role=status] p').count()).toBe(1)
  })

  test('closing one moves the focus to the next, and closing the last moves it back', async () => {
    const page = await shared(1)
    const buttons = page.locator('.toast button')
    await buttons.first().focus()
    await buttons.first().press('Enter')
    await focused(page, '.toast:not(.toast-leaving) button')
    await page.keyboard.press('Enter')
    await focused(page, share)
    await page.clock.runFor(1_000)
    expect(await page.locator('.toast').count()).toBe(0)
    await focused(page, share)
  })

  test('a notification that times out returns the focus too', async () => {
    const page = await shared(0)
    await page.locator('.toast button').focus()
    await page.clock.runFor(4_000)
    await page.locator('.toast').waitFor({ state: 'detached' })
    await focused(page, share)
  })
})
