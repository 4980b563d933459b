import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  aCall,
  CONTEXT,
  connect,
  elsewhere,
  html,
  json,
  startOther,
} from '#tests/support/other-service.ts'

describe('one that does not answer', () => {
  test('is given up for another one after 4 seconds, and after 10 altogether', async () => {
    const [silent, good] = [await startOther(() => undefined), await startOther(json)]
    const both = connect(silent.baseUrl, good.baseUrl)
    await both.call(aCall('/x'), CONTEXT)
    const alone = connect(silent.baseUrl)
    const start = performance.now()
    const [reply, late, faults] = await Promise.all([
      both.call(aCall('/x'), CONTEXT).then(({ status }) => [status, performance.now() - start]),
      alone
        .call(aCall('/x', { method: 'POST' }), CONTEXT)
        .then(({ status }) => [status, performance.now() - start]),
      alone.faults().then(found => [...found, performance.now() - start]),
    ])
    expect(reply).toEqual([200, expect.closeTo(4_000, -3)])
    expect(late).toEqual([503, expect.closeTo(10_000, -3)])
    expect(faults).toEqual(['service', expect.closeTo(2_000, -3)])
  })

  test('for the rest of a JSON reply is given up, and of a film is waited for', async () => {
    const type = (req: IncomingMessage) => (req.url === '/x' ? 'application/json' : 'video/mp4')
    const { call } = await elsewhere((res, req) => {
      res.writeHead(200, { 'Content-Type': type(req) }).write('{')
      setTimeout(() => res.end('}'), 11_000)
    })
    const [cut, film] = await Promise.all([
      call(aCall('/x'), CONTEXT),
      call(aCall('/media/s/x.mp4'), CONTEXT).then(reply => reply.text()),
    ])
    expect(cut.status).toBe(503)
    expect(film).toBe('{}')
  })

  test('is tried again after three seconds', async () => {
    let answer = html(502)
    const { call, seen, registry } = await elsewhere((res, req) => answer(res, req))
    for (let n = 0; n < 9; n++) expect((await call(aCall('/x'), CONTEXT)).status).toBe(503)
    expect(seen).toHaveLength(3)
    answer = json
    await new Promise(done => setTimeout(done, 3_100))
    expect((await call(aCall('/x'), CONTEXT)).status).toBe(200)
    expect(await registry.metrics()).toMatch(/pardeh_service_up\{.*\} 1/)
  })
})
