import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#src/service/platform/env.ts'
import { registerPurge } from '#src/service/platform/nodes/cdn-purge.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { startTestServer } from '#tests/support/test-server.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** A CDN that records what it is asked to purge, and first answers 500 this many times. */
async function cdn(failures = 0) {
  const asked: Array<Record<string, unknown>> = []
  const { origin } = await startTestServer((req, res) => {
    let body = ''
    req.on('data', chunk => {
      body += chunk
    })
    req.on('end', () => {
      const { authorization, 'surrogate-key': keys } = req.headers
      const isSoft = req.headers['fastly-soft-purge'] === '1'
      asked.push({ method: req.method, authorization, keys, isSoft, body: JSON.parse(body) })
      res.writeHead(asked.length > failures ? 200 : 500).end()
    })
  })
  const env = readEnv({
    SECRET: 'a secret of the tests, long enough for a key',
    DATA_DIR: service.deps.env.DATA_DIR,
    CDN_PURGE_URL: `${origin}/purge`,
    CDN_PURGE_KEY: 'key-of-the-cdn-api',
  })
  const again = await service.again()
  const deps = { ...again.deps, env }
  const purge = registerPurge(deps)
  if (!purge) throw new Error('no purge was registered')
  return { asked, purge, jobs: again.jobs, deps }
}

test('nothing is purged without CDN_PURGE_URL', () => {
  expect(registerPurge(service.deps)).toBeNull()
})

test('a change is purged by its tags, and again once all nodes have heard of it', async () => {
  const { asked, purge, jobs } = await cdn()
  for (let node = 0; node < 3; node++) purge.change(['home', 'content:a1', 'change:7'])
  await jobs.runQueued()
  expect(asked).toEqual(
    Array(2).fill({
      method: 'POST',
      authorization: 'Bearer key-of-the-cdn-api',
      keys: 'home content:a1',
      isSoft: false,
      body: { tags: ['home', 'content:a1'] },
    }),
  )
})

test('a change of all pages purges everything', async () => {
  const { asked, purge, jobs } = await cdn()
  purge.change(['catalogue', '*', 'change:8'])
  await jobs.runQueued()
  expect(asked[0]).toMatchObject({ keys: '*', body: { purge_everything: true } })
})

test('if changes may have been missed, pages become stale, and none is purged', async () => {
  const { asked, purge, jobs, deps } = await cdn()
  for (let node = 0; node < 3; node++) purge.missed()
  await jobs.runQueued()
  expect(asked).toEqual(
    Array(2).fill({
      method: 'POST',
      authorization: 'Bearer key-of-the-cdn-api',
      keys: 'shell',
      isSoft: true,
      body: { tags: ['shell'] },
    }),
  )
  const metrics = await deps.metrics.text()
  expect(metrics).toContain('pardeh_cdn_soft_purges_total{outcome="purged"} 2')
  expect(metrics).not.toContain('pardeh_cdn_purges_total{')
})

test('a failed purge fails its job, which is retried, and is counted', async () => {
  const { asked, purge, jobs, deps } = await cdn(1)
  purge.change(['home', 'change:9'])
  await expect(jobs.runQueued()).rejects.toThrow('answered 500')
  expect(asked).toHaveLength(1)
  expect(await deps.metrics.text()).toContain('pardeh_cdn_purges_total{outcome="failed"} 1')
})
