import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { callRemote, isRemoteReady } from '#src/service/remote.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { freePort } from '#tests/support/site.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A service elsewhere that answers as it is told, and remembers what it was asked. */
async function elsewhere(answer: (res: ServerResponse) => void) {
  const seen: Seen[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body })
    answer(res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { seen, baseUrl, call: callRemote(baseUrl, silentLog) }
}

const CONTEXT = { address: '203.0.113.9', requestId: 'abc' }
const aCall = (path: string, init?: RequestInit) => new Request(`http://service${path}`, init)

describe('a call to a service elsewhere', () => {
  test('goes on with its method, path, headers and body, and says who calls', async () => {
    const { seen, call } = await elsewhere(res => res.end('{}'))
    const body = '{"text":"سلام"}'
    const headers = { authorization: 'Bearer a', 'content-type': 'application/json' }
    await call(aCall('/comments/a%2Fb?x=%26', { method: 'POST', body, headers }), CONTEXT)
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/comments/a%2Fb?x=%26',
        body,
        headers: { ...headers, 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'abc' },
      },
    ])
  })

  test('may have a body that is still being sent', async () => {
    const { seen, call } = await elsewhere(res => res.end('{}'))
    const body = new Response('streamed').body
    await call(aCall('/x', { method: 'PUT', body, duplex: 'half' } as RequestInit), CONTEXT)
    expect(seen[0]?.body).toBe('streamed')
  })

  test('of nobody names no address', async () => {
    const { seen, call } = await elsewhere(res => res.end('{}'))
    await call(aCall('/x'), { address: '', requestId: '' })
    expect(seen[0]?.headers).not.toHaveProperty('x-forwarded-for')
  })

  test('is answered decoded, without the headers of that connection', async () => {
    const { call } = await elsewhere(res =>
      res
        .writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
          'Keep-Alive': 'timeout=9',
          'X-Own': '1',
        })
        .end(gzipSync('{"data":1}')),
    )
    const reply = await call(aCall('/x'), CONTEXT)
    expect(await reply.json()).toEqual({ data: 1 })
    expect(reply.headers.get('x-own')).toBe('1')
    for (const name of ['content-encoding', 'connection', 'keep-alive', 'transfer-encoding'])
      expect(reply.headers.has(name), name).toBe(false)
  })

  test('is answered a redirect as it is: a bank sends a browser on by it', async () => {
    const { seen, call } = await elsewhere(res =>
      res.writeHead(303, { Location: 'https://bank.example/pay' }).end(),
    )
    const reply = await call(aCall('/payments/x/callback'), CONTEXT)
    expect([reply.status, reply.headers.get('location'), seen.length]).toEqual([
      303,
      'https://bank.example/pay',
      1,
    ])
  })

  test('is answered no JSON without end', async () => {
    const { call } = await elsewhere(res => {
      res.writeHead(200, { 'Content-Type': 'application/json' })
      for (let megabytes = 0; megabytes < 18; megabytes++) res.write(Buffer.alloc(1_048_576, 32))
      res.end()
    })
    const reply = await call(aCall('/x'), CONTEXT)
    await expect(reply.text()).rejects.toThrow('longer than expected')
  })

  test('is 503 and worth a second try where nobody answers', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    const reply = await callRemote(baseUrl, silentLog)(aCall('/x'), CONTEXT)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await reply.json()).toEqual({
      data: null,
      meta: { operation_result: 'unavailable', operation_result_code: 50300, retry_after: 5 },
    })
    expect(await isRemoteReady(baseUrl)).toBe(false)
  })

  test('is ready when the service there is', async () => {
    let status = 200
    const { seen, baseUrl } = await elsewhere(res => res.writeHead(status).end())
    expect(await isRemoteReady(baseUrl)).toBe(true)
    status = 503
    expect(await isRemoteReady(baseUrl)).toBe(false)
    expect(seen[0]?.url).toBe('/readyz')
  })
})
