import { describe, expect, test } from 'vitest'
import { liveMaster, livePlaylist } from '#src/service/platform/adapters/media/live-playlist.ts'
import { mediaRoutes } from '#src/service/platform/adapters/media/media.routes.ts'
import { parseRange } from '#src/service/platform/adapters/media/range.ts'
import { createStreamStore } from '#src/service/platform/adapters/media/stream-store.ts'
import { checkStream, signStream } from '#src/service/platform/adapters/media/stream-token.ts'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import type { KeySet } from '#src/service/platform/keys.ts'

const key = Buffer.alloc(32, 7)
const keys: KeySet = [key]
const NOW = 1_780_000_000
const clock = { seconds: NOW }
const media = folderStore('/emptyTimeline')
const app = mediaRoutes({
  keys,
  store: createStreamStore(media),
  media,
  now: () => new Date(clock.seconds * 1_000),
})
const MINE = 'a-session-token'

function aToken(stream = 'demo/landscape', bearer: string | null = MINE, life = 300) {
  return signStream(key, { stream, bearer, expiresAt: NOW + life })
}

async function ask(
  path: string,
  headers: Record<string, string> = {},
  bearer: string | null = MINE,
) {
  const authorization = bearer === null ? [] : [['authorization', `Bearer ${bearer}`]]
  return app.request(path, { headers: { ...Object.fromEntries(authorization), ...headers } })
}

describe('a signed URL', () => {
  test('opens the manifest and everything under it', async () => {
    const token = aToken()
    for (const file of ['master.m3u8', '480p/index.m3u8', '480p/media.mp4', 'captions/fa.vtt']) {
      const reply = await ask(`/media/s/${token}/demo/landscape/${file}`)
      expect(reply.status, file).toBe(200)
    }
  })

  test('that is changed in any byte is denied', async () => {
    const path = `${aToken()}/demo/landscape/master.m3u8`
    let rejected = 0
    for (let at = 0; at < path.length; at++) {
      for (let bit = 0; bit < 7; bit++) {
        const code = path.charCodeAt(at) ^ (1 << bit)
        if (code < 33 || '?#%/\\'.includes(String.fromCharCode(code)) || code === 127) continue
        const forged = path.slice(0, at) + String.fromCharCode(code) + path.slice(at + 1)
        const reply = await ask(`/media/s/${forged}`)
        expect([403, 404, 410], forged).toContain(reply.status)
        rejected += 1
      }
    }
    expect(rejected).toBeGreaterThan(400)
  })

  test('plays until it expires and is denied afterwards', async () => {
    const path = `/media/s/${aToken('demo/landscape', MINE, 10)}/demo/landscape/master.m3u8`
    clock.seconds = NOW + 9
    expect((await ask(path)).status).toBe(200)
    clock.seconds = NOW + 10
    expect((await ask(path)).status).toBe(410)
    clock.seconds = NOW
  })

  test('of one stream does not open another', async () => {
    const token = aToken('demo/trailer')
    expect((await ask(`/media/s/${token}/demo/trailer/master.m3u8`)).status).toBe(200)
    expect((await ask(`/media/s/${token}/demo/landscape/master.m3u8`)).status).toBe(403)
  })

  test('of one viewer does not play for another, nor without a session', async () => {
    const path = `/media/s/${aToken()}/demo/landscape/master.m3u8`
    expect((await ask(path, {}, 'somebody-else')).status).toBe(403)
    expect((await ask(path, {}, null)).status).toBe(403)
  })

  test('of a trailer plays without a session', async () => {
    const path = `/media/s/${aToken('demo/trailer', null)}/demo/trailer/master.m3u8`
    expect((await ask(path, {}, null)).status).toBe(200)
  })

  test('signed with another key is denied', () => {
    const asked = { path: 'demo/x/a.mp4', bearer: null, now: NOW }
    const token = signStream(Buffer.alloc(32, 8), {
      stream: 'demo/x',
      bearer: null,
      expiresAt: NOW + 9,
    })
    expect(checkStream(keys, { ...asked, token })).toEqual({ kind: 'denied', reason: 'forged' })
  })

  test('signed with an earlier key is as valid as with the first, for its own lifetime', () => {
    const both: KeySet = [Buffer.alloc(32, 9), key]
    const asked = { path: 'demo/landscape/a.mp4', bearer: MINE, now: NOW, token: aToken() }
    expect(checkStream(both, asked)).toMatchObject({ kind: 'granted' })
    expect(checkStream(both, { ...asked, now: NOW + 301 })).toEqual({
      kind: 'denied',
      reason: 'expired',
    })
    expect(checkStream([Buffer.alloc(32, 9)], asked)).toEqual({ kind: 'denied', reason: 'forged' })
    expect(checkStream(both, { ...asked, bearer: 'of another' })).toMatchObject({ kind: 'denied' })
  })

  test('never gives access to another stream', async () => {
    const token = aToken('demo/trailer', null)
    const ways = [
      '../landscape/master.m3u8',
      '%2e%2e/landscape/master.m3u8',
      '..%2flandscape/master.m3u8',
    ]
    const more = ['.hidden.mp4', 'stream.json', '480p//media.mp4', '480p', '480p/', '']
    for (const way of [...ways, ...more]) {
      const reply = await ask(`/media/s/${token}/demo/trailer/${way}`)
      expect([403, 404], way).toContain(reply.status)
    }
  })
})

