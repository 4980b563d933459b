// Touch gestures in the player.
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { newPage, PHONE, screenshot } from '#tests/support/browser.ts'
import { stopClock } from '#tests/support/page-clock.ts'
import { advances, aTitle, aViewer, inVideo, mediaTime, watch } from '#tests/support/viewer.ts'

type Point = { x: number; y: number }

/** Stops the clock of the page during a gesture, because gestures differ in their duration. */
async function inAMoment(page: Page, gesture: () => Promise<void>): Promise<void> {
  await stopClock(page)
  await gesture()
  await page.clock.resume()
}

/** Puts fingers on the screen, moves them or lifts them; Playwright's touchscreen only taps. */
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

/** Returns the player page of the film that has chapters. */
async function withChapters(): Promise<string> {
  const { short_id } = await aTitle(`query=${encodeURIComponent('باغ بی‌صدا')}`)
  return short_id
}

test('a finger on the seek bar shows the picture, the time and the chapter, and seeks when it is lifted', async () => {
  const page = await newPage({ ...PHONE, touch: true })
  await page.clock.install()
  await aViewer(page)
  await watch(page, `/play/${await withChapters()}?t=2`)
  await inVideo(page, video => video.pause())
  const duration = await inVideo(page, video => video.duration)
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
  await expect.poll(() => preview.textContent()).toMatch(/یک شرط[۰-۹]+:[۰-۹]{2}/)
  await finger.move(at(0.75))
  await expect.poll(() => preview.textContent()).toMatch(/شب آخر۱:[۰-۹]{2}:[۰-۹]{2}/)
  expect(await bar.getAttribute('aria-valuetext')).toContain('شب آخر')
  // Advances longer than the controls stay without a finger on them.
  await page.clock.fastForward(3_500)
  await page.locator('.controls[data-visible]').waitFor()
  await screenshot(page, 'player-touch-seek')
  expect(await mediaTime(page)).toBeLessThan(10)
  await finger.up()
  await expect.poll(async () => (await mediaTime(page)) / duration).toBeCloseTo(0.75, 2)
  await preview.waitFor({ state: 'detached' })
})

test.each(['left', 'right'])(
  'at the %s end a chapter without a picture is fully visible',
  async side => {
    const page = await newPage({ ...PHONE, touch: true })
    await page.route(/storyboard.*vtt/, route => route.fulfill({ body: 'WEBVTT' }))
    await aViewer(page)
    await watch(page, `/play/${await withChapters()}?t=2`)
    await inVideo(page, video => video.pause())
    await page.locator('.controls[data-visible]').waitFor()
    const box = await page.locator('.seek-slider').boundingBox()
    if (!box) throw new Error('the seek bar is not visible')
    const finger = await fingers(page)
    const x = side === 'left' ? box.x + 1 : box.x + box.width - 1
    await finger.down({ x, y: box.y + box.height / 2 })
    await page.locator('.seek-chapter-title').waitFor()
    const preview = await page.locator('.seek-preview').boundingBox()
    expect(preview?.x).toBeGreaterThanOrEqual(box.x - 1)
    expect((preview?.x ?? 0) + (preview?.width ?? 999)).toBeLessThanOrEqual(box.x + box.width + 1)
    await finger.up()
  },
)

