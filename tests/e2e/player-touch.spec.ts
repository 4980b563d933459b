// What fingers do in the player.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newPage, PHONE, screenshot } from '#tests/support/browser.ts'
import { aTitle, aViewer, inVideo, mediaTime, watch } from '#tests/support/viewer.ts'

type Point = { x: number; y: number }

/** Puts fingers on the screen, moves them or takes them away; Playwright's touchscreen only taps. */
async function fingers(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (...at: Point[]) => send('touchStart', at),
    move: (...to: Point[]) => send('touchMove', to),
    up: () => send('touchEnd', []),
  }
}

/** Of the film that has chapters. */
async function withChapters(): Promise<string> {
  const { short_id } = await aTitle(`query=${encodeURIComponent('باغ بی‌صدا')}`)
  return short_id
}

test('a finger on the seek bar shows the picture, the time and the chapter, and seeks once it is lifted', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await aViewer(page)
  await watch(page, `/play/${await withChapters()}?t=2`)
  await inVideo(page, video => video.pause())
  const bar = page.locator('.seek-slider')
  await page.locator('.controls[data-visible]').waitFor()
  expect(await page.locator('.seek-chapter-mark').count()).toBe(2)
  const box = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const at = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 })
  const finger = await fingers(page)
  await finger.down(at(0.1))
  const preview = page.locator('.seek-preview')
  await expect.poll(() => preview.textContent()).toContain('بازگشت به نطنز')
  await page.locator('.seek-thumbnail').waitFor()
  await finger.move(at(0.5))
  await expect.poll(() => preview.textContent()).toMatch(/یک شرط۰?۰:۳/)
  await finger.move(at(0.75))
  await expect.poll(() => preview.textContent()).toMatch(/شب آخر۰?۰:۴/)
  expect(await bar.getAttribute('aria-valuetext')).toContain('شب آخر')
  // Longer than the controls stay without a finger on them.
  await page.waitForTimeout(3_500)
  await page.locator('.controls[data-visible]').waitFor()
  await screenshot(page, 'player-touch-seek')
  expect(await mediaTime(page)).toBeLessThan(10)
  await finger.up()
  await expect.poll(() => mediaTime(page)).toBeCloseTo(48, 0)
  await preview.waitFor({ state: 'detached' })
})
