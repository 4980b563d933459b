// Every kind of page has the same headers whether it is rendered or comes from the cache: in every coding, over TLS, by HEAD and as 304.
import { describe, expect, test } from 'vitest'
import { createSiteRouteMatcher } from '#src/http/route-template.ts'
import { anAddress, aRawMember } from '#tests/support/raw-member.ts'
import { type RawReply, raw } from '#tests/support/raw-request.ts'
import { call, cataloguePaths, footerPaths } from '#tests/support/routes.ts'
import { sources } from '#tests/support/sources.ts'

/** Headers of one reply: its time, its connection, its id, and whether it came from the cache. */
const OF_ONE_REPLY = [
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'x-page-cache',
]
/** A page is compressed quickly for its first visitor, and better for later ones. */
const OF_A_BODY = ['content-length', 'content-encoding', 'content-type']
const CODINGS = ['br', 'gzip', 'identity'] as const
const TEXT = /^(text\/|application\/(json|xml|javascript|atom\+xml|manifest\+json))/

let port = 10_000
/** Returns a host of this machine for which no page is stored yet: without SITE_URL, pages are stored by host. */
const aHost = () => `localhost:${++port}`

function headersOf({ headers }: RawReply, leftOut: readonly string[]): Record<string, unknown> {
  const own = [...OF_ONE_REPLY, ...leftOut]
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
}

const stateOf = ({ headers }: RawReply) => headers['x-page-cache']

async function listed(): Promise<string[]> {
  const widgets = await call<{ widgets: { id: string }[] }>('/widgets/personal-home-page')
  const titles = await call<{ items: { short_id: string }[] }>('/video-contents?count=1')
  const chunks = (await raw('/sitemap.xml')).text.matchAll(/<loc>https?:\/\/[^/<]+([^<]+)<\/loc>/g)
  return [
    ...(await cataloguePaths()),
    ...(await cataloguePaths('en')),
    ...footerPaths(),
    ...footerPaths('en'),
    '/contents?types=series&order=latest',
    '/en/contents?types=single_video&offset=24',
    ...widgets.widgets.slice(0, 1).map(({ id }) => `/rows/home/${id}`),
    '/rows/categories/kids/none',
    ...titles.items.map(({ short_id }) => `/cards/${short_id}`),
    ...titles.items.slice(0, 2).map(({ short_id }) => `/hero/${short_id}`),
    '/feed.xml',
    '/en/feed.xml',
    '/sitemap.xml',
    ...Array.from(chunks, ([, path = '']) => path),
  ].map(encodeURI)
}

const CACHED = await listed()

test('the list has every kind of page that may be cached', () => {
  const routeOf = createSiteRouteMatcher('src/pages')
  const kinds = new Set(CACHED.map(path => routeOf(decodeURI(path).replace(/\?.*/, '')).route))
  const templates = sources('src/pages', ['.astro', '.ts'])
    .filter(({ text }) => /\bsetPageCacheTime\(|layouts\/(Text|Footer)Layout\.astro/.test(text))
    .map(({ path }) => path.replace(/^src\/pages|(\/index)?\.(astro|ts)$/g, '') || '/')
    .map(path => path.replaceAll('[', '{').replaceAll(']', '}'))
  expect(templates.length).toBeGreaterThan(15)
  expect(templates.filter(template => !kinds.has(template))).toEqual([])
})

describe.each(CACHED)('%s', path => {
  test.each(CODINGS)('has the same headers as a MISS and as a HIT, in %s', async coding => {
    for (const proto of ['http', 'https']) {
      const headers = {
        host: aHost(),
        'accept-encoding': coding,
        'x-forwarded-for': anAddress(),
        'x-forwarded-proto': proto,
      }
      const first = await raw(path, { headers })
      const next = await raw(path, { headers })
      if (first.status === 200) expect([first, next].map(stateOf), proto).toEqual(['MISS', 'HIT'])
      expect(headersOf(next, ['content-length'])).toEqual(headersOf(first, ['content-length']))
      expect(first.headers['content-type']).toMatch(/; charset=utf-8$/)
      expect('strict-transport-security' in next.headers).toBe(proto === 'https')

      const head = await raw(path, { headers, method: 'HEAD' })
      expect(headersOf(head, ['content-length'])).toEqual(headersOf(next, ['content-length']))
      const same = { ...headers, 'if-none-match': String(first.headers.etag) }
      const unchanged = await raw(path, { headers: same })
      if (first.status === 200) expect(unchanged.status).toBe(304)
      expect(headersOf(unchanged, OF_A_BODY)).toEqual(headersOf(next, OF_A_BODY))
    }
  })
})

test.each(['/contents', '/categories/kids/kids', '/feed.xml'])(
  '%s of a child has the same headers as a MISS and as a HIT',
  async path => {
    const { cookie } = await aRawMember('under_12')
    const headers = { host: aHost(), cookie, 'accept-encoding': 'br' }
    const [first, next] = [await raw(path, { headers }), await raw(path, { headers })]
    expect([first, next].map(stateOf)).toEqual(['MISS', 'HIT'])
    const own = ['content-length']
    expect(headersOf(next, own)).toEqual(headersOf(first, own))
    expect(next.headers['cache-control']).toMatch(/^private/)
  },
)

test.each([
  '/nowhere',
  '/en/nowhere',
  '/contents/none/none',
  '/artists/none/none',
  '/contents?query=abc',
  '/en/contents?query=abc',
  '/login',
  '/register',
  '/tv',
  '/packages',
  '/packages/successGift',
  '/user',
  '/user/bookmarks',
  '/profile',
  '/tickets',
  '/payment',
  '/dd-agreement',
  '/surveys/none',
  '/play/none',
  '/offline',
  '/site.webmanifest',
  '/robots.txt',
  '/favicon.ico',
  '/service-worker.js',
  '/.well-known/security.txt',
  '/api/global-data',
  '/api/openapi.json',
  '/api/docs',
  '/dev/outbox',
  '/healthz',
])('%s has the same headers each time, and a charset if it is text', async path => {
  for (const coding of CODINGS) {
    const headers = { 'accept-encoding': coding, 'x-forwarded-for': anAddress() }
    const [first, next] = [await raw(path, { headers }), await raw(path, { headers })]
    expect(stateOf(first)).toBeUndefined()
    expect(headersOf(next, [])).toEqual(headersOf(first, []))
    const type = String(first.headers['content-type'] ?? '')
    if (TEXT.test(type)) expect(type).toMatch(/; charset=utf-8$/i)
    const head = await raw(path, { headers, method: 'HEAD' })
    expect(headersOf(head, OF_A_BODY)).toEqual(headersOf(first, OF_A_BODY))
    expect(head.headers['content-type']).toBe(first.headers['content-type'])
  }
})
