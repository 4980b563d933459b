import { describe, expect, it } from 'vitest'
import { allowedHosts, requestLimits } from '#src/http/request-limits.ts'
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
