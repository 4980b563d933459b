/** A demo account signed in inside a page's context, and what a test asks of the player there. */
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import { siteUrl } from './browser.ts'

const PASSWORD = 'pardeh-1404'

/** The seven demo accounts have the same password; an account stays signed in for its test alone. */
export async function signInAs(page: Page, msisdn: string): Promise<void> {
  const url = siteUrl()
  const call = async (method: 'get' | 'post', path: string, data?: object) => {
    const headers = { origin: url, 'accept-language': 'fa' }
    const reply = await page.request[method](`${url}/api${path}`, { headers, data })
    const body = (await reply.json()) as { data: Record<string, unknown> }
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${JSON.stringify(body)}`)
    return body.data
  }
  const device = { unique_identifier: `browser-of-${msisdn}` }
  await call('post', `/access-token/users/${msisdn}/password`, { password: PASSWORD, device })
  const { items } = await call('get', '/users/profile/')
  const profiles = items as { id: string; is_primary: boolean }[]
  const primary = profiles.find(profile => profile.is_primary)
  await call('post', '/users/profile/switch', { profile_id: primary?.id, pin: '' })
  // The page goes away before its context, so that it still reports the end of its stream.
  onTestFinished(async () => {
    await page.goto('about:blank').catch(() => {})
  })
}

/** The nth title of a listing that plays with a subscription alone. */
export async function aTitle(query: string, at = 0): Promise<ContentCard> {
  const reply = await fetch(`${siteUrl()}/api/video-contents?${query}&count=100`)
  const { data } = (await reply.json()) as { data: { items: ContentCard[] } }
  const odd = [
    'content_has_ticket',
    'coming_soon',
    ...(query.includes('flags') ? [] : ['live', 'audio_book']),
  ]
  const plain = data.items.filter(({ flag }) => !flag.some(name => odd.includes(name)))
  const found = plain[at]
  if (!found) throw new Error(`no title for ${query}`)
  return found
}

/** Opens a title's player and plays it, by a press where the browser wants one. */
export async function watch(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await play(page)
}

/** The same in a player that is open. */
export async function play(page: Page): Promise<void> {
  await page.locator('.big-play, .bar .is-play').first().waitFor({ state: 'attached' })
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.readyState ?? 0), {
      timeout: 15_000,
    })
    .toBeGreaterThan(1)
  const button = page.locator('.big-play')
  if (await button.isVisible()) await button.click()
  await advances(page)
}

export function mediaTime(page: Page): Promise<number> {
  return page.evaluate(
    () => document.querySelector<HTMLMediaElement>('video, audio')?.currentTime ?? 0,
  )
}

/** The picture moves on by half a second or more. */
export async function advances(page: Page): Promise<void> {
  const before = await mediaTime(page)
  await expect.poll(() => mediaTime(page), { timeout: 15_000 }).toBeGreaterThan(before + 0.5)
}

export async function seekTo(page: Page, seconds: number): Promise<void> {
  await page.evaluate(time => {
    const video = document.querySelector('video')
    if (video) video.currentTime = time
  }, seconds)
}

/** Listens to what the element really plays; call `loudest` afterwards. */
export async function listenTo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const video = document.querySelector('video') as HTMLVideoElement
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 8192
    analyser.smoothingTimeConstant = 0
    context.createMediaElementSource(video).connect(analyser).connect(context.destination)
    Object.assign(window, { heard: { context, analyser } })
  })
}

/** Hertz of the loudest tone now, and how loud it is in dB. */
export function loudest(page: Page): Promise<{ hertz: number; level: number }> {
  return page.evaluate(() => {
    const { heard } = window as unknown as {
      heard: { context: AudioContext; analyser: AnalyserNode }
    }
    const bins = new Float32Array(heard.analyser.frequencyBinCount)
    heard.analyser.getFloatFrequencyData(bins)
    const level = Math.max(...bins)
    const hertz = (bins.indexOf(level) * heard.context.sampleRate) / heard.analyser.fftSize
    return { hertz, level }
  })
}
