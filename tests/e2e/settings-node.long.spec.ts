// The effects of settings at a node, over HTTP and in its database: one site with all of them, and one separate service.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { connectEmbedded } from '#src/service/platform/db/embedded.ts'
import { siteUrl } from '#tests/support/browser.ts'
import { type Collector, startCollector } from '#tests/support/collector.ts'
import { raw } from '#tests/support/raw-request.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { type Site, settingsUnderTest, startSite } from '#tests/support/site.ts'

// Only Linux has a whole network of loopback addresses.
const isLinux = process.platform === 'linux'
const TOKEN = 'a-token-of-metrics-1'
const SECRET = 'a secret of 32 characters or more.'
const OLD_SECRET = 'an-earlier-secret-of-32-characters-or-more'
const SETTINGS = {
  HOST: isLinux ? '127.0.0.2' : '127.0.0.1',
  SECRET,
  ALLOWED_HOSTS: 'tv.example, www.tv.example',
  TRUST_PROXY: '127.0.0.3',
  METRICS_TOKEN: TOKEN,
  LOG_LEVEL: 'silent',
  DB_POOL: '2',
}
const OF_POOL = `select count(*)::int as count from pg_stat_activity where application_name = 'pardeh'`

let site: Site
let service: Site
let collector: Collector
beforeAll(async () => {
  collector = await startCollector()
  const command: [string, string] = [process.execPath, 'src/api-server.ts']
  const ofService = {
    PORT: '1',
    SECRET,
    SECRET_PREVIOUS: OLD_SECRET,
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '127.0.0.1',
    ACCESS_LOG: 'address',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  }
  ;[site, service] = await Promise.all([
    startSite({ env: SETTINGS }),
    startSite({ command, env: ofService }),
  ])
}, 120_000)
afterAll(() => Promise.all([site?.stop(), service?.stop(), collector?.stop()]))

const statusFor = async (host: string) =>
  (await raw('/about', { url: site.url, headers: { host } })).status

test.runIf(isLinux)('the node listens on HOST and PORT only', async () => {
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  expect(new URL(site.url).host).toBe(`127.0.0.2:${site.port}`)
  await expect(fetch(`http://127.0.0.1:${site.port}/healthz`)).rejects.toThrow()
})

test('ALLOWED_HOSTS are answered, others are not', async () => {
  expect(await statusFor('tv.example')).toBe(200)
  expect(await statusFor('www.tv.example')).toBe(200)
  expect(await statusFor('other.example')).toBe(421)
  expect(await statusFor('evil.tv.example')).toBe(421)
})

test('METRICS_TOKEN is required, on this machine too', async () => {
  const statusWith = async (headers: Record<string, string>) =>
    (await raw('/metrics', { url: site.url, headers })).status
  expect(await statusWith({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  expect(await statusWith({ authorization: 'Bearer another-token-1' })).toBe(404)
  expect(await statusWith({})).toBe(404)
})

test('LOG_LEVEL decides what is logged', async () => {
  expect(site.logs()).not.toMatch(/"level":/)
  await expect.poll(() => service.logs()).toMatch(/"level":30.*listens/)
})

test('ACCESS_LOG writes one line per request, with the address if it is set to', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'edge-7f3a' }
  await fetch(`${service.url}/video-contents/abcdef?count=1`, { headers })
  await fetch(`${service.url}/healthz`)
  const lines = () =>
    service
      .logs()
      .split('\n')
      .filter(line => line.includes('"event":"request"'))
      .map(line => JSON.parse(line) as Record<string, unknown>)
  await expect
    .poll(() => lines().find(({ requestId }) => requestId === 'edge-7f3a'))
    .toMatchObject({
      method: 'GET',
      route: '/api/video-contents/{short_id}',
      status: 422,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      client: '203.0.113.7',
    })
  expect(service.logs()).not.toMatch(/abcdef|healthz/)
})

test('SECRET replaces the generated one, which DATA_DIR contains otherwise', () => {
  expect(existsSync(join(site.dataDir, 'secret'))).toBe(false)
  const isGenerated = !settingsUnderTest().SECRET
  expect(existsSync(join(inject('dataDir'), 'secret'))).toBe(isGenerated)
})

test('DATA_DIR contains the database', () => {
  const version = readFileSync(join(site.dataDir, 'pg/PG_VERSION'), 'utf8')
  expect(Number(version)).toBeGreaterThanOrEqual(15)
})

test('DB_POOL limits the connections, under any load', async () => {
  const { url } = await connectEmbedded(site.dataDir, silentLog)
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const calls = Array.from({ length: 40 }, (_, i) => fetch(`${site.url}/api/search?query=باغ${i}`))
  const counts: number[] = []
  for (let i = 0; i < 10; i += 1) counts.push((await client.query(OF_POOL)).rows[0].count)
  for (const reply of await Promise.all(calls)) expect(reply.status).toBe(200)
  expect(Math.max(...counts)).toBe(2)
})

test.runIf(isLinux)('TRUST_PROXY decides whose X-Forwarded-Proto counts', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  const hstsFor = async (localAddress: string) =>
    (await raw('/about', { url: site.url, headers, localAddress })).headers[
      'strict-transport-security'
    ]
  expect(await hstsFor('127.0.0.3')).toMatch(/max-age/)
  expect(await hstsFor('127.0.0.4')).toBeUndefined()
})

