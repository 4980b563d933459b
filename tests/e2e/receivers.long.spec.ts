// AirPlay and Chromecast, both simulated.
import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, screenshot } from '#tests/support/browser.ts'
import {
  deviceAppears,
  FRAMEWORK,
  SCRIPT,
  simulateAirPlay,
  simulateCast,
} from '#tests/support/simulated-receivers.ts'
import {
  advances,
  aTitle,
  aViewer,
  inVideo,
  mediaTime,
  openFilm,
  turnAutoplayOff,
  watch,
} from '#tests/support/viewer.ts'

type Noted = {
  options: { receiverApplicationId: string }
  request: { currentTime: number; media: Record<string, unknown> & { url: string; type: string } }
  tracks: number[]
  ended: number
}
const notedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { castDevice: { noted: Noted } }).castDevice.noted)
const deviceOf = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { castDevice: { device: Record<string, number | boolean> } }).castDevice
        .device,
  )

const buttonOf = (page: Page) => page.getByRole('button', { name: /نمایشگر دیگر|Living room/ })

async function showControls(page: Page) {
  await page.mouse.move(300 + Math.random() * 50, 300)
}

type Box = { x: number; y: number; width: number; height: number }
const boxOf = async (locator: Locator): Promise<Box> =>
  (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

const isSeen = (locator: Locator) =>
  locator.evaluate(it => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))

/** Returns the area that both boxes cover, in square pixels. */
function shared(a: Box, b: Box): number {
  const along = (from: 'x' | 'y', size: 'width' | 'height') =>
    Math.max(0, Math.min(a[from] + a[size], b[from] + b[size]) - Math.max(a[from], b[from]))
  return along('x', 'width') * along('y', 'height')
}

describe('AirPlay', () => {
  test('has its button only while a device is available, and an address that the device can play', async () => {
    const page = await newPage(DESKTOP)
    await simulateAirPlay(page)
    await openFilm(page, 3)
    await expect.poll(() => page.locator('video').getAttribute('src')).toMatch(/^blob:/)
    await showControls(page)
    expect(await buttonOf(page).count()).toBe(0)
    await expect
      .poll(async () => {
        await deviceAppears(page)
        return buttonOf(page).count()
      })
      .toBe(1)
    expect(await buttonOf(page).getAttribute('aria-pressed')).toBe('false')
    await screenshot(page, 'player-receiver-1280-fa')
    await page.setViewportSize({ width: 360, height: 740 })
    await showControls(page)
    await screenshot(page, 'player-receiver-360-fa')
    await deviceAppears(page, false)
    await expect.poll(() => buttonOf(page).count()).toBe(0)

    await watch(page, `/en${new URL(page.url()).pathname}`)
    await showControls(page)
    const english = page.getByRole('button', { name: 'Play on another screen' })
    await expect
      .poll(async () => {
        await deviceAppears(page)
        return english.count()
      })
      .toBe(1)
    await screenshot(page, 'player-receiver-360-en')
    await page.setViewportSize(DESKTOP)
    await showControls(page)
    await screenshot(page, 'player-receiver-1280-en')
  })

  test("plays the receiver's link while the device plays, and returns at the same second", async () => {
    const page = await newPage(DESKTOP)
    await simulateAirPlay(page)
    await openFilm(page, 3)
    await showControls(page)
    await expect
      .poll(async () => {
        await deviceAppears(page)
        return buttonOf(page).count()
      })
      .toBe(1)
    await buttonOf(page).click()
    await page.getByText('در حال پخش روی').waitFor()
    const src = () => page.locator('video').getAttribute('src')
    await expect.poll(src).toContain('.~')
    const status = await page.request.get((await src()) ?? '', { headers: { cookie: '' } })
    expect(status.status()).toBe(200)
    const before = await mediaTime(page)
    await showControls(page)
    await buttonOf(page).click()
    await expect.poll(src).toMatch(/^blob:/)
    await advances(page)
    expect(Math.abs((await mediaTime(page)) - before)).toBeLessThan(8)
  })
})

