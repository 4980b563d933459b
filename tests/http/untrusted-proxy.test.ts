import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { serveMetrics } from '#src/http/health.ts'
import { watchUntrustedProxies } from '#src/http/untrusted-proxy.ts'
import { createLog } from '#src/service/platform/log.ts'
import { serveSteps } from '#tests/support/steps.ts'

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }

async function aNode(TRUST_PROXY: string[]) {
  const lines: string[] = []
  const registry = new Registry()
  const log = createLog('info', { write: line => void lines.push(line) })
  const { step, hasSeenProxy } = watchUntrustedProxies({ TRUST_PROXY }, { log, registry })
  const metrics = serveMetrics({ METRICS_TOKEN: undefined }, () => registry.metrics(), hasSeenProxy)
  const { ask } = await serveSteps([step, metrics], { trusted: TRUST_PROXY })
  return { ask, lines, registry }
}

it('a proxy on this machine that TRUST_PROXY does not name is logged once, and closes /metrics', async () => {
  const { ask, lines, registry } = await aNode([])
  expect((await ask('/metrics')).status).toBe(200)
  for (let n = 0; n < 3; n++) await ask('/', { headers: FORWARDED })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'untrusted_proxy', proxy: '127.0.0.1' })
  expect(await registry.metrics()).toMatch(/^pardeh_untrusted_proxy 1$/m)
  // Such a proxy may also send requests without these headers.
  expect((await ask('/metrics')).status).toBe(404)
})

it('a proxy that TRUST_PROXY names, and visitors without one, change nothing', async () => {
  const trusting = await aNode(['127.0.0.1'])
  await trusting.ask('/', { headers: FORWARDED })
  expect((await trusting.ask('/metrics')).status).toBe(200)
  const alone = await aNode([])
  await alone.ask('/')
  expect((await alone.ask('/metrics')).status).toBe(200)
  expect([trusting.lines, alone.lines]).toEqual([[], []])
  expect(await alone.registry.metrics()).toContain('pardeh_untrusted_proxy 0')
})