describe('byte ranges', () => {
  const path = () => `/media/s/${aToken()}/demo/landscape/480p/media.mp4`

  test('a range gets 206 with exactly those bytes', async () => {
    const whole = new Uint8Array(await (await ask(path())).arrayBuffer())
    const reply = await ask(path(), { range: 'bytes=810-1809' })
    expect(reply.status).toBe(206)
    expect(reply.headers.get('content-range')).toBe(`bytes 810-1809/${whole.length}`)
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(whole.slice(810, 1810))
    expect(reply.headers.get('cache-control')).toContain('immutable')
    expect(reply.headers.get('content-type')).toBe('video/mp4')
  })

  test('a range beyond the end gets 416 with the size', async () => {
    const reply = await ask(path(), { range: 'bytes=999999999-' })
    expect(reply.status).toBe(416)
    expect(reply.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
  })

  test('HEAD gets the length without a body, an unchanged file gets 304', async () => {
    const reply = await app.request(path(), {
      method: 'HEAD',
      headers: { authorization: `Bearer ${MINE}` },
    })
    expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(1e6)
    expect((await reply.arrayBuffer()).byteLength).toBe(0)
    const etag = reply.headers.get('etag') ?? ''
    expect((await ask(path(), { 'if-none-match': etag })).status).toBe(304)
  })

  test('ranges are parsed as RFC 9110 requires', () => {
    expect(parseRange('bytes=0-9', 100)).toEqual({ kind: 'part', start: 0, end: 9 })
    expect(parseRange('bytes=90-', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
    expect(parseRange('bytes=-10', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
    expect(parseRange('bytes=-1000', 100)).toEqual({ kind: 'part', start: 0, end: 99 })
    expect(parseRange('bytes=100-', 100)).toEqual({ kind: 'none' })
    expect(parseRange('bytes=9-3', 100)).toEqual({ kind: 'all' })
    expect(parseRange('bytes=0-1,5-6', 100)).toEqual({ kind: 'all' })
    expect(parseRange('rows=1-2', 100)).toEqual({ kind: 'all' })
  })
})

describe('a live channel', () => {
  const recorded = [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MAP:URI="media.mp4",BYTERANGE="800@0"',
    ...[0, 1, 2].flatMap(at => ['#EXTINF:4.0,', `#EXT-X-BYTERANGE:10@${at * 10}`, 'media.mp4']),
    '#EXT-X-ENDLIST',
  ].join('\n')
  const sequenceOf = (text: string) => Number(/MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])

  test('follows the wall clock and never ends', () => {
    const now = livePlaylist(recorded, NOW)
    const later = livePlaylist(recorded, NOW + 8)
    expect(sequenceOf(later) - sequenceOf(now)).toBe(2)
    expect(now).not.toContain('ENDLIST')
    expect(now.match(/#EXTINF/g)).toHaveLength(30)
  })

  test('marks and counts each restart of the recording as a discontinuity', () => {
    const text = livePlaylist(recorded, 3 * 4 * 1_000)
    const discontinuities = text.match(/#EXT-X-DISCONTINUITY\n/g) ?? []
    expect(discontinuities).toHaveLength(10)
    const window = (at: number) => livePlaylist(recorded, at)
    const counted = (text: string) => Number(/DISCONTINUITY-SEQUENCE:(\d+)/.exec(text)?.[1])
    const before = window(4 * 300)
    const after = window(4 * 301)
    const dropped = before.includes(`MEDIA-SEQUENCE:270`) ? 1 : 0
    expect(counted(after) - counted(before)).toBe(dropped)
  })

  test('restarts audio and video together, even if the audio has an extra short segment', () => {
    const crumb = '#EXTINF:0.02,\n#EXT-X-BYTERANGE:1@30\nmedia.mp4\n#EXT-X-ENDLIST'
    const sound = recorded
      .replaceAll('#EXTINF:4.0,', '#EXTINF:4.010667,')
      .replace('#EXT-X-ENDLIST', crumb)
    const shape = (text: string) =>
      text.split('\n').filter(line => /SEQUENCE|DISCONTINUITY|DATE-TIME/.test(line))
    for (const at of [NOW, NOW + 4, NOW + 8]) {
      expect(shape(livePlaylist(sound, at))).toEqual(shape(livePlaylist(recorded, at)))
    }
  })

  test('keeps the date of a segment in every window', () => {
    const dated = (text: string) =>
      text.match(/PROGRAM-DATE-TIME:\S+\n#EXTINF[^\n]*\n#EXT-X-BYTERANGE:\S+/g)
    const shared = dated(livePlaylist(recorded, NOW))?.slice(1)
    expect(dated(livePlaylist(recorded, NOW + 4))?.slice(0, -1)).toEqual(shared)
  })

  test('has a multivariant playlist without captions', async () => {
    expect(
      liveMaster('#EXT-X-MEDIA:TYPE=SUBTITLES,X\n#EXT-X-STREAM-INF:A=1,SUBTITLES="sub",B=2'),
    ).toBe('#EXT-X-STREAM-INF:A=1,B=2')
    const token = aToken('demo/channel', null)
    const reply = await ask(`/media/s/${token}/demo/channel/480p/index.m3u8`)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await reply.text()).toContain('#EXT-X-PROGRAM-DATE-TIME')
    expect((await ask(`/media/s/${token}/demo/channel/480p/media.mp4`)).status).toBe(200)
  })
})