describe('on a full-screen picture', () => {
  const SIDEWAYS = { width: 740, height: 360 }

  async function watches(size: { width: number; height: number }) {
    const page = await newPage({ ...size, touch: true })
    await page.clock.install()
    await aViewer(page)
    await watch(page, `/play/${await withChapters()}?t=2`)
    const [finger, indicator] = [await fingers(page), page.locator('.swipe-indicator')]
    const volume = () => inVideo(page, video => video.volume)
    const hasControls = async () => (await page.locator('.controls[data-visible]').count()) === 1
    /** Swipes without lifting the finger. */
    const swipe = (x: number, fromY: number, toY: number) =>
      inAMoment(page, async () => {
        await finger.down({ x, y: fromY })
        for (let step = 1; step <= 8; step++)
          await finger.move({ x, y: fromY + ((toY - fromY) * step) / 8 })
      })
    return { page, finger, indicator, volume, hasControls, swipe }
  }

  async function sideways() {
    const watched = await watches(SIDEWAYS)
    await watched.page.locator('.player[data-gestures]').waitFor()
    await expect.poll(watched.hasControls).toBe(false)
    return watched
  }

  test('moving a finger up and down changes the volume on the right half, the brightness on the left', async () => {
    const { page, finger, indicator, volume, hasControls, swipe } = await sideways()
    await swipe(600, 120, 210)
    await expect.poll(() => indicator.textContent()).toMatch(/^[۰-۹]{2}٪$/)
    await screenshot(page, 'player-swipe-volume')
    await finger.up()
    await indicator.waitFor({ state: 'detached' })
    const quieter = await volume()
    expect(quieter).toBeGreaterThan(0.55)
    expect(quieter).toBeLessThan(0.85)
    await swipe(600, 210, 60)
    await finger.up()
    await expect.poll(volume).toBe(1)

    await swipe(100, 100, 220)
    await screenshot(page, 'player-swipe-brightness')
    await finger.up()
    const dark = page.locator('.dark-layer')
    const darkness = () => dark.evaluate(it => Number(getComputedStyle(it).opacity))
    expect(await darkness()).toBeGreaterThan(0.25)
    await swipe(100, 40, 330)
    await finger.up()
    await expect.poll(darkness).toBeCloseTo(0.8)
    expect(await volume()).toBe(1)
    expect(await hasControls()).toBe(false)
    for (let times = 0; times < 2; times++) {
      await swipe(100, 200, 30)
      await finger.up()
    }
    await dark.waitFor({ state: 'detached' })
    expect(await inVideo(page, video => video.paused)).toBe(false)
  })

  test('a tap on the hidden seek bar shows it, and does not seek', async () => {
    const { page, finger, hasControls } = await sideways()
    const bar = await page.locator('.seek-slider').boundingBox()
    if (!bar) throw new Error('the seek bar is not visible')
    const before = await mediaTime(page)
    await inAMoment(page, async () => {
      await finger.down({ x: bar.x + bar.width * 0.9, y: bar.y + bar.height / 2 })
      await finger.up()
    })
    await expect.poll(hasControls).toBe(true)
    // A seek would have reached second 57.
    expect(await mediaTime(page)).toBeLessThan(before + 30)
  })

  test('taps, double taps, holding and sideways moves work as before', async () => {
    const { page, finger, indicator, volume, hasControls } = await sideways()
    const before = await mediaTime(page)
    await inAMoment(page, async () => {
      await finger.down({ x: 200, y: 180 })
      for (const x of [300, 400, 500, 600]) await finger.move({ x, y: 180 })
      await finger.up()
    })
    expect([await hasControls(), await indicator.count()]).toEqual([false, 0])
    expect(await mediaTime(page)).toBeLessThan(before + 30)

    const rate = () => inVideo(page, video => video.playbackRate)
    await finger.down({ x: 600, y: 180 })
    await expect.poll(rate).toBe(2)
    await finger.move({ x: 600, y: 100 })
    expect([await rate(), await volume(), await indicator.count()]).toEqual([2, 1, 0])
    await finger.up()
    await expect.poll(rate).toBe(1)

    const tap = async () => {
      await finger.down({ x: 650, y: 120 })
      await finger.up()
    }
    await inAMoment(page, tap)
    await expect.poll(hasControls).toBe(true)
    await page.clock.fastForward(400)
    const at = await mediaTime(page)
    await inAMoment(page, async () => {
      await tap()
      await tap()
    })
    await expect.poll(() => mediaTime(page)).toBeGreaterThan(at + 9)
  })

  test('two fingers fill the screen and restore the whole picture', async () => {
    const { page, finger, hasControls } = await sideways()
    const objectFit = () => inVideo(page, video => getComputedStyle(video).objectFit)
    const apart = (gap: number) => [
      { x: 370 - gap, y: 180 },
      { x: 370 + gap, y: 180 },
    ]
    const pinch = (from: number, to: number) =>
      inAMoment(page, async () => {
        await finger.down(...apart(from))
        for (let step = 1; step <= 6; step++)
          await finger.move(...apart(from + ((to - from) * step) / 6))
        await finger.up()
      })
    await pinch(60, 140)
    await expect.poll(objectFit).toBe('cover')
    await pinch(140, 60)
    await expect.poll(objectFit).toBe('contain')
    expect(await hasControls()).toBe(false)
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
    await advances(page)
    expect(await inVideo(page, video => video.playbackRate)).toBe(1)
  })

  test('in portrait fingers scroll the page, until the player is full screen', async () => {
    const { page, finger, volume, swipe, indicator } = await watches(PHONE)
    await page.locator('.controls[data-visible]').waitFor()
    expect(await page.locator('.player[data-gestures]').count()).toBe(0)
    await swipe(300, 300, 500)
    await finger.up()
    expect([await volume(), await indicator.count()]).toEqual([1, 0])
    await page.keyboard.press('f')
    await page.locator('.player[data-gestures]').waitFor()
    await swipe(300, 300, 500)
    await finger.up()
    await expect.poll(volume).toBeLessThan(0.9)
  })

  test('an iPhone, whose volume only its buttons set, offers only the brightness', async () => {
    const page = await newPage({ ...SIDEWAYS, touch: true })
    await page.clock.install()
    await page.addInitScript(() => {
      const { prototype } = HTMLMediaElement
      const of = Object.getOwnPropertyDescriptor(prototype, 'volume')
      Object.defineProperty(prototype, 'volume', {
        get: of?.get,
        set(value: number) {
          of?.set?.call(this, value)
          setTimeout(() => of?.set?.call(this, 1))
        },
      })
    })
    await aViewer(page)
    await watch(page, `/play/${await withChapters()}?t=2`)
    await page.locator('.player[data-gestures]').waitFor()
    const [finger, indicator] = [await fingers(page), page.locator('.swipe-indicator')]
    const down = (x: number) =>
      inAMoment(page, async () => {
        await finger.down({ x, y: 100 })
        for (const y of [120, 150, 180, 220]) await finger.move({ x, y })
      })
    await down(600)
    await page.clock.fastForward(200)
    expect(await indicator.count()).toBe(0)
    await finger.up()
    await down(100)
    await indicator.waitFor()
    await finger.up()
  })
})
