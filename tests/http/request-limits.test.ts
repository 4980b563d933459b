import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answerOptions, limitRequests, rejectUnknownHosts } from '#src/http/request-limits.ts'
import { serveSteps } from '#tests/support/steps.ts'

const hosts = (MODE: 'demo' | 'production', ALLOWED_HOSTS: string[] = [], SITE_URL?: string) =>
  rejectUnknownHosts({ MODE, ALLOWED_HOSTS, SITE_URL })

describe('a request is rejected', () => {
  it('for a URL of more than 4,096 characters', async () => {
    const { ask } = await serveSteps([limitRequests])
    expect((await ask(`/${'a'.repeat(4_095)}`)).headers['x-passed']).toBe('1')
    const reply = await ask(`/${'a'.repeat(4_096)}`)
    expect([reply.status, reply.headers.connection]).toEqual([414, 'close'])
    expect(JSON.parse(String(reply.body))).toMatchObject({
      data: null,
      meta: { operation_result: 'uri_too_long', operation_result_code: 41400 },
    })
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
  })

  it('for a method that no route has', async () => {
    const { ask } = await serveSteps([limitRequests])
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

  it('for two Host headers, the same ones too', async () => {
    const { port } = await serveSteps([limitRequests])
    const statusOf = (lines: string) =>
      new Promise<string>(done => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET / HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`),
        )
        let text = ''
        socket.on('data', chunk => {
          text += chunk
        })
        socket.on('close', () => done(text.slice(9, 12)))
      })
    expect(await statusOf('Host: a.example\r\n')).toBe('404')
    expect(await statusOf('Host: a.example\r\nhost: b.example\r\n')).toBe('400')
    expect(await statusOf('Host: a.example\r\nHost: a.example\r\n')).toBe('400')
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
  ])('in production for a Host other than the site’s: %j', async (host, isAllowed) => {
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
  ])('in demo for a Host other than this machine: %j', async (host, isAllowed) => {
    const { ask } = await serveSteps([hosts('demo')])
    expect((await ask('/', { headers: { host } })).status).toBe(isAllowed ? 404 : 421)
  })
})

describe('OPTIONS', () => {
  it('is answered with the methods and without a body, except for preflights of streams', async () => {
    const { ask } = await serveSteps([answerOptions])
    for (const path of ['/', '/api/comments', '/media/pictures/a.webp']) {
      const { status, body, headers } = await ask(path, { method: 'OPTIONS' })
      expect([status, body.length, headers['content-type']]).toEqual([204, 0, undefined])
      expect(headers.allow).toContain('GET, HEAD')
      expect(headers['x-frame-options']).toBe('DENY')
    }
    for (const [path, method] of [
      ['/media/s/token/stream/master.m3u8', 'OPTIONS'],
      ['/', 'GET'],
    ] as const)
      expect((await ask(path, { method })).headers['x-passed']).toBe('1')
  })
})
