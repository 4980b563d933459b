/** Somebody signed in inside a page's context, and what a test asks of the player there. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { type Content, type ContentCard, getContent } from '#src/contract/content.ts'
import { fillPath } from '#src/contract/endpoint.ts'
import { getPlayback } from '#src/contract/player.ts'
import { outbox, siteUrl } from './browser.ts'
import { newMobile } from './path.ts'

const PASSWORD = 'pardeh-1404'

export type Call = <T = Record<string, unknown>>(
  method: 'get' | 'post',
  path: string,
  data?: object,
) => Promise<T>

/** The data of a call as whoever is signed in there. */
function callsOf(page: Page): Call {
  const headers = { origin: siteUrl(), 'accept-language': 'fa' }
  return async <T>(method: 'get' | 'post', path: string, data?: object) => {
    const reply = await page.request[method](`${siteUrl()}/api${path}`, { headers, data })
    const body = (await reply.json()) as { data: T }
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${JSON.stringify(body)}`)
    return body.data
  }
}

/** The demo accounts have the same password; an account stays signed in for its test alone. */
export async function signInAs(page: Page, msisdn: string): Promise<void> {
  const call = callsOf(page)
  const device = { unique_identifier: `browser-of-${msisdn}` }
  await call('post', `/access-token/users/${msisdn}/password`, { password: PASSWORD, device })
  await chooseProfile(page, call)
}

/** Somebody new, with the one profile chosen; subscribed by a gift. */
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
  // The page goes away before its context, so that it still reports the end of its stream.
  onTestFinished(async () => {
    await page.goto('about:blank').catch(() => {})
  })
}

/** Takes a place among the streams, as a page that plays would. */
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

/** The nth title of a listing that plays with a subscription alone. */
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

/** Opens a title's player and plays it, by a press where the browser wants one. */
export async function watch(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await play(page)
}

/** The same in a player that is open. */
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

/** What axe has against the player as it stands, by the rules of WCAG 2.2 AA. */
export async function playersAxe(page: Page): Promise<string[]> {
  // Nothing is judged half faded in.
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
