import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { chooseCoding, compressReply } from '#src/http/compress.ts'

const TEXT = 'some words of a page, '.repeat(200)

const app = new Hono()
app.use(compressReply)
app.get('/page', c => c.html(TEXT, 201, { 'X-Own': '1', 'Content-Length': String(TEXT.length) }))
app.get('/small', c => c.json({ a: 1 }))
const PLAYLIST = Array.from(
  { length: 1_200 },
  (_, n) => `#EXTINF:6.006,\n12-${90_000 + n}.ts\n`,
).join('')
const playlist = (status: number) => () =>
  new Response(PLAYLIST, { status, headers: { 'Content-Type': 'application/vnd.apple.mpegurl' } })
app.get('/playlist', playlist(200))
app.get('/part', playlist(206))
app.get('/done', c => c.text(TEXT, 200, { 'Content-Encoding': 'zstd' }))
app.get('/video', () => new Response(TEXT, { headers: { 'Content-Type': 'video/mp4' } }))
app.get('/events', () => new Response(TEXT, { headers: { 'Content-Type': 'text/event-stream' } }))
app.get('/feed', () => new Response(TEXT, { headers: { 'Content-Type': 'application/atom+xml' } }))
app.get('/varies', c => c.html(TEXT, 200, { Vary: 'Accept-Encoding' }))
app.get('/empty', c => c.body(null, 204))

async function ask(path: string, accepted = '', method = 'GET') {
  const reply = await app.request(path, { method, headers: { 'accept-encoding': accepted } })
  return { reply, body: Buffer.from(await reply.arrayBuffer()) }
}

describe('a playlist', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed as %s, also for many viewers at once', async (coding, decompress) => {
    const replies = await Promise.all([1, 2, 3].map(() => ask('/playlist', coding)))
    for (const { reply, body } of replies) {
      expect(reply.headers.get('content-encoding')).toBe(coding)
      expect(reply.headers.get('vary')).toBe('Accept-Encoding')
      expect(String(decompress(body))).toBe(PLAYLIST)
      expect(body.length).toBeLessThan(PLAYLIST.length / 8)
    }
  })

  it('is sent uncompressed if no encoding is accepted, and in ranges', async () => {
    for (const [path, accepted] of [
      ['/playlist', ''],
      ['/part', 'br'],
    ] as const) {
      const { reply, body } = await ask(path, accepted)
      expect([String(body) === PLAYLIST, reply.headers.get('content-encoding')]).toEqual([
        true,
        null,
      ])
    }
  })
})

describe('a text reply', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('is compressed for %j', async (accepted, coding, decompress) => {
    const { reply, body } = await ask('/page', accepted)
    expect(reply.headers.get('content-encoding')).toBe(coding)
    expect(String(decompress(body))).toBe(TEXT)
    expect(body.length).toBeLessThan(TEXT.length / 10)
    expect([reply.status, reply.headers.get('x-own'), reply.headers.get('vary')]).toEqual([
      201,
      '1',
      'Accept-Encoding',
    ])
    expect(reply.headers.get('content-length')).not.toBe(String(TEXT.length))
  })

  it('is uncompressed for a client that accepts no supported encoding, and has a Vary header', async () => {
    for (const accepted of ['', 'zstd', 'identity', 'brotli']) {
      const { reply, body } = await ask('/page', accepted)
      expect([reply.headers.get('content-encoding'), String(body)]).toEqual([null, TEXT])
      expect(reply.headers.get('vary')).toBe('Accept-Encoding')
    }
  })

  it('names the encoding in Vary only once', async () => {
    const { reply } = await ask('/varies', '')
    expect(reply.headers.get('vary')).toBe('Accept-Encoding')
  })

  it('is uncompressed if compression would not make it smaller', async () => {
    const { reply, body } = await ask('/small', 'br')
    expect([reply.headers.get('content-encoding'), String(body)]).toEqual([null, '{"a":1}'])
  })

  it('is not compressed twice, and only text is compressed', async () => {
    expect((await ask('/done', 'br')).reply.headers.get('content-encoding')).toBe('zstd')
    for (const path of ['/video', '/events', '/empty'])
      expect((await ask(path, 'br')).reply.headers.get('content-encoding'), path).toBeNull()
    expect((await ask('/feed', 'br')).reply.headers.get('content-encoding')).toBe('br')
  })

  it('to HEAD has no body', async () => {
    const { reply, body } = await ask('/page', 'br', 'HEAD')
    expect([reply.status, body.length]).toEqual([201, 0])
  })
})

describe('a reply', () => {
  it('has the encoding that the browser prefers', () => {
    expect(chooseCoding('gzip, deflate, br, zstd')).toBe('br')
    expect(chooseCoding('gzip;q=1.0, *;q=0.5')).toBe('gzip')
    expect(chooseCoding('')).toBe('identity')
  })
})
