import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nodeKey, readVisitor } from '#src/service/platform/nodes/visitor-signature.ts'
import {
  type Answer,
  aCall,
  CONTEXT,
  connect,
  elsewhere,
  html,
  json,
  nowhere,
  SECRET,
  startOther,
} from '#tests/support/other-service.ts'

describe('a call to a remote service', () => {
  test('is forwarded with its method, path, headers and body, and names the caller', async () => {
    const { seen, call } = await elsewhere(json)
    const body = '{"text":"سلام"}'
    const headers = { authorization: 'Bearer a', 'content-type': 'application/json' }
    await call(aCall('/comments/a%2Fb?x=%26', { method: 'POST', body, headers }), CONTEXT)
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/comments/a%2Fb?x=%26',
        body,
        headers,
      },
    ])
    const signed = String(seen[0]?.headers['pardeh-visitor'])
    const request = { method: 'POST', path: '/comments/a%2Fb?x=%26' }
    const read = (header: string, secret = SECRET) =>
      readVisitor(header, [nodeKey(secret)], request, Date.now())
    expect(read(signed)).toEqual(CONTEXT)
    expect(read(signed, 'another')).toBe('unknown')
    expect(read(signed.replace('203', '204'))).toBe('unknown')
  })

  test('may have a body that is still being sent', async () => {
    const { seen, call } = await elsewhere(json)
    const body = new Response('streamed').body
    await call(aCall('/x', { method: 'PUT', body, duplex: 'half' } as RequestInit), CONTEXT)
    expect(seen[0]?.body).toBe('streamed')
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

  test('is answered with redirects unchanged, because a bank redirects a browser', async () => {
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

  test('has a maximum size of JSON in the reply', async () => {
    const { call } = await elsewhere(res => {
      res.writeHead(200, { 'Content-Type': 'application/json' })
      for (let megabytes = 0; megabytes < 18; megabytes++) res.write(Buffer.alloc(1_048_576, 32))
      res.end()
    })
    expect((await call(aCall('/x'), CONTEXT)).status).toBe(503)
  })

  test('fails with 503 and may be repeated if no server answers', async () => {
    const { call, faults } = connect(await nowhere())
    const reply = await call(aCall('/x', { headers: { 'accept-language': 'en' } }), CONTEXT)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await reply.json()).toMatchObject({
      data: null,
      meta: { operation_result: 'unavailable', operation_result_code: 50300, retry_after: 5 },
    })
    expect(await faults()).toEqual(['service'])
  })

  test('is ready if the service there is, and reports a different SECRET', async () => {
    let status = 200
    const { seen, faults } = await elsewhere(res => res.writeHead(status).end())
    expect(await faults()).toEqual([])
    expect(seen[0]?.url).toBe('/nodes/ready')
    status = 503
    expect(await faults()).toEqual(['service'])
    status = 403
    expect(await faults()).toEqual(['secret'])
  })
})

describe('a reply that is not from the service', () => {
  test.each([500, 502, 404, 200])('an HTML page with %i becomes an envelope', async status => {
    const { call } = await elsewhere(html(status))
    const reply = await call(aCall('/contents/1'), CONTEXT)
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(await reply.json()).toMatchObject({ meta: { operation_result: 'unavailable' } })
  })

  test('JSON without an envelope does, too', async () => {
    const { call } = await elsewhere(res =>
      res.writeHead(500, { 'Content-Type': 'application/json' }).end('{"error":"x"}'),
    )
    expect(await (await call(aCall('/x'), CONTEXT)).json()).toHaveProperty('meta')
  })

  test('an envelope with a 500 is passed on, and so are pages of the demo', async () => {
    const body = '{"data":null,"meta":{"operation_result":"unknown"}}'
    const { call } = await elsewhere((res, { url }) =>
      url === '/x'
        ? res.writeHead(500, { 'Content-Type': 'application/json' }).end(body)
        : html(200)(res, {} as IncomingMessage),
    )
    expect(await (await call(aCall('/x'), CONTEXT)).text()).toBe(body)
    expect(await (await call(aCall('/dev/outbox'), CONTEXT)).text()).toContain('nginx')
  })
})

describe('with several addresses', () => {
  test('each is called in turn', async () => {
    const [one, other] = [await startOther(json), await startOther(json)]
    const { call } = connect(one.baseUrl, other.baseUrl)
    for (let n = 0; n < 6; n++) await call(aCall('/x'), CONTEXT)
    expect([one.seen.length, other.seen.length]).toEqual([3, 3])
  })

  test('a call moves on to another one if nothing of it was sent', async () => {
    const { seen, baseUrl } = await startOther(json)
    const { call } = connect(await nowhere(), await nowhere(), baseUrl)
    for (let n = 0; n < 4; n++) {
      const init = { method: 'POST', body: '{"n":1}' }
      expect((await call(aCall('/x', init), CONTEXT)).status).toBe(200)
    }
    expect(seen.map(({ body }) => body)).toEqual(Array(4).fill('{"n":1}'))
  })

  test.each([
    ['GET', '/contents/1', 2],
    ['GET', '/access-token/users/09120000001/otp', 1],
    ['GET', '/payments/zarinpal/callback/abc', 1],
    ['POST', '/subscriptions', 1],
  ])('%s %s that broke off is sent this many times: %i', async (method, path, times) => {
    const broken: Answer = res => res.destroy()
    const [one, other] = [await startOther(broken), await startOther(broken)]
    const { call } = connect(one.baseUrl, other.baseUrl)
    expect((await call(aCall(path, { method }), CONTEXT)).status).toBe(503)
    expect(one.seen.length + other.seen.length).toBe(times)
  })

  test('one that fails repeatedly is skipped for a while', async () => {
    const [bad, good] = [await startOther(html(502)), await startOther(json)]
    const { call, registry } = connect(bad.baseUrl, good.baseUrl)
    for (let n = 0; n < 20; n++) expect((await call(aCall('/x'), CONTEXT)).status).toBe(200)
    expect(bad.seen).toHaveLength(3)
    const metrics = await registry.metrics()
    expect(metrics).toContain(`pardeh_service_up{service="${new URL(bad.baseUrl).host}"} 0`)
    expect(metrics).toContain('pardeh_service_failures_total{reason="reply"} 3')
  })

  test('one that was heard of again is called at once', async () => {
    let answer: Answer = html(502)
    const { call, retry, seen, baseUrl } = await elsewhere((res, req) => answer(res, req))
    for (let n = 0; n < 4; n++) expect((await call(aCall('/x'), CONTEXT)).status).toBe(503)
    answer = json
    expect((await call(aCall('/x'), CONTEXT)).status).toBe(503)
    retry('http://127.0.0.1:1')
    expect((await call(aCall('/x'), CONTEXT)).status).toBe(503)
    expect(seen).toHaveLength(3)
    retry(baseUrl)
    retry(baseUrl)
    expect((await call(aCall('/x'), CONTEXT)).status).toBe(200)
  })
})
