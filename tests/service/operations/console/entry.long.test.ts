// The console at its port, beside the service alone: a process of its own with STAFF_PORT, and one without.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EnvError, readEnv } from '#src/service/platform/env.ts'
import { observatoryScore } from '#tests/support/observatory.ts'
import { raw } from '#tests/support/raw-request.ts'
import { freePort, type Site, startSite } from '#tests/support/site.ts'

const command: [string, string] = [process.execPath, 'src/api-server.ts']
let port: number
let closedPort: number
let open: Site
let closed: Site

beforeAll(async () => {
  port = await freePort()
  closedPort = await freePort()
  const STAFF_ORIGIN = 'https://staff.example'
  ;[open, closed] = await Promise.all([
    startSite({
      command,
      env: { STAFF_PORT: String(port), STAFF_ORIGIN, SITE_URL: 'https://site.example' },
    }),
    startSite({ command, env: { STAFF_PORT: '0' } }),
  ])
}, 120_000)
afterAll(() => Promise.all([open?.stop(), closed?.stop()]))

const ask = (path: string, headers: Record<string, string> = {}) =>
  raw(path, { url: `http://127.0.0.1:${port}`, headers: { host: 'staff.example', ...headers } })

test('STAFF_PORT opens the console, which answers for STAFF_ORIGIN only', async () => {
  expect((await ask('/api/session')).status).toBe(401)
  expect((await ask('/api/session', { host: 'evil.example' })).status).toBe(421)
})

test('a call without a body, or with one of unknown length, is answered like others', async () => {
  const origin = 'https://staff.example'
  const own = { host: 'staff.example', origin }
  const url = `http://127.0.0.1:${port}`
  expect((await raw('/api/session', { url, method: 'DELETE', headers: own })).status).toBe(401)
  const chunked = { ...own, 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const given = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' })
  const signIn = await raw('/api/session', { url, method: 'POST', headers: chunked, body: given })
  expect(signIn.status).toBe(422)
  expect(signIn.text).toContain('wrong_password')
})

test('without STAFF_PORT nothing of the console can be reached', async () => {
  await expect(fetch(`http://127.0.0.1:${closedPort}/api/session`)).rejects.toThrow()
  for (const path of ['/api/session', '/session', '/invitations/x', '/actions'])
    expect((await fetch(`${closed.url}${path}`)).status, path).toBe(404)
})

test('the service has nothing of the console at its own port', async () => {
  for (const path of ['/api/session', '/session', '/actions', '/today', '/people'])
    expect((await fetch(`${open.url}${path}`)).status, path).toBe(404)
})

test('every reply has the security headers, and no other origin may read it', async () => {
  for (const path of ['/api/session', '/titles', '/none.js']) {
    const { headers } = await ask(path, { origin: 'https://evil.example' })
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'strict-transport-security': expect.stringContaining('max-age'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(headers['access-control-allow-origin'], path).toBeUndefined()
  }
})

test.each(['/', '/titles', '/api/session', '/none.js', '/_astro/none.js'])(
  '%s scores 130 at the Observatory, behind TLS',
  async path => {
    expect(observatoryScore(await ask(path))).toEqual({ score: 130, lost: [] })
  },
)

test('the styles of a page need a nonce that no other page has', async () => {
  const pages = [await ask('/'), await ask('/')]
  const nonces = pages.map(
    ({ headers }) =>
      /style-src 'self' 'nonce-([\w+/=]{20,})'/.exec(
        String(headers['content-security-policy']),
      )?.[1],
  )
  expect(new Set(nonces).size).toBe(2)
  for (const [at, { text }] of pages.entries()) {
    expect(text).toContain(`<meta property="csp-nonce" nonce="${nonces[at]}">`)
    expect(text).not.toContain('STAFF_NONCE')
  }
})

test('/metrics counts requests of the console by route, without tokens', async () => {
  await ask('/api/invitations/a-secret-token')
  const text = await (await fetch(`${open.url}/metrics`)).text()
  expect(text).toMatch(/pardeh_request_seconds_count\{kind="staff",route="\/api\/invitations"/)
  expect(text).not.toContain('a-secret-token')
})

test.each([
  [{ STAFF_PORT: '4321' }, 'STAFF_PORT is the port of the site'],
  [{ STAFF_PORT: 'x' }, 'STAFF_PORT must be a port'],
  [{ STAFF_PORT: '70000' }, 'STAFF_PORT must be a port'],
  [{ STAFF_PORT: '4323', MODE: 'production' }, 'STAFF_ORIGIN must begin with https:'],
  [{ STAFF_ORIGIN: 'https://staff.example', MODE: 'production' }, 'STAFF_ORIGIN has no effect'],
  [{ STAFF_ORIGIN: 'https://staff.example/x' }, 'STAFF_ORIGIN must be an origin'],
  [
    { STAFF_PORT: '4323', STAFF_ORIGIN: 'https://a.example:1', SITE_URL: 'https://a.example' },
    'STAFF_ORIGIN must not be the host',
  ],
])('%o is refused', (given, problem) => {
  expect(() => readEnv(given, { isReadOnly: true })).toThrow(EnvError)
  expect(() => readEnv(given, { isReadOnly: true })).toThrow(problem)
})

test('a site in production has no console unless it is set', () => {
  expect(readEnv({}, { isReadOnly: true }).STAFF_PORT).toBe(5321)
  expect(readEnv({ PORT: '65000' }, { isReadOnly: true }).STAFF_PORT).toBe(0)
})