describe('Chromecast', () => {
  test('sends no request to Google before the press; then the bar controls the device, and the film returns', async () => {
    const page = await newPage(DESKTOP)
    const asked = await simulateCast(page, FRAMEWORK)
    await openFilm(page, 3)
    await showControls(page)
    await buttonOf(page).waitFor()
    expect(asked).toEqual([])
    await buttonOf(page).click()
    await page.getByText(/در حال پخش روی .Living room/).waitFor()
    expect(asked).toEqual([SCRIPT])
    await expect.poll(async () => (await notedBy(page)).request?.media.type).toBeTruthy()
    const { options, request } = await notedBy(page)
    expect(options.receiverApplicationId).toBe('ABCD1234')
    expect(request.media).toMatchObject({ type: 'application/x-mpegURL', hlsSegmentFormat: 'fmp4' })
    expect(request.media.metadata).toMatchObject({ title: expect.stringMatching(/\S/) })
    expect((await page.request.get(request.media.url)).status()).toBe(200)

    const beat = page.waitForRequest(it => it.url().endsWith('/playback') && it.method() === 'POST')
    await page.keyboard.press('k')
    await expect.poll(async () => (await deviceOf(page)).isPaused).toBe(true)
    expect((await beat).postDataJSON().current_time).toBeGreaterThan(0)
    await page.keyboard.press('k')
    await expect.poll(async () => (await deviceOf(page)).isPaused).toBe(false)
    const at = Number((await deviceOf(page)).currentTime)
    await page.keyboard.press('l')
    await expect
      .poll(async () => Number((await deviceOf(page)).currentTime))
      .toBeGreaterThan(at + 9)
    await page.keyboard.press('m')
    await expect.poll(async () => (await deviceOf(page)).isMuted).toBe(true)
    await page.keyboard.press('c')
    await expect.poll(async () => (await notedBy(page)).tracks).toEqual([7])

    const last = Number((await deviceOf(page)).currentTime)
    await showControls(page)
    await buttonOf(page).click()
    await expect.poll(async () => (await notedBy(page)).ended).toBe(1)
    await advances(page)
    expect(Math.abs((await mediaTime(page)) - last)).toBeLessThan(8)
  })

  test.each([
    [360, 740],
    [740, 360],
    [1280, 800],
  ])(
    'at %i px its message is visible, next to prompts and captions, also when the bars are hidden',
    async (width, height) => {
      const page = await newPage({ width, height })
      await simulateCast(page, FRAMEWORK)
      await aViewer(page)
      await turnAutoplayOff(page)
      const series = await aTitle('types=series')
      await watch(page, `/play/${series.short_id}?t=0`)
      const length = await inVideo(page, video => video.duration)
      await showControls(page)
      await buttonOf(page).click()
      const message = page.locator('.remote-status', { hasText: 'Living room' })
      await message.waitFor()
      await showControls(page)
      await screenshot(page, `player-remote-${width}`)
      const inSight = { x: 0, y: 0, width, height }
      const box = await boxOf(message)
      expect(shared(box, inSight)).toBe(box.width * box.height)
      for (const other of [
        '.prompt-button',
        '.captions',
        '.title-bar-title',
        '.title-bar-subtitle',
      ])
        expect(shared(box, await boxOf(page.locator(other))), other).toBe(0)
      for (const control of await page.locator('.control-bar .control:visible').all()) {
        const { x, width: wide } = await boxOf(control)
        expect(
          [x >= 0, x + wide <= width],
          (await control.getAttribute('aria-label')) ?? '',
        ).toEqual([true, true])
      }
      await page.mouse.move(0, 0)
      await page.locator('.player[data-idle]').waitFor()
      expect(await isSeen(message)).toBe(true)

      await page.evaluate(credits => {
        const { castDevice } = window as unknown as {
          castDevice: { device: { currentTime: number }; tell(field: string): void }
        }
        castDevice.device.currentTime = credits
        castDevice.tell('currentTime')
      }, length - 19)
      const card = page.locator('.next-episode-card')
      await card.waitFor()
      await showControls(page)
      await page.locator('.overlay-prompts[data-raised]').waitFor()
      await screenshot(page, `player-remote-next-${width}`)
      if (await isSeen(message)) expect(shared(await boxOf(message), await boxOf(card))).toBe(0)
    },
  )

  test('reports that the script does not load, and the film continues here', async () => {
    const page = await newPage({ ...DESKTOP, allow: [/gstatic\.com/] })
    await simulateCast(page, null)
    await openFilm(page, 3)
    await showControls(page)
    await buttonOf(page).click()
    await page.getByText('اتصال به نمایشگر دیگر ممکن نشد').waitFor()
    await advances(page)
  })
})
