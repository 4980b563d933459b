import { describe, expect, it } from 'vitest'
import { health, metrics } from '#src/http/health.ts'
import { serveSteps } from '#tests/support/steps.ts'

describe('the health of the site', () => {
  it('is told while it is not ready too', async () => {
    let faults: string[] = []
    const { ask } = await serveSteps([health(async () => faults)])
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
