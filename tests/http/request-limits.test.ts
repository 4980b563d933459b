import { describe, expect, it } from 'vitest'
import { health, metrics } from '#src/http/health.ts'
import type { Step } from '#src/http/listen.ts'
import { allowedHosts, requestLimits } from '#src/http/request-limits.ts'
import { passVisitor } from '#src/http/visitor.ts'
import { serveSteps } from '#tests/support/steps.ts'

const hosts = (MODE: 'demo' | 'production', ALLOWED_HOSTS: string[] = [], SITE_URL?: string) =>
  allowedHosts({ MODE, ALLOWED_HOSTS, SITE_URL })

describe('a request is rejected', () => {
  it('for a URL of more than 4,096 characters', async () => {
    const { ask } = await serveSteps([requestLimits])
    expect((await ask(`/${'a'.repeat(4_095)}`)).headers['x-passed']).toBe('1')
    const reply = await ask(`/${'a'.repeat(4_096)}`)
    expect([reply.status, reply.body.length, reply.headers.connection]).toEqual([414, 0, 'close'])
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  })

  it('for a method that nothing here has', async () => {
    const { ask } = await serveSteps([requestLimits])
    for (const method of ['TRACE', 'PROPFIND']) {
      const reply = await ask('/', { method })
      expect([reply.status, reply.headers.allow]).toEqual([
        405,
        'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      ])
    }
    for (const method of ['GET', 'PATCH', 'OPTIONS'])
      expect((await ask('/', { method })).headers['x-passed']).toBe('1')
  })

  it.each([
    ['pardeh.example', true],
    ['PARDEH.example', true],
    ['pardeh.example:443', true],
    ['cdn.example:8443', true],
    ['evil.example', false],
    ['pardeh.example.evil.example', false],
    ['127.0.0.1', false],
    ['', false],
  ])('in production for a Host that is not the site’s: %j', async (host, isAllowed) => {
    const step = hosts('production', ['CDN.example'], 'https://pardeh.example')
    const { ask } = await serveSteps([step])
    expect((await ask('/', { headers: { host } })).status).toBe(isAllowed ? 404 : 421)
  })

  it.each([
    ['localhost:4321', true],
    ['127.0.0.1:4321', true],
    ['[::1]:4321', true],
    ['192.168.1.7', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['localhost.evil.example', false],
    ['8.8.8.8', false],
  ])('in demo for a Host that is not this machine: %j', async (host, isAllowed) => {
    const { ask } = await serveSteps([hosts('demo')])
    expect((await ask('/', { headers: { host } })).status).toBe(isAllowed ? 404 : 421)
  })
})

describe('the health of the site', () => {
  it('is told while it is not ready too', async () => {
    let isReady = true
    const { ask } = await serveSteps([health(async () => isReady)])
    const told = async (path: string) => {
      const { status, body } = await ask(path)
      return [status, String(body)]
    }
    expect(await told('/readyz')).toEqual([200, '{"status":"ready"}'])
    isReady = false
    expect(await told('/readyz?x')).toEqual([503, '{"status":"not ready"}'])
    expect(await told('/healthz')).toEqual([200, '{"status":"ok"}'])
    expect((await ask('/readyz/')).headers['x-passed']).toBe('1')
    const { headers } = await ask('/healthz')
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('the metrics', () => {
  const read = async () => 'up 1\n'
  const TOKEN = 'a-token-of-the-operator'

  it('are for this machine', async () => {
    const { ask } = await serveSteps([metrics({ METRICS_TOKEN: undefined }, read)], {
      trusted: ['127.0.0.1'],
    })
    const reply = await ask('/metrics')
    expect([reply.status, String(reply.body)]).toEqual([200, 'up 1\n'])
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await ask('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      404,
    )
  })

  it('are for the token alone where there is one', async () => {
    const { ask } = await serveSteps([metrics({ METRICS_TOKEN: TOKEN }, read)])
    const statusOf = async (authorization: string) =>
      (await ask('/metrics', { headers: { authorization } })).status
    expect(await statusOf(`Bearer ${TOKEN}`)).toBe(200)
    for (const wrong of ['', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `bearer ${TOKEN}`])
      expect(await statusOf(wrong), wrong).toBe(404)
  })
})

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

  it('is who holds the connection, whatever its headers say', async () => {
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
      isRevalidation: false,
    })
    expect(headers).toMatchObject({ 'pardeh-address': '127.0.0.1', 'pardeh-proto': 'http' })
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'])
      expect(headers).not.toHaveProperty(name)
  })

  it('is who a trusted proxy says, by its last entry', async () => {
    const by = (proto: string) =>
      seen({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': proto }, PROXY)
    expect((await by('https')).visitor).toMatchObject({ address: '203.0.113.9', isHttps: true })
    expect((await by('https, http')).visitor.isHttps).toBe(false)
  })

  it('speaks TLS where SITE_URL says so', async () => {
    const settings = { SITE_URL: 'https://pardeh.example' }
    expect((await seen({}, { settings })).visitor.isHttps).toBe(true)
  })
})
