import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { serveHealth, serveMetrics } from '#src/http/health.ts'
import { createFirstSteps } from '#src/server.ts'
import { inspectBrand } from '#src/service/platform/brand/read-brand.ts'
import type { Env } from '#src/service/platform/env.ts'
import type { Service } from '#src/service/service.ts'
import { serveSteps } from '#tests/support/steps.ts'

describe('the health of the site', () => {
  it('is reported even while the site is not ready', async () => {
    let faults: string[] = []
    const { ask } = await serveSteps([serveHealth(async () => faults)])
    const told = async (path: string) => {
      const { status, body } = await ask(path)
      return [status, String(body)]
    }
    expect(await told('/readyz')).toEqual([200, '{"status":"ready"}'])
    faults = ['database', 'clock']
    expect(await told('/readyz?x')).toEqual([
      503,
      '{"status":"not ready","reasons":["database","clock"]}',
    ])
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

  it('are available to this machine', async () => {
    const { ask } = await serveSteps([serveMetrics({ METRICS_TOKEN: undefined }, read)], {
      trusted: ['127.0.0.1'],
    })
    const reply = await ask('/metrics')
    expect([reply.status, String(reply.body)]).toEqual([200, 'up 1\n'])
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect((await ask('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(
      404,
    )
  })

  it('are refused to a proxy on this machine that TRUST_PROXY does not name', async () => {
    const { ask } = await serveSteps([serveMetrics({ METRICS_TOKEN: undefined }, read)])
    const visitors: Array<Record<string, string>> = [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
    ]
    for (const headers of visitors)
      expect((await ask('/metrics', { headers })).status, JSON.stringify(headers)).toBe(404)
  })

  it('require the token if one is set', async () => {
    const { ask } = await serveSteps([serveMetrics({ METRICS_TOKEN: TOKEN }, read)])
    const statusOf = async (authorization: string) =>
      (await ask('/metrics', { headers: { authorization } })).status
    expect(await statusOf(`Bearer ${TOKEN}`)).toBe(200)
    for (const wrong of ['', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `bearer ${TOKEN}`])
      expect(await statusOf(wrong), wrong).toBe(404)
  })
})

describe('in production, the request pipeline', () => {
  const TOKEN = 'a-token-of-the-operator'
  const authorization = `Bearer ${TOKEN}`
  const service = { faults: async () => [], metrics: async () => 'up 1\n' } as Partial<Service>
  const stepsOf = (METRICS_TOKEN?: string) =>
    createFirstSteps(
      {
        MODE: 'production',
        SITE_URL: 'https://pardeh.example',
        ALLOWED_HOSTS: ['tv.example'],
        DATA_DIR: '/nonexistent',
        METRICS_TOKEN,
      } as Env,
      service as Service,
      inspectBrand(null).brand,
      () => false,
    )
  const FOREIGN = ['10.0.0.1:4321', '127.0.0.1', '[fd00::1]:4321', 'node1', 'node1:4321', '']

  it.each(FOREIGN)('answers probes and Prometheus that address the node as %j', async host => {
    const { ask } = await serveSteps(stepsOf(TOKEN))
    expect((await ask('/healthz', { headers: { host } })).status).toBe(200)
    expect((await ask('/readyz', { headers: { host } })).status).toBe(200)
    const reply = await ask('/metrics', { headers: { host, authorization } })
    expect([reply.status, String(reply.body)]).toEqual([200, 'up 1\n'])
  })

  it.each(FOREIGN)('answers 421 to any other path for the host %j', async host => {
    const { ask } = await serveSteps(stepsOf(TOKEN))
    for (const path of ['/', '/metrics/', '/healthz/', '/metrics.txt', '/media/pictures/a.avif'])
      expect((await ask(path, { headers: { host, authorization } })).status, path).toBe(421)
  })

  it('refuses a wrong token for any host, including the host of SITE_URL', async () => {
    const { ask } = await serveSteps(stepsOf(TOKEN))
    for (const host of [...FOREIGN, 'pardeh.example', 'tv.example'])
      for (const wrong of ['', 'Bearer another-token-of-16', TOKEN]) {
        const reply = await ask('/metrics', { headers: { host, authorization: wrong } })
        expect([host, reply.status]).toEqual([host, 404])
        expect(String(reply.body)).not.toContain('up 1')
      }
  })

  it('answers programs on this machine for any host if no token is set', async () => {
    const { ask } = await serveSteps(stepsOf())
    for (const host of FOREIGN)
      expect((await ask('/metrics', { headers: { host } })).status, host).toBe(200)
    const headers = { host: 'pardeh.example', 'x-forwarded-for': '203.0.113.9' }
    expect((await ask('/metrics', { headers })).status).toBe(404)
  })

  it.each([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/', 421],
  ])('answers HTTP/1.0 without a Host: %s with %d', async (path, status) => {
    const { port } = await serveSteps(stepsOf(TOKEN))
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`)
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})
