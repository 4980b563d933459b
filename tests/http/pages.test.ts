import { Hono } from 'hono'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheKey } from '#src/http/page-cache/page-address.ts'
import { type RenderPage, servePages } from '#src/http/pages.ts'
import { createBandCookie, sealState } from '#src/http/session-cookies.ts'
import { ANONYMOUS } from '#src/lib/session/state.ts'
import type { Runtime } from '#src/runtime.ts'
import { aRuntime, STATE_KEYS } from '#tests/support/steps.ts'

const HOST = 'pardeh.example'
const CACHEABLE = {
  'CDN-Cache-Control': 'max-age=60, stale-while-revalidate=600',
  'Cache-Tag': 'home,catalogue',
  'Content-Type': 'text/html; charset=utf-8',
}

let runtime: Runtime
beforeEach(() => {
  runtime = aRuntime()
})

function aSite(page: () => Response | Promise<Response>) {
  const render = vi.fn<RenderPage>(() => page())
  const app = new Hono()
  app.use(servePages(render))
  app.onError(() => new Response(null, { status: 500 }))
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(`http://${HOST}${path}`, { method, headers: { host: HOST, ...headers } })
  return { render, ask }
}

const stored = (address: string, host = HOST) =>
  runtime.pages.get(cacheKey({}, { isHttps: false, host }, address))

describe('a page that fails', () => {
  const failing = (headers: Record<string, string> = {}) =>
    aSite(() => new Response('failed', { status: 500, headers }))

  it('because the service is unavailable answers 503 with Retry-After, and is not cached', async () => {
    const { ask } = failing({ 'Retry-After': '5' })
    const reply = await ask('/faq')
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
    expect(stored('/faq')).toBeUndefined()
  })

  it('for another reason answers 500', async () => {
    expect((await failing().ask('/faq')).status).toBe(500)
  })
})

