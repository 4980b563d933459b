/**
 * Simulated AirPlay and Chromecast, because tests have neither a device nor Safari: AirPlay by Safari's older interface on the
 * media element, Chromecast by a small `cast.framework` in place of Google's script.
 */
import type { Page } from 'playwright'

export const SCRIPT = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'

/** Adds Safari's picker, with a device that the test switches on and off. */
export async function simulateAirPlay(page: Page) {
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

export async function deviceAppears(page: Page, isThere = true) {
  await page.evaluate(
    availability => {
      const event = new Event('webkitplaybacktargetavailabilitychanged')
      const video = document.querySelector('video')
      video?.dispatchEvent(Object.assign(event, { availability }))
    },
    isThere ? 'available' : 'not-available',
  )
}

/** Makes the page behave as if CAST_APP_ID were set and a device were in the network, with `script` in place of Google's. */
export async function simulateCast(page: Page, script: string | null) {
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

/** A device whose playback follows the clock and which records the messages it gets. */
export const FRAMEWORK = `
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
