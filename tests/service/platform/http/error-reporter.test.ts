import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ERROR_SAMPLE_RATE } from '#src/contract/sampling.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { reportError, sentryTarget } from '#src/service/platform/http/error-reporter.ts'
import { silentLog } from '#tests/support/silent-log.ts'

async function aReporter() {
  const received: string[] = []
  const server = createServer((req, res) => {
    let body = `${req.url} ${req.headers['x-sentry-auth']}\n`
    req.on('data', chunk => {
      body += chunk
    })
    req.on('end', () => {
      received.push(body)
      res.end('{}')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const env = {
    ...readEnv({ DATA_DIR: '/tmp/none', SECRET: 's'.repeat(32) }),
    SENTRY_DSN: `http://key@127.0.0.1:${port}/7`,
  }
  const deps = {
    env,
    fetch,
    log: silentLog as unknown as Deps['log'],
    now: () => new Date('2026-11-21T00:00:00Z'),
  }
  return { deps, received }
}

test('an error reaches the reporter as an envelope, with its place', async () => {
  const { deps, received } = await aReporter()
  const error = {
    type: 'TypeError',
    message: 'broken',
    code: '23505',
    query: 'insert users #1f0c3a',
  }
  reportError(deps, { error, where: '/users/:id', requestId: 'r-1' }, 0)
  await expect.poll(() => received.length).toBe(1)
  const [first = '', , , event = '{}'] = (received[0] ?? '').split('\n')
  expect(first).toContain('/api/7/envelope/ Sentry sentry_version=7')
  expect(JSON.parse(event)).toMatchObject({
    transaction: '/users/:id',
    exception: { values: [{ type: 'TypeError', value: 'broken' }] },
    tags: { code: '23505', query: 'insert users #1f0c3a', request_id: 'r-1' },
  })
})

test('one error in ten is sent', async () => {
  const { deps, received } = await aReporter()
  const error = (message: string) => ({ type: 'Error', message })
  reportError(deps, { error: error('unsampled'), where: '/' }, ERROR_SAMPLE_RATE)
  reportError(deps, { error: error('sampled'), where: '/' }, ERROR_SAMPLE_RATE - 0.01)
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toContain('"value":"sampled"')
})

test('the address of the envelopes is derived from the DSN, also below a path', () => {
  expect(sentryTarget('https://abc@errors.example/sub/12').url).toBe(
    'https://errors.example/sub/api/12/envelope/',
  )
})
