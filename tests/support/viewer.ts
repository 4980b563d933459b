/** A user signed in within a page's browser context, and helpers for the player. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import type { Content, ContentCard } from '#src/contract/content.ts'
import { fillPath } from '#src/contract/endpoint.ts'
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { outbox, siteUrl } from './browser.ts'
import { newMobile } from './purchase-journey.ts'

const PASSWORD = 'pardeh-1404'

export type Call = <T = Record<string, unknown>>(
  method: 'get' | 'post',
  path: string,
  data?: object,
) => Promise<T>

/** `data` of an API call with the cookies of the page. */
function callsOf(page: Page): Call {
  const headers = { origin: siteUrl(), 'accept-language': 'fa' }
  return async <T>(method: 'get' | 'post', path: string, data?: object) => {
    const reply = await page.request[method](`${siteUrl()}/api${path}`, { headers, data })
    const body = (await reply.json()) as { data: T }
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${JSON.stringify(body)}`)
    return body.data
  }
}

/** Signs in with the password of the demo accounts; the session ends with the test. */
export async function signInAs(page: Page, msisdn: string): Promise<void> {
  const call = callsOf(page)
  const device = { unique_identifier: `browser-of-${msisdn}` }
  await call('post', `/access-token/users/${msisdn}/password`, { password: PASSWORD, device })
  await chooseProfile(page, call)
}

/** A new user with the only profile chosen, subscribed by a gift voucher. */
export async function aViewer(page: Page, { isSubscribed = true } = {}): Promise<Call> {
  const call = callsOf(page)
  const mobile = newMobile()
  const { tracker_id } = await call('get', `/access-token/users/${mobile}/otp`)
  const otp = (await outbox(mobile))[0]?.code
  const device = { unique_identifier: `browser-of-${mobile}` }
  await call('post', `/access-token/users/${mobile}/otp`, { otp, tracker_id, device })
  await chooseProfile(page, call)
  if (isSubscribed) await call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  return call
}

async function chooseProfile(page: Page, call: Call) {
  const { items } = await call<{ items: { id: string; is_primary: boolean }[] }>(
    'get',
    '/users/profile/',
  )
  const primary = items.find(profile => profile.is_primary)
  await call('post', '/users/profile/switch', { profile_id: primary?.id, pin: '' })
  // The page closes before its context, so that it still reports the end of its stream.
  onTestFinished(async () => {
    await page.goto('about:blank').catch(() => {})
  })
}

/** Takes a playback lease, as a playing page does. */
export async function aStream(call: Call, { short_id }: ContentCard): Promise<void> {
  const { id, video_files } = await contentOf(short_id)
  const file = video_files.primary?.video_file_id ?? ''
  await call('get', fillPath(getPlayback.path, { a: id, b: file, c: 'play' }))
}

export async function contentOf(shortId: string): Promise<Content> {
  const path = fillPath(getContent.path, { short_id: shortId })
  const reply = await fetch(`${siteUrl()}/api${path}`)
  return ((await reply.json()) as { data: Content }).data
}

/** The nth title of a listing that needs a subscription and nothing else. */
export async function aTitle(query: string, at = 0): Promise<ContentCard> {
  const reply = await fetch(`${siteUrl()}/api/video-contents?${query}&count=100`)
  const { data } = (await reply.json()) as { data: { items: ContentCard[] } }
  const odd = [
    'content_has_ticket',
    'coming_soon',
    'carrier_specific',
    ...(query.includes('flags') ? [] : ['live', 'audio_book']),
  ]
  const plain = data.items.filter(({ flag }) => !flag.some(name => odd.includes(name)))
  const found = plain[at]
  if (!found) throw new Error(`no title for ${query}`)
  return found
}

/** Opens the player of a title and starts playback, with a click where the browser demands one. */
export async function watch(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await play(page)
}

/** Starts playback in an open player. */
export async function play(page: Page): Promise<void> {
  await page.locator('.big-play, .control-bar .is-play').first().waitFor({ state: 'attached' })
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

/** Waits until playback advances by half a second or more. */
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

/** Analyses the audio output of the element; call `loudest` afterwards. */
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

/** Frequency of the loudest tone in hertz and its level in dB. */
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

export async function openFilm(page: Page, at: number): Promise<string> {
  await aViewer(page)
  const { short_id } = await aTitle('types=single_video', at)
  await watch(page, `/play/${short_id}?t=0`)
  return short_id
}

export function inVideo<T>(page: Page, read: (video: HTMLVideoElement) => T): Promise<T> {
  return page.locator('video').evaluate(read as (video: SVGElement | HTMLElement) => T)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations of WCAG 2.2 AA that axe finds in the player now. */
export async function playersAxe(page: Page): Promise<string[]> {
  // Waits for the end of fades.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .map(it => it.effect?.getComputedTiming().iterations === 1 && it.finished),
    ),
  )
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await axe.run('main', { runOnly })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
  })
}
