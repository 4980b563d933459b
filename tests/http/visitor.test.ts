import { describe, expect, it } from 'vitest'
import type { Step } from '#src/http/listen.ts'
import { passVisitor, revalidationHeaders } from '#src/http/visitor.ts'
import { serveSteps } from '#tests/support/steps.ts'

describe('the visitor of a request', () => {
  const echo: Step = (req, res, visitor) => {
    passVisitor(req, visitor)
    res.end(JSON.stringify({ visitor, headers: req.headers }))
    return true
  }
  const PROXY = { trusted: ['127.0.0.1'] }
  async function seen(
    headers: Record<string, string>,
    options: Parameters<typeof serveSteps>[1] = {},
  ) {
    const { ask } = await serveSteps([echo], options)
    return JSON.parse(String((await ask('/a?b', { headers })).body))
  }

  it('is the peer of the connection, whatever its headers say', async () => {
    const { visitor, headers } = await seen({
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=6.6.6.6',
      'pardeh-address': '6.6.6.6',
      'pardeh-proto': 'https',
      'pardeh-refresh': '1',
      'pardeh-refresh-proto': 'https',
    })
    expect(visitor).toEqual({
      path: '/a',
      address: '127.0.0.1',
      isHttps: false,
      isForwarded: true,
      isRevalidation: false,
      requestId: headers['x-request-id'],
      traceParent: null,
    })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(headers).toMatchObject({ 'pardeh-address': '127.0.0.1', 'pardeh-proto': 'http' })
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'])
      expect(headers).not.toHaveProperty(name)
  })

  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via'])(
    'came through a proxy if the request has %s, trusted or not',
    async name => {
      expect((await seen({ [name]: '1.1 varnish' })).visitor.isForwarded).toBe(true)
      expect((await seen({ [name]: '1.1 varnish' }, PROXY)).visitor.isForwarded).toBe(true)
    },
  )

  it('did not come through a proxy if the request has none of its headers', async () => {
    expect((await seen({ accept: '*/*' }, PROXY)).visitor.isForwarded).toBe(false)
  })

  it('is the last address that a trusted proxy reports', async () => {
    const by = (proto: string) =>
      seen({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': proto }, PROXY)
    expect((await by('https')).visitor).toMatchObject({ address: '203.0.113.9', isHttps: true })
    expect((await by('https, http')).visitor.isHttps).toBe(false)
  })

  it('has the request id of a trusted proxy if it is valid, otherwise a new one', async () => {
    const idOf = async (
      id: string,
      by: Record<string, string> = { 'x-forwarded-for': '6.6.6.6' },
    ) => (await seen({ ...by, 'x-request-id': id }, PROXY)).visitor.requestId
    const ofNginx = '0123456789abcdef0123456789abcdef'
    expect(await idOf(ofNginx)).toBe(ofNginx)
    expect(await idOf('edge-7f3a')).toBe('edge-7f3a')
    for (const bad of ['09123456789', 'a b', '"><script>', 'x'.repeat(200), ''])
      expect(await idOf(bad)).toMatch(/^[\da-f-]{36}$/)
    // There is no evidence of a proxy without X-Forwarded-For.
    expect(await idOf('edge-7f3a', {})).not.toBe('edge-7f3a')
    expect((await seen({ 'x-request-id': 'edge-7f3a' })).visitor.requestId).not.toBe('edge-7f3a')
  })

  it('continues the trace of a trusted proxy only', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const parentOf = async (
      headers: Record<string, string>,
      options: Parameters<typeof serveSteps>[1] = PROXY,
    ) => (await seen({ 'x-forwarded-for': '6.6.6.6', ...headers }, options)).visitor.traceParent
    expect(await parentOf({ traceparent })).toEqual({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      traceFlags: 1,
      isRemote: true,
    })
    expect(await parentOf({ traceparent }, {})).toBeNull()
    expect(await parentOf({ traceparent, 'x-forwarded-for': '' })).toBeNull()
    expect(await parentOf({ traceparent: `${traceparent}-1` })).toBeNull()
    expect(await parentOf({})).toBeNull()
  })

  it('uses TLS if SITE_URL says so', async () => {
    const settings = { SITE_URL: 'https://pardeh.example' }
    expect((await seen({}, { settings })).visitor.isHttps).toBe(true)
  })

  it('of a revalidation is recognised by the secret of this process', async () => {
    for (const isHttps of [true, false]) {
      const { visitor, headers } = await seen(revalidationHeaders('pardeh.example', isHttps))
      expect(visitor).toMatchObject({ isHttps, isRevalidation: true })
      expect(headers.host).toBe('pardeh.example')
    }
  })
})
