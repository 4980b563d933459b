import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { addSecurityHeaders, securityHeaders } from '#src/http/security-headers.ts'
import { aRuntime } from '#tests/support/steps.ts'

beforeEach(() => void aRuntime())

const OWN_POLICY = "default-src 'none'; script-src 'self'"

const app = new Hono()
app.use(addSecurityHeaders)
app.get('/page', c =>
  c.html('a page', 200, {
    'Content-Security-Policy': OWN_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'ALLOWALL',
  }),
)
app.get('/data', () => Response.json({ ok: true }))
app.get('/plain', () => new Response('text', { headers: { 'Content-Type': 'text/plain' } }))
app.get('/bytes', () => new Response('x', { headers: { 'Content-Type': 'video/mp4' } }))
app.get('/cached', c => c.text('text', 200, { 'Cache-Control': 'public, max-age=60' }))
app.get('/away', c => c.redirect('/page'))
app.get('/broken', () => {
  throw new Error('broken')
})
app.onError(() => new Response(null, { status: 500 }))

describe('the security headers', () => {
  it.each([
    ['/page', 200],
    ['/data', 200],
    ['/away', 302],
    ['/nowhere', 404],
    ['/broken', 500],
  ])('are set on %s, which answers %i', async (path, status) => {
    const { headers, status: actual } = await app.request(path)
    expect(actual).toBe(status)
    for (const name of Object.keys(securityHeaders('reply', false)))
      expect(headers.get(name), name).toBeTruthy()
    expect(headers.get('X-Frame-Options')).toBe('DENY')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('keep the policies that a page sets itself, and change nothing else', async () => {
    const { headers } = await app.request('/page')
    expect(headers.get('Content-Security-Policy')).toBe(OWN_POLICY)
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    const other = await app.request('/data')
    expect(other.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox$/)
  })

  it('require TLS only of clients that use it', async () => {
    const hsts = async (headers: Record<string, string> = {}) =>
      (await app.request('/page', { headers })).headers.get('Strict-Transport-Security')
    expect(await hsts()).toBeNull()
    expect(await hsts({ 'pardeh-proto': 'https' })).toMatch(/^max-age=31536000; includeSub/)
    aRuntime({ settings: { SITE_URL: 'https://pardeh.example' } })
    expect(await hsts()).toMatch(/^max-age=31536000/)
    aRuntime({ settings: { SITE_URL: 'http://pardeh.example' } })
    expect(await hsts()).toBeNull()
  })

  it('forbid caching of replies without a Cache-Control header', async () => {
    const cacheOf = async (path: string) => (await app.request(path)).headers.get('Cache-Control')
    expect(await cacheOf('/data')).toBe('private, no-cache')
    expect(await cacheOf('/cached')).toBe('public, max-age=60')
  })

  it('name the charset of text only', async () => {
    const typeOf = async (path: string) => (await app.request(path)).headers.get('Content-Type')
    expect(await typeOf('/plain')).toBe('text/plain; charset=utf-8')
    expect(await typeOf('/data')).toBe('application/json; charset=utf-8')
    expect(await typeOf('/page')).toBe('text/html; charset=UTF-8')
    expect(await typeOf('/bytes')).toBe('video/mp4')
  })

  it('sandbox replies but not files, because a worker inherits the policy of its script', () => {
    expect(securityHeaders('reply', true)['Content-Security-Policy']).toContain('sandbox')
    expect(securityHeaders('file', true)['Content-Security-Policy']).not.toContain('sandbox')
  })
})
