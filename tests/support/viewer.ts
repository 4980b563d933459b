/** A user signed in within a page's browser context, and helpers for the player. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import type { Content, ContentCard } from '#src/contract/content.ts'
import { fillPath } from '#src/contract/endpoint.ts'
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback } from '#src/contract/endpoints/player.ts'
import { type Call, callsOf, PASSWORD } from './account.ts'
import { siteUrl } from './browser.ts'
import { aMember } from './member.ts'

/** Signs in with the password of the demo accounts; the session ends with the test. */
export async function signInAs(page: Page, msisdn: string): Promise<void> {
  const call = callsOf(page)
  const device = { unique_identifier: `browser-of-${msisdn}` }
  await call('post', `/access-token/users/${msisdn}/password`, { password: PASSWORD, device })
  const { items } = await call<{ items: { id: string; is_primary: boolean }[] }>(
    'get',
    '/users/profile/',
  )
  const primary = items.find(profile => profile.is_primary)
  await call('post', '/users/profile/switch', { profile_id: primary?.id, pin: '' })
  leaveAtTheEnd(page)
}

/** A new user with the only profile chosen, subscribed by a gift voucher. */
export async function aViewer(page: Page, { isSubscribed = true } = {}): Promise<Call> {
  const { call } = await aMember(page)
  leaveAtTheEnd(page)
  if (isSubscribed) await call('post', '/subscriptions', { voucher_code: 'GIFT-30' })
  return call
}

/** Leaves the page before its context closes, so that it can still report the end of its stream. */
function leaveAtTheEnd(page: Page): void {
  onTestFinished(async () => {
    await page.goto('about:blank').catch(() => {})
  })
}

/** Takes a playback lease, as a playing page does. */
export async function aStream(call: Call, { short_id }: ContentCard): Promise<void> {
  const { id, video_files } = await contentOf(short_id)
  const file = video_files.primary?.video_file_id ?? ''
  await call('get', fillPath(getPlayback.path, { id: id, fileId: file, use: 'play' }))
}

export async function contentOf(shortId: string): Promise<Content> {
  const path = fillPath(getContent.path, { short_id: shortId })
  const reply = await fetch(`${siteUrl()}/api${path}`)
  return ((await reply.json()) as { data: Content }).data
}

/** Returns the nth title of a listing that needs only a subscription. */
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
  if (!found) throw new Error(`the listing ${query} has no such title`)
  return found
}

/** Opens the player of a title and starts playback, with a click if the browser demands one. */
export async function watch(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await play(page)
}

/** Starts playback in an open player. */
export async function play(page: Page): Promise<void> {
  await page.locator('.big-play, .control-bar .is-play').first().waitFor({ state: 'attached' })
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.readyState ?? 0), {
      timeout: 30_000,
    })
    .toBeGreaterThan(1)
  const button = page.locator('.big-play')
  if (await button.isVisible()) await button.click()
  await advances(page)
}

/** Records where playback begins next, in this document and in each one that is opened afterwards. */
export async function noteStart(page: Page): Promise<void> {
  const note = () => {
    const noted = window as unknown as { playbackStartedAt: number | undefined }
    noted.playbackStartedAt = undefined
    const on = ({ target }: Event) => {
      noted.playbackStartedAt = (target as HTMLMediaElement).currentTime
    }
    document.addEventListener('playing', on, { capture: true, once: true })
  }
  await page.addInitScript(note)
  await page.evaluate(note)
}

/** Returns the position that `noteStart` has recorded, once playback has begun. */
export async function startedAt(page: Page): Promise<number> {
  const noted = await page.waitForFunction(
    () => {
      const { playbackStartedAt: at } = window as unknown as { playbackStartedAt?: number }
      return at === undefined ? null : { at }
    },
    null,
    { timeout: 30_000 },
  )
  return ((await noted.jsonValue()) as { at: number }).at
}

export function mediaTime(page: Page): Promise<number> {
  return page.evaluate(
    () => document.querySelector<HTMLMediaElement>('video, audio')?.currentTime ?? 0,
  )
}

/** Waits until playback advances by half a second or more. */
export async function advances(page: Page): Promise<void> {
  const before = await mediaTime(page)
  await expect.poll(() => mediaTime(page)).toBeGreaterThan(before + 0.5)
}

export async function seekTo(page: Page, seconds: number): Promise<void> {
  await page.evaluate(time => {
    const video = document.querySelector('video')
    if (video) video.currentTime = time
  }, seconds)
}

/** Seconds before the end of a film of the demo at which its credits run. */
const IN_CREDITS = 20

/** Seeks to the credits, where the next episode is offered. */
export async function seekToCredits(page: Page): Promise<void> {
  await seekTo(page, (await inVideo(page, video => video.duration)) - IN_CREDITS)
}

/** Waits for the Persian captions of a film, and returns the first line from 17 s that ends in a full stop. */
export async function aCaption(page: Page): Promise<{ text: string; start: number }> {
  const reply = await page.waitForResponse(found => found.url().endsWith('/captions/fa.vtt'))
  const cues = (await reply.text()).matchAll(/^(\d\d):(\d\d):(\d\d)\.000 -->.*\n(.*\.)$/gm)
  for (const [, hours, minutes, seconds, text = ''] of cues) {
    const start = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
    if (start >= 17) return { text, start }
  }
  throw new Error('no line of the captions ends in a full stop')
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

/** Returns the frequency of the loudest tone in hertz and its level in dB. */
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

/** Returns the violations of WCAG 2.2 AA that axe finds in the player now. */
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

/** Keeps the card of the next episode on screen until it is used, however slow the machine is. */
export async function turnAutoplayOff(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window === top && origin !== 'null') localStorage.setItem('player:autoplayNext', 'false')
  })
}