describe('a catalogue page', () => {
  it('is rendered from its canonical address, without any data of the visitor', async () => {
    const { render, ask } = aSite(() => new Response('a page', { headers: CACHEABLE }))
    await ask('/x/../contents/?order=latest&types=series&utm_source=me', {
      cookie: 'a=b',
      'accept-language': 'en',
      'user-agent': 'mine',
    })
    const [[request, visitor] = []] = render.mock.calls
    expect(request?.url).toBe(`http://${HOST}/contents?types=series&order=latest`)
    expect([...(request?.headers ?? [])]).toEqual([])
    expect(visitor).toBeNull()
  })

  it('has the same headers in its first reply and in the cache, with a charset', async () => {
    const { ask } = aSite(() => {
      const page = new Response('a page', { headers: CACHEABLE })
      page.headers.set('Content-Type', 'text/html')
      return page
    })
    const { headers } = await ask('/faq')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(stored('/faq')?.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('is cached by its tags and times, and the directives are removed from the reply', async () => {
    const { ask } = aSite(() => {
      const made = new Response('a page', { headers: CACHEABLE })
      made.headers.append('Set-Cookie', 'a=b')
      return made
    })
    const before = Date.now()
    const { headers } = await ask('/faq')
    const page = stored('/faq')
    expect(page?.tags).toEqual(['home', 'catalogue'])
    expect((page?.freshUntil ?? 0) - before).toBeGreaterThanOrEqual(60_000)
    expect((page?.staleUntil ?? 0) - (page?.freshUntil ?? 0)).toBe(600_000)
    expect(page?.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
    for (const names of [Object.keys(page?.headers ?? {}), [...headers.keys()]])
      for (const name of ['cdn-cache-control', 'cache-tag', 'set-cookie'])
        expect(names).not.toContain(name)
    expect([headers.get('x-page-cache'), headers.get('etag')]).toEqual(['MISS', page?.etag])
  })

  it('is rendered once for all concurrent requests', async () => {
    const barrier = Promise.withResolvers<void>()
    const { render, ask } = aSite(async () => {
      await barrier.promise
      return new Response('a page', { headers: CACHEABLE })
    })
    const asked = ['/faq', '/faq?x=1', '/faq/', '/%66aq'].map(path => ask(path))
    const other = ask('/en/faq')
    barrier.resolve()
    const texts = await Promise.all((await Promise.all(asked)).map(reply => reply.text()))
    expect(texts).toEqual(Array(4).fill('a page'))
    await other
    expect(render).toHaveBeenCalledTimes(2)
  })

  it('is rendered again after a failed render', async () => {
    let fails = true
    const { render, ask } = aSite(() => {
      if (fails) throw new Error('broken')
      return new Response('a page', { headers: CACHEABLE })
    })
    expect((await ask('/faq')).status).toBe(500)
    fails = false
    expect(await (await ask('/faq')).text()).toBe('a page')
    expect(render).toHaveBeenCalledTimes(2)
  })

  it.each([
    [404, false],
    [410, false],
    [301, false],
    [500, true],
    [503, true],
  ])('stays cached after a later answer with %d: %s', async (status, isStored) => {
    const replies = [
      new Response('a page', { headers: CACHEABLE }),
      new Response('another', { status, headers: status === 301 ? { Location: '/en' } : {} }),
    ]
    const { ask } = aSite(() => replies.shift() as Response)
    await ask('/faq')
    expect(stored('/faq')).toBeDefined()
    await ask('/faq')
    expect(stored('/faq') !== undefined).toBe(isStored)
  })

  it('is not cached if something was invalidated while it was rendered', async () => {
    const { ask } = aSite(() => {
      runtime.pages.invalidate(['something else'])
      return new Response('a page', { headers: CACHEABLE })
    })
    expect((await ask('/faq')).status).toBe(200)
    expect(stored('/faq')).toBeUndefined()
  })

  it.each([
    ['with a status other than 200', new Response('gone', { status: 404, headers: CACHEABLE })],
    [
      'without caching headers',
      new Response('a page', { headers: { 'Content-Type': 'text/html' } }),
    ],
  ])('%s is not cached', async (_, response) => {
    const { ask } = aSite(() => response)
    const { headers } = await ask('/faq')
    expect(stored('/faq')).toBeUndefined()
    expect(headers.has('x-page-cache')).toBe(false)
    expect(headers.get('cache-control') ?? '').not.toMatch(/public/)
  })

  it('is not cached for a request with tokens, nor shared with others', async () => {
    const { render, ask } = aSite(() => new Response('a page', { headers: CACHEABLE }))
    await Promise.all([
      ask('/faq', { authorization: 'Bearer a' }),
      ask('/faq', { 'profile-token': 'a' }),
    ])
    expect(render).toHaveBeenCalledTimes(2)
    expect(render.mock.calls.every(([, visitor]) => visitor === null)).toBe(true)
    expect(stored('/faq')).toBeUndefined()
  })

  it('is separate for each host, because its links contain the host', async () => {
    const { ask } = aSite(() => new Response('a page', { headers: CACHEABLE }))
    await ask('/faq', { host: 'other.example' })
    expect([stored('/faq'), stored('/faq', 'other.example') !== undefined]).toEqual([
      undefined,
      true,
    ])
  })

  it('for a child is rendered from the age band alone, and cached for that band', async () => {
    const { render, ask } = aSite(() => new Response('a page', { headers: CACHEABLE }))
    const replies = []
    for (const [name, band] of [
      ['سارا', 'under_7'],
      ['نیکا', 'under_7'],
      ['کیان', 'under_12'],
    ] as const) {
      const profile = { id: name, name, avatar: '', age_type: band, is_primary: false }
      const cookie = `state=${sealState({ ...ANONYMOUS, profile }, STATE_KEYS)}`
      const reply = await ask('/faq', { cookie, 'accept-language': 'en', 'user-agent': 'mine' })
      replies.push([...reply.headers])
      expect(reply.headers.get('cache-control')).toBe('private, no-cache')
      expect(reply.headers.get('vary')).toBe('Accept-Encoding, Cookie')
      for (const header of ['cdn-cache-control', 'surrogate-control', 'cache-tag', 'set-cookie'])
        expect(reply.headers.has(header), header).toBe(false)
      const [request, visitor, rendered] = render.mock.calls.at(-1) ?? []
      expect([[...(request?.headers ?? [])], visitor, rendered]).toEqual([[], null, band])
      const key = cacheKey({}, { isHttps: false, host: HOST }, '/faq', band)
      expect(runtime.pages.get(key)).toBeDefined()
    }
    expect(replies[0]).toEqual(replies[1])
    expect(stored('/faq')).toBeUndefined()
  })

  it('for children is rendered once per band for concurrent requests', async () => {
    const barrier = Promise.withResolvers<void>()
    const { render, ask } = aSite(async () => {
      await barrier.promise
      return new Response('a page', { headers: CACHEABLE })
    })
    const bands = ['under_7', 'under_7', 'under_12', null] as const
    const asked = bands.map(band =>
      ask('/faq', band ? { cookie: createBandCookie(band, STATE_KEYS) } : {}),
    )
    barrier.resolve()
    await Promise.all(asked)
    expect(render.mock.calls.map(([, , band]) => band)).toEqual(['under_7', 'under_12', null])
  })

  it('with a forged or missing state is that of a visitor', async () => {
    const { render, ask } = aSite(() => new Response('a page', { headers: CACHEABLE }))
    const foreign = createBandCookie('under_7', [Buffer.alloc(32, 9)])
    for (const cookie of ['', 'a=b', foreign, foreign.split('.')[0] ?? ''])
      expect((await ask('/faq', { cookie })).headers.get('cache-control')).toMatch(/public/)
    expect(render.mock.calls.every(([, visitor, band]) => visitor === null && band === null)).toBe(
      true,
    )
  })
})

describe('another page', () => {
  it('is rendered for its visitor each time', async () => {
    const { render, ask } = aSite(() => new Response('mine', { headers: CACHEABLE }))
    for (const path of ['/user', '/user', '/contents?query=a']) {
      const { headers } = await ask(path, { cookie: 'session=a' })
      expect(headers.has('cdn-cache-control')).toBe(false)
    }
    expect(render).toHaveBeenCalledTimes(3)
    for (const [request, visitor] of render.mock.calls) {
      expect(visitor).not.toBeNull()
      expect(request.headers.get('cookie')).toBe('session=a')
    }
  })

  it('may redirect, and the redirect is not cached', async () => {
    const { ask } = aSite(
      () => new Response(null, { status: 302, headers: { Location: '/login' } }),
    )
    const { headers } = await ask('/user')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect((await ask('/faq', {}, 'POST')).status).toBe(302)
  })

  it('answers 404 if the path is ambiguous', async () => {
    const { render, ask } = aSite(() => new Response('not found', { status: 404 }))
    await ask('/contents/a%2Fb/c')
    await ask('/en/contents/a%5Cb/c')
    expect(render.mock.calls.map(([{ url }]) => new URL(url).pathname)).toEqual(['/404', '/en/404'])
  })
})
