import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '#tests/support/test-server.ts'
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts'

let proxy: TcpProxy
let url: string
beforeEach(async () => {
  const server = await startTestServer((_, res) => res.end('answer'))
  proxy = await startTcpProxy({ port: server.port })
  url = `http://127.0.0.1:${proxy.port}/`
})
afterEach(() => proxy.close())

const ask = (ms = 60_000) => fetch(url, { signal: AbortSignal.timeout(ms) }).then(r => r.text())

describe('the TCP proxy', () => {
  it('passes bytes', async () => {
    expect(await ask()).toBe('answer')
  })

  it('passes nothing while it is a black hole, and passes bytes again afterwards', async () => {
    proxy.blackHole()
    await expect(ask(300)).rejects.toThrow('timeout')
    expect(proxy.connections()).toBeGreaterThan(0)
    proxy.restore()
    expect(await ask()).toBe('answer')
  })

  it('delays', async () => {
    proxy.delay(150)
    const begin = performance.now()
    expect(await ask()).toBe('answer')
    expect(performance.now() - begin).toBeGreaterThan(290)
  })

  it('rejects connections', async () => {
    proxy.reject()
    await expect(ask()).rejects.toThrow('fetch failed')
    proxy.restore()
    expect(await ask()).toBe('answer')
  })
})
