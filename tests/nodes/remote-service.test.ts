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

describe('a service node that does not answer', () => {
  test('is replaced by another one, and a call without another one fails later', async () => {
    const [silent, good] = [await startOther(() => undefined), await startOther(json)]
    const both = connect(silent.baseUrl, good.baseUrl)
    await both.call(aCall('/x'), CONTEXT)
    const alone = connect(silent.baseUrl)
    // The check for faults is given up after two seconds, then a call that another node may answer, then one that none may.
    const ends: unknown[] = []
    await Promise.all([
      both.call(aCall('/x'), CONTEXT).then(({ status }) => ends.push(status)),
      alone.call(aCall('/x', { method: 'POST' }), CONTEXT).then(({ status }) => ends.push(status)),
      alone.faults().then(found => ends.push(...found)),
    ])
    expect(ends).toEqual(['service', 200, 503])
  })

  test('is given up in the middle of a JSON reply, but not in the middle of a film', async () => {
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
