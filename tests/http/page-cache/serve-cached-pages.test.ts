import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { CHILD_BANDS } from '#src/contract/values.ts'
import type { Step } from '#src/http/listen.ts'
import { cacheKey } from '#src/http/page-cache/page-address.ts'
import {
  type CachedPage,
  createPageCache,
  type PageCache,
} from '#src/http/page-cache/page-cache.ts'
import {
  createPageRevalidator,
  type RevalidatePage,
  serveCachedPages,
} from '#src/http/page-cache/serve-cached-pages.ts'
import { rejectUnknownHosts } from '#src/http/request-limits.ts'
import { createBandCookie, sealState } from '#src/http/session-cookies.ts'
import { revalidationHeaders } from '#src/http/visitor.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { STATE_KEYS, serveSteps } from '#tests/support/steps.ts'

const SITE = { SITE_URL: 'https://pardeh.example' }
const MINUTE = 60_000
const TEXT = 'a page, '.repeat(500)

function aPage({ freshMs = MINUTE, staleMs = 0 } = {}): CachedPage {
  const now = Date.now()
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    bodies: { br: brotliCompressSync(TEXT) },
    etag: '"x"',
    tags: [],
    freshUntil: now + freshMs,
    staleUntil: now + freshMs + staleMs,
  }
}

