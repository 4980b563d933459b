// A live channel of an encoder, in the built site: opening, seeking back, and an encoder that stops and comes back.
import { expect, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { DESKTOP, newPage } from '#tests/support/browser.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { aChannelOfTheSite } from '#tests/support/recorded-channel.ts'
import { advances, aViewer, inVideo, mediaTime, watch } from '#tests/support/viewer.ts'

const ATTEMPTS = 5

test.skipIf(!(await hasFfmpeg()))(
  'opens at the edge, seeks back, reports when the channel is silent, and continues when it is back',
  { timeout: 300_000 },
  async () => {
    const { encoder, shown } = await aChannelOfTheSite({ name: 'e2e', seconds: 8 })
    const path = `/play/${(await shown()).short_id}`

    const page = await newPage(DESKTOP)
    await aViewer(page)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await watch(page, path)
      expect(await inVideo(page, video => video.paused)).toBe(false)
      await page.locator('.live-button[data-live-edge]').waitFor()
    }
    await advances(page)

    const edge = await mediaTime(page)
    await page.getByRole('slider', { name: 'نوار پیشرفت' }).press('Home')
    await expect.poll(() => mediaTime(page)).toBeLessThan(edge - 3)
    await advances(page)
    await page.locator('.live-button:not([data-live-edge])').click()
    await page.locator('.live-button[data-live-edge]').waitFor()
    await advances(page)

    // A minute ago in Tehran, which is before the recording began, so playback starts at its beginning.
    const from = toWire(new Date(Date.now() - 60_000))
    await watch(page, `${path}?from=${from}`)
    await page.locator('.live-button:not([data-live-edge])').waitFor()
    expect(await mediaTime(page)).toBeLessThan(edge)
    await page.locator('.live-button').click()
    await page.locator('.live-button[data-live-edge]').waitFor()

    const notice = page.locator('.signal-notice')
    await encoder.stop()
    await expect.poll(() => notice.textContent(), { timeout: 90_000 }).toContain('شبکه')
    const stoodAt = await mediaTime(page)
    expect(await page.locator('.failure').count()).toBe(0)
    await encoder.start()
    await expect.poll(() => mediaTime(page), { timeout: 90_000 }).toBeGreaterThan(stoodAt + 2)
    await expect.poll(() => notice.textContent()).toBe('')
    await advances(page)
  },
)
