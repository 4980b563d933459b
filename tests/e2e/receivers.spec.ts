// AirPlay and Chromecast. No device and no Safari is here: both are simulated, the first by Safari's older interface on the media
// element, the second by a small `cast.framework` in place of Google's script.
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { DESKTOP, newPage, screenshot } from '#tests/support/browser.ts'
import { advances, mediaTime, openFilm, watch } from '#tests/support/viewer.ts'

const SCRIPT = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'

/** Safari's picker, with a device that the test switches. */
async function simulateAirPlay(page: Page) {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'remote')
    Object.assign(HTMLVideoElement.prototype, {
      webkitShowPlaybackTargetPicker(this: HTMLVideoElement & Record<string, boolean>) {
        this.webkitCurrentPlaybackTargetIsWireless = !this.webkitCurrentPlaybackTargetIsWireless
        this.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'))
      },
    })
  })
}

async function deviceAppears(page: Page, isThere = true) {
  await page.evaluate(
    availability => {
      const event = new Event('webkitplaybacktargetavailabilitychanged')
      const video = document.querySelector('video')
      video?.dispatchEvent(Object.assign(event, { availability }))
    },
    isThere ? 'available' : 'not-available',
  )
}

/** The page as it is with CAST_APP_ID, a device in the network, and a script in place of Google's. */
async function simulateCast(page: Page, script: string | null) {
  await page.route(/\/play\//, async route => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const reply = await route.fetch()
    const headers = reply.headers()
    const policy = headers['content-security-policy'] ?? ''
    headers['content-security-policy'] = policy
      .replace("script-src 'self'", "script-src 'self' https://www.gstatic.com/cv/js/sender/v1/")
      .replace('trusted-types service-worker', 'trusted-types service-worker default')
    const body = (await reply.text()).replace('id="player"', 'id="player" data-cast="ABCD1234"')
    await route.fulfill({ response: reply, headers, body })
  })
  const asked: string[] = []
  await page.route('https://www.gstatic.com/**', route => {
    asked.push(route.request().url())
    if (script === null) return route.abort()
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.addInitScript(() => {
    class PresentationRequest {
      async getAvailability() {
        return Object.assign(new EventTarget(), { value: true })
      }
    }
    Object.assign(window, { PresentationRequest })
  })
  return asked
}

/** A device that plays by the clock and notes what it was sent. */
const FRAMEWORK = `
  const device = { currentTime: 0, duration: 64, isConnected: true, isPaused: false, isMuted: false, volumeLevel: 1, playerState: 'PLAYING' }
  const listeners = new Set()
  const tell = field => listeners.forEach(listener => listener({ field }))
  const noted = { tracks: [], ended: 0 }
  window.castDevice = { device, noted, tell }
  setInterval(() => { if (noted.request && !device.isPaused) { device.currentTime += 0.25; tell('currentTime') } }, 250)
  const session = {
    loadMedia: async request => { noted.request = request; device.currentTime = request.currentTime },
    getMediaSession: () => ({
      media: { tracks: [{ trackId: 7, type: 'TEXT', name: 'فارسی', language: 'fa' }] },
      editTracksInfo: (request, done) => { noted.tracks = request.ids; done() },
    }),
    getCastDevice: () => ({ friendlyName: 'Living room' }),
    endSession: () => { noted.ended++ },
  }
  window.cast = { framework: {
    CastContext: { getInstance: () => ({ setOptions: options => { noted.options = options }, requestSession: async () => null, getCurrentSession: () => session }) },
    RemotePlayer: function () { return device },
    RemotePlayerController: function () { return {
      addEventListener: (_, listener) => listeners.add(listener),
      removeEventListener: (_, listener) => listeners.delete(listener),
      playOrPause: () => { device.isPaused = !device.isPaused; device.playerState = device.isPaused ? 'PAUSED' : 'PLAYING'; tell('isPaused'); tell('playerState') },
      seek: () => { tell('currentTime') },
      setVolumeLevel: () => tell('volumeLevel'),
      muteOrUnmute: () => { device.isMuted = !device.isMuted; tell('isMuted') },
    } },
  } }
  window.chrome = Object.assign(window.chrome ?? {}, { cast: { AutoJoinPolicy: { PAGE_SCOPED: 'page_scoped' }, media: {
    MediaInfo: function (url, type) { return { url, type } },
    GenericMediaMetadata: function () {},
    LoadRequest: function (media) { return { media } },
    EditTracksInfoRequest: function (ids) { return { ids } },
  } } })
  window.__onGCastApiAvailable(true)
`

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

describe('AirPlay', () => {
  test('has its button only while a device is there, and an address that the device can play', async () => {
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

  test("plays the receiver's link while the device plays, and comes back at the same second", async () => {
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
    await buttonOf(page).click()
    await expect.poll(src).toMatch(/^blob:/)
    await advances(page)
    expect(Math.abs((await mediaTime(page)) - before)).toBeLessThan(8)
  })
})

describe('Chromecast', () => {
  test('asks nothing of Google before the press; the bar then drives the device, and the film comes back', async () => {
    const page = await newPage(DESKTOP)
    const asked = await simulateCast(page, FRAMEWORK)
    await openFilm(page, 3)
    await showControls(page)
    await buttonOf(page).waitFor()
    expect(asked).toEqual([])
    await buttonOf(page).click()
    await page.getByText('در حال پخش روی Living room').waitFor()
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

  test('says so where the script does not load, and the film goes on here', async () => {
    const page = await newPage({ ...DESKTOP, allow: [/gstatic\.com/] })
    await simulateCast(page, null)
    await openFilm(page, 3)
    await showControls(page)
    await buttonOf(page).click()
    await page.getByText('اتصال به نمایشگر دیگر ممکن نشد').waitFor()
    await advances(page)
  })
})
