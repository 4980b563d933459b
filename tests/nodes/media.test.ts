/** Players in a browser, with nginx as the media server at another origin, which checks links without asking the site. */
import { cp, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedPath } from '#src/service/platform/adapters/media/media-link.ts'
import { PASSWORD } from '#tests/support/account.ts'
import { DESKTOP, newPage } from '#tests/support/browser.ts'
import { type Internet, startInternet } from '#tests/support/internet.ts'
import { expectPlaying } from '#tests/support/purchase-journey.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { advances, mediaTime, seekTo } from '#tests/support/viewer.ts'
import { MEDIA_SECRET, mediaConfig, startMediaServer } from './support/media-server.ts'
import type { Nginx } from './support/nginx.ts'

const SITE = 'https://pardeh.example'
const MEDIA = 'https://media.example'
const SUBSCRIBER = '09120000001'
const EXPIRED = /status of 410/

let internet: Internet
let site: Site
let nginx: Nginx
beforeAll(async () => {
  internet = await startInternet()
  const settings = { SITE_URL: SITE, TRUST_PROXY: '127.0.0.1', MEDIA_BASE_URL: MEDIA, MEDIA_SECRET }
  site = await startSite({ env: settings })
  const files = join(site.dataDir, 'media')
  nginx = await startMediaServer({ site: SITE, files, hasDemoPictures: true })
  internet.host('pardeh.example', site.url)
  internet.host('media.example', nginx.url)
})
afterAll(async () => {
  await internet?.stop()
  await nginx?.stop()
  await site?.stop()
})

/** Opens a page as a subscriber. */
async function aSubscriber(allow: RegExp[] = []): Promise<Page> {
  const page = await newPage({
    ...DESKTOP,
    url: SITE,
    browser: internet.browser,
    address: null,
    allow,
  })
  await page.addInitScript(changeHeartbeats)
  await page.goto('/faq')
  await page.evaluate(
    async ([msisdn, password]) => {
      async function call(path: string, body?: object) {
        const headers = { 'content-type': 'application/json' }
        const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
        return (await (await fetch(`/api${path}`, init)).json()).data
      }
      const device = { unique_identifier: 'browser-of-the-test' }
      await call(`/access-token/users/${msisdn}/password`, { password, device })
      const { items } = await call('/users/profile/')
      const primary = items.find((it: { is_primary: boolean }) => it.is_primary)
      await call('/users/profile/switch', { profile_id: primary.id, pin: '' })
    },
    [SUBSCRIBER, PASSWORD] as const,
  )
  return page
}

async function openFilm(page: Page, plays = true): Promise<void> {
  const shortId = await page.evaluate(async () => {
    const reply = await fetch('/api/video-contents?types=single_video&order=latest')
    return (await reply.json()).data.items[0].short_id as string
  })
  await page.goto(`/play/${shortId}?t=0`)
  if (plays) await expectPlaying(page)
}

const linesOf = async (pattern: RegExp) =>
  (await nginx.accessLog()).filter(line => pattern.test(line))
const now = () => Math.floor(Date.now() / 1_000)

/** Answers the next heartbeat with this manifest URL instead of the service's; resolves when it has been sent. */
async function answerHeartbeat(page: Page, url: string) {
  await page.evaluate(to => Object.assign(window, { heartbeatUrl: to }), url)
  await page.waitForFunction(() => Reflect.get(window, 'heartbeatUrl') === null)
}

/** Replaces the page's own `fetch`, because only its browser finds the hosts of the test. */
function changeHeartbeats() {
  const original = window.fetch
  window.fetch = async (...asked) => {
    const reply = await original(...asked)
    const url = Reflect.get(window, 'heartbeatUrl') as string | null | undefined
    if (!url || !reply.url.endsWith('/playback')) return reply
    const body = await reply.json()
    if (body.data.manifest_url) body.data.manifest_url = url
    Object.assign(window, { heartbeatUrl: null })
    return new Response(JSON.stringify(body), reply)
  }
}

