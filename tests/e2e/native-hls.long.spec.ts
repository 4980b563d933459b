// The player with the browser's own HLS, as on an iPhone. Chromium also plays it once Media Source Extensions are removed.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newPage, PHONE } from '#tests/support/browser.ts'
import { advances, inVideo, mediaTime, openFilm, seekTo } from '#tests/support/viewer.ts'

const MINUTES = 15
const LIFETIME_MINUTES = 5
const HEARTBEAT = /\/files\/[^/]+\/playback$/

async function withoutMediaSource(page: Page) {
  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
      delete (window as unknown as Record<string, unknown>)[name]
  })
}

test('plays for fifteen minutes of the page beyond the expiry of its links, at the same position', async () => {
  const page = await newPage(PHONE)
  await withoutMediaSource(page)
  await page.clock.install()
  await openFilm(page, 5)
  const src = () => inVideo(page, video => video.src)
  expect(await src()).toMatch(/\/media\/s\/[^/]+\//)
  const links = new Set([await src()])
  for (let minute = 0; minute < MINUTES; minute++) {
    await seekTo(page, 20)
    await expect.poll(() => inVideo(page, video => video.seeking)).toBe(false)
    const renewed = page.waitForResponse(reply => HEARTBEAT.test(reply.url()))
    await page.clock.fastForward('01:00')
    await renewed
    await advances(page)
    const position = await mediaTime(page)
    expect(position).toBeGreaterThan(20)
    expect(position).toBeLessThan(35)
    links.add(await src())
  }
  // The player needs at least one link for each lifetime.
  expect(links.size).toBeGreaterThanOrEqual(MINUTES / LIFETIME_MINUTES)
  expect(links.size).toBeLessThan(MINUTES)
  expect(await page.locator('.failure').count()).toBe(0)
})