describe('a cached page', () => {
  it('is answered with its own headers and marked as a cache hit', async () => {
    const { ask } = await aServer({ '/faq': aPage() })
    const reply = await ask('/faq?utm_source=x')
    expect([reply.status, String(reply.body)]).toEqual([200, TEXT])
    expect(reply.headers).toMatchObject({
      'x-page-cache': 'HIT',
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(TEXT.length),
      etag: '"x"',
    })
  })

  it('is compressed once for each further encoding, when it is first requested', async () => {
    const { ask, page } = await aServer({ '/faq': aPage() })
    const headers = { 'accept-encoding': 'gzip' }
    const first = await ask('/faq', { headers })
    expect(first.headers['content-encoding']).toBe('gzip')
    expect(String(gunzipSync(first.body))).toBe(TEXT)
    const { br, gzip } = page('/faq')?.bodies ?? {}
    expect((await ask('/faq', { headers })).body).toEqual(first.body)
    expect(page('/faq')?.bodies).toEqual({ br, gzip })
    expect(page('/faq')?.bodies.gzip).toBe(gzip)
  })

  it('is stored only in compressed form, whatever was requested', async () => {
    const { ask, page } = await aServer({ '/faq': aPage() })
    for (let times = 0; times < 2; times++) expect(String((await ask('/faq')).body)).toBe(TEXT)
    expect(Object.keys(page('/faq')?.bodies ?? {})).toEqual(['br'])
  })

  it('is compressed harder at its second request', async () => {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 0 }
    const br = brotliCompressSync(TEXT, { params: quality })
    const { ask, page } = await aServer({ '/faq': { ...aPage(), bodies: { br }, isFirst: true } })
    const headers = { 'accept-encoding': 'br' }
    expect((await ask('/faq', { headers })).body).toEqual(br)
    await expect.poll(() => page('/faq')?.bodies.br?.length).toBeLessThan(br.length)
    expect(page('/faq')).not.toHaveProperty('isFirst')
    expect(String(brotliDecompressSync((await ask('/faq', { headers })).body))).toBe(TEXT)
  })

  it('is answered with 304 if the client has it, and without a body for HEAD', async () => {
    const { ask } = await aServer({ '/faq': aPage() })
    const same = await ask('/faq', { headers: { 'if-none-match': '"x"' } })
    expect([same.status, same.body.length, same.headers['x-page-cache']]).toEqual([304, 0, 'HIT'])
    const head = await ask('/faq', { method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(String(TEXT.length))
  })

  it.each([
    ['one that is not cached', '/about', {}],
    ['a page outside the catalogue', '/user', {}],
    ['a POST', '/faq', { method: 'POST' }],
    ['a search', '/contents?query=a', {}],
  ] as const)('does not answer %s', async (_, path, options) => {
    const { ask } = await aServer({ '/faq': aPage(), '/contents': aPage() })
    expect((await ask(path, options)).headers['x-passed']).toBe('1')
  })

  it('is shared by everybody but children, whatever cookies they send', async () => {
    const { ask } = await aServer({ '/faq': aPage() })
    const isCached = async (cookie: string) =>
      (await ask('/faq', { headers: { cookie } })).headers['x-page-cache'] === 'HIT'
    expect(await isCached(`state=${sealState(watchedBy('under_7'), STATE_KEYS)}`)).toBe(false)
    expect(await isCached(`state=${sealState(watchedBy('adult'), STATE_KEYS)}`)).toBe(true)
    const foreign = sealState(watchedBy('under_7'), [Buffer.alloc(32, 9)])
    for (const cookie of ['', 'a=b', 'state=', `state=${foreign}`, `xstate=${foreign}`])
      expect(await isCached(cookie), cookie).toBe(true)
  })

  it('is separate for each age band of children, and never sent to a CDN', async () => {
    const pages = createPageCache(1_000_000)
    const bands = [null, ...CHILD_BANDS]
    for (const band of bands) {
      const br = brotliCompressSync(`for ${band}`)
      const page = { ...aPage(), bodies: { br }, tags: ['catalogue'] }
      pages.set(cacheKey(SITE, { isHttps: true, host: undefined }, '/faq', band), page)
    }
    const { ask } = await serve({ pages, settings: SITE })
    for (const band of bands) {
      const cookie = band ? createBandCookie(band, STATE_KEYS) : ''
      const { body, headers } = await ask('/faq', { headers: { cookie } })
      expect(String(body)).toBe(`for ${band}`)
      const ofCdn = Object.keys(headers).filter(name => /cdn|surrogate|cache-tag/.test(name))
      expect([band, ofCdn.length > 0]).toEqual([band, band === null])
    }
    pages.invalidate(['catalogue'])
    for (const band of CHILD_BANDS) {
      const cookie = createBandCookie(band, STATE_KEYS)
      expect((await ask('/faq', { headers: { cookie } })).headers['x-passed']).toBe('1')
    }
  })

  it('for a child shows why it was redirected there, by known reasons only', async () => {
    const pages = createPageCache(1_000_000)
    const key = (address: string, band: 'under_7' | null) =>
      cacheKey(SITE, { isHttps: true, host: undefined }, address, band)
    const kids = '/categories/kids/kids'
    pages.set(key(kids, 'under_7'), aPage())
    pages.set(key(kids, null), aPage())
    const { ask } = await serve({ pages, settings: SITE })
    const cookie = createBandCookie('under_7', STATE_KEYS)
    const isCached = async (path: string, headers = {}) =>
      (await ask(path, { headers })).headers['x-page-cache'] === 'HIT'
    expect(await isCached(`${kids}?from=age`)).toBe(true)
    expect(await isCached(`${kids}?from=age`, { cookie })).toBe(false)
    expect(await isCached(`${kids}?from=anything`, { cookie })).toBe(true)
    pages.set(key(`${kids}?from=age`, 'under_7'), aPage())
    expect(await isCached(`${kids}?a=b&from=age#c`, { cookie })).toBe(true)
  })

  it('is separate for each origin that its links may begin with', async () => {
    const pages = createPageCache(1_000_000)
    pages.set(cacheKey({}, { isHttps: false, host: 'a.example' }, '/faq'), aPage())
    const { ask } = await serve({ pages, settings: {} })
    const hit = async (headers: Record<string, string>) =>
      (await ask('/faq', { headers })).headers['x-page-cache']
    expect(await hit({ host: 'a.example' })).toBe('HIT')
    expect(await hit({ host: 'b.example' })).toBeUndefined()
    // Only a trusted proxy may report that a visitor uses TLS.
    expect(await hit({ host: 'a.example', 'x-forwarded-proto': 'https' })).toBe('HIT')
  })
})

describe('a stale page', () => {
  const stale = () => aPage({ freshMs: -1, staleMs: MINUTE })

  it('is still served while one request renders it again', async () => {
    const done = Promise.withResolvers<void>()
    const revalidate = vi.fn<RevalidatePage>(() => done.promise)
    const { ask } = await aServer({ '/faq': stale() }, revalidate)
    const headers = { host: 'pardeh.example' }
    for (let times = 0; times < 3; times++)
      expect((await ask('/faq', { headers })).headers['x-page-cache']).toBe('STALE')
    expect(revalidate.mock.calls).toEqual([
      [{ address: '/faq', host: 'pardeh.example', isHttps: true, band: null }],
    ])
    done.resolve()
    await done.promise
    await ask('/faq', { headers })
    expect(revalidate).toHaveBeenCalledTimes(2)
  })

  it('is bypassed by the revalidating request, whose header no client can forge', async () => {
    const { ask } = await aServer({ '/faq': stale() })
    const own = await ask('/faq', { headers: revalidationHeaders('pardeh.example', true) })
    expect(own.headers['x-passed']).toBe('1')
    const forged = await ask('/faq', { headers: { 'pardeh-refresh': 'a'.repeat(43) } })
    expect(forged.headers['x-page-cache']).toBe('STALE')
  })

  it('is not served if it is older than that', async () => {
    const { ask } = await aServer({ '/faq': aPage({ freshMs: -2, staleMs: 1 }) })
    expect((await ask('/faq')).headers['x-passed']).toBe('1')
  })
})

describe('revalidating a page', () => {
  const asked = (port: number, warn: () => void) =>
    createPageRevalidator({ host: '127.0.0.1', port }, STATE_KEYS, { warn })
  const home = { address: '/', host: 'pardeh.example', isHttps: true, band: null } as const

  it('requests it under the host of the site, the only one allowed in production', async () => {
    const seen: unknown[] = []
    const watch: Step = (req, _, { isHttps, isRevalidation }) => {
      seen.push({ url: req.url, host: req.headers.host, isHttps, isRevalidation })
      return false
    }
    const env = { ...SITE, ALLOWED_HOSTS: [], MODE: 'production' as const }
    const answer: Step = (_, res) => {
      res.end('a page')
      return true
    }
    const { port } = await serveSteps([rejectUnknownHosts(env), watch, answer], { settings: SITE })
    const warn = vi.fn()
    await asked(port, warn)(home)
    expect(seen).toEqual([
      { url: '/', host: 'pardeh.example', isHttps: true, isRevalidation: true },
    ])
    expect(warn).not.toHaveBeenCalled()
  })

  it('reports what went wrong', async () => {
    const warn = vi.fn()
    const answers = async (status: number) => {
      const step: Step = (_, res) => {
        res.writeHead(status).end()
        return true
      }
      await asked((await serveSteps([step])).port, warn)(home)
    }
    await answers(421)
    expect(warn).toHaveBeenCalledWith({ status: 421 }, expect.any(String))
    await answers(410)
    expect(warn).toHaveBeenCalledTimes(1)
    await asked(1, warn)(home)
    expect(warn).toHaveBeenCalledTimes(2)
  })
})

function aServer(entries: Record<string, CachedPage>, revalidate?: RevalidatePage) {
  const pages = createPageCache(1_000_000)
  for (const [address, page] of Object.entries(entries))
    pages.set(cacheKey(SITE, { isHttps: true, host: undefined }, address), page)
  return serve({ pages, settings: SITE, ...(revalidate ? { revalidate } : {}) })
}

type Served = { pages: PageCache; settings: { SITE_URL?: string }; revalidate?: RevalidatePage }
async function serve({ pages, settings, revalidate = async () => undefined }: Served) {
  const step = serveCachedPages({
    settings: { SITE_URL: settings.SITE_URL },
    pages,
    stateKeys: STATE_KEYS,
    revalidate,
    hasCdn: true,
  })
  const page = (address: string) =>
    pages.get(cacheKey(SITE, { isHttps: true, host: undefined }, address))
  return { ...(await serveSteps([step], { settings })), page }
}

function watchedBy(age_type: 'adult' | 'under_7'): SessionState {
  const profile = { id: 'p1', name: 'a', avatar: '', age_type, is_primary: false }
  return { ...ANONYMOUS, profile }
}