describe('a title', () => {
  it('plays from the media server only: manifests, segments, captions, thumbnails and pictures', async () => {
    const page = await aSubscriber()
    internet.asked.length = 0
    await openFilm(page)
    await expect.poll(() => linesOf(/storyboard\.vtt 200/)).not.toEqual([])
    const streamed = internet.asked.filter(({ path }) => path.startsWith('/media/s/'))
    expect(new Set(streamed.map(({ host }) => host))).toEqual(new Set(['media.example']))
    for (const file of [/master\.m3u8 200/, /index\.m3u8 200/, /media\.mp4 206/])
      expect(await linesOf(file), String(file)).not.toEqual([])
    await page.goto('/')
    await expect.poll(() => linesOf(/GET \/media\/pictures\/\S+ 200/)).not.toEqual([])
    expect(await linesOf(/ (?:40\d|410|5\d\d) \d+ /)).toEqual([])
  })

  it('gives no segment to a client that knows only its name, nor for a changed link', async () => {
    const [line = ''] = await linesOf(/media\.mp4 206/)
    const path = /GET (\S+)/.exec(line)?.[1] ?? ''
    const range = { headers: { range: 'bytes=0-99' } }
    const statusOf = async (asked: string) => (await fetch(nginx.url + asked, range)).status
    expect(await statusOf(path)).toBe(206)
    expect(await statusOf(path.replace('landscape', 'trailer'))).toBe(403)
    expect(await statusOf(path.replace(/\/s\/\d/, '/s/2'))).toBe(403)
    expect(await statusOf(path.replace(/\/s\/[^/]+\//, '/'))).toBe(404)
    expect(await statusOf(path.replace(/.*\/demo/, '/media/stored/demo'))).toBe(404)
  })

  it('gets the next link if its link expires during playback, and plays on from the same position', async () => {
    const page = await aSubscriber([EXPIRED])
    const { promise: hasExpired, resolve: expire } = Promise.withResolvers<void>()
    await page.route(/\/media\.mp4$/, async route => {
      const [, start] = /bytes=(\d+)/.exec(route.request().headers().range ?? '') ?? []
      if (Number(start) > 500_000) await hasExpired
      await route.continue()
    })
    await openFilm(page)
    const [line = ''] = (await linesOf(/master\.m3u8 200/)).slice(-1)
    const stream = /\/media\/s\/[^/]+\/(.+)\/-\//.exec(line)?.[1] ?? ''
    const expired = `${MEDIA}${signedPath(MEDIA_SECRET, stream, now() - 1)}/master.m3u8`
    await answerHeartbeat(page, expired)
    expire()
    await expect.poll(() => linesOf(/media\.mp4 410/), { timeout: 30_000 }).not.toEqual([])
    const before = await mediaTime(page)
    await expect.poll(() => mediaTime(page), { timeout: 40_000 }).toBeGreaterThan(before + 10)
    expect(await mediaTime(page)).toBeLessThan(before + 20)
    expect(await page.locator('.failure').count()).toBe(0)
  })

  it('moves to a new stream during playback, at the same position', async () => {
    const stream = 'titles/replaced/primary-2'
    const folder = join(site.dataDir, 'media', stream)
    await mkdir(folder, { recursive: true })
    await cp(resolve(import.meta.dirname, '../../demo/streams/landscape'), folder, {
      recursive: true,
    })
    const page = await aSubscriber()
    await openFilm(page)
    await seekTo(page, 20)
    await advances(page)
    const manifest = `${MEDIA}${signedPath(MEDIA_SECRET, stream, now() + 300)}/master.m3u8`
    await answerHeartbeat(page, manifest)
    await expect
      .poll(() => linesOf(/replaced\/primary-2\/-\/\w+\/media\.mp4 206/), { timeout: 30_000 })
      .not.toEqual([])
    await advances(page)
    expect(await mediaTime(page)).toBeGreaterThan(20)
    expect(await mediaTime(page)).toBeLessThan(45)
  })
})

it('a media server with another secret refuses, and the player reports it after one more attempt', async () => {
  const page = await aSubscriber([/status of 403/])
  const server = { site: SITE, files: join(site.dataDir, 'media'), hasDemoPictures: true }
  await nginx.reload(mediaConfig(server, 'another-secret-of-the-tests'))
  internet.asked.length = 0
  await openFilm(page, false)
  await page.locator('.failure').waitFor({ timeout: 60_000 })
  expect(internet.asked.filter(({ path }) => path.endsWith('/playback')).length).toBe(1)
  await nginx.reload(mediaConfig(server))
  await page.getByRole('button', { name: 'تلاش دوباره از همین لحظه' }).click()
  await expectPlaying(page)
})

it('a live channel that the service generates plays from the site', async () => {
  const page = await aSubscriber()
  internet.asked.length = 0
  const shortId = await page.evaluate(async () => {
    const reply = await fetch('/api/video-contents?flags=live')
    return (await reply.json()).data.items[0].short_id as string
  })
  await page.goto(`/play/${shortId}`)
  await expectPlaying(page)
  const playlists = internet.asked.filter(({ path }) => path.endsWith('.m3u8'))
  expect(new Set(playlists.map(({ host }) => host))).toEqual(new Set(['pardeh.example']))
})