test('SECRET_PREVIOUS lets nodes with different secrets trust each other while SECRET changes', async () => {
  const env = { API_BASE_URL: service.url, SECRET: OLD_SECRET }
  const pages = await startSite({ env })
  onTestFinished(async () => void (await pages.stop()))
  expect((await fetch(`${pages.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${pages.url}/about`)).status).toBe(200)
})

test('npm run service listens on API_PORT; a site finds it by API_BASE_URL', async () => {
  expect((await fetch(`${service.url}/global-data`)).status).toBe(200)
  const pages = await startSite({ env: { API_BASE_URL: service.url, SECRET } })
  onTestFinished(async () => void (await pages.stop()))
  expect(existsSync(join(pages.dataDir, 'pg'))).toBe(false)
  const cardsAt = async (url: string) =>
    (await (await fetch(`${url}/contents`)).text()).match(/poster-link/g)?.length
  expect(await cardsAt(pages.url)).toBeGreaterThan(10)
  expect(await cardsAt(pages.url)).toBe(await cardsAt(siteUrl()))
})

test('OTEL_EXPORTER_OTLP_ENDPOINT gets spans of pages, calls, queries and other servers, without user input', async () => {
  const pages = await startSite({
    env: {
      API_BASE_URL: service.url,
      SECRET,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      TRUST_PROXY: '127.0.0.1',
    },
  })
  const [ofProxy, ofClient] = ['4bf92f3577b34da6a3ce929d0e0e4736', '5'.repeat(32)]
  const traced = (traceId: string) => ({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  await fetch(`${pages.url}/faq`, { headers: { ...forwarded, ...traced(ofProxy) } })
  await fetch(`${pages.url}/about`, { headers: traced(ofClient) })
  await fetch(`${service.url}/global-data`, { headers: traced(ofClient) })
  expect((await fetch(`${pages.url}/contents?query=نهان`)).status).toBe(200)
  await fetch(`${service.url}/access-token/users/09123334455/approaches`)
  // A stop sends the remaining spans.
  await pages.stop()
  const named = (name: string | RegExp) =>
    collector
      .spans()
      .filter(span => (typeof name === 'string' ? span.name === name : name.test(span.name)))
  const page = named('page GET').find(({ traceId }) => traceId !== ofProxy)
  const inTrace = () => named(/GET$/).filter(({ traceId }) => traceId === ofProxy)
  expect(inTrace().map(({ name }) => name)).toContain('page GET')
  await expect.poll(() => inTrace().map(({ name }) => name)).toContain('service GET')
  expect(collector.spans().filter(({ traceId }) => traceId === ofClient)).toEqual([])
  const calls = named(`GET ${new URL(service.url).host}`)
  expect(calls.some(({ parentSpanId }) => parentSpanId === page?.spanId)).toBe(true)
  const routes = () =>
    named('service GET').map(
      ({ attributes }) => attributes.find(({ key }) => key === 'http.route')?.value.stringValue,
    )
  // The service sends its own spans every few seconds.
  await expect.poll(routes).toContain('/access-token/users/{msisdn}/approaches')
  const served = new Set(named('service GET').map(({ spanId }) => spanId))
  expect(named(/^select contents/).some(({ parentSpanId = '' }) => served.has(parentSpanId))).toBe(
    true,
  )
  expect(new Set(collector.asked)).toEqual(new Set(['POST /v1/traces application/json']))
  expect(collector.texts.join()).not.toMatch(/09123334455|نهان|%D9%86/i)
})
