/**
 * Debian's Prometheus with the configuration of docs/metrics.md scrapes production nodes by address and port: two page nodes and a
 * service node on one PostgreSQL. The alert for a missing node fires when one is killed, and clears when it is back.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS, ORIGIN } from '#tests/support/production.ts'
import { plant } from '#tests/support/run-logs.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'
import { documentedConfig, type Prometheus, startPrometheus } from './support/prometheus.ts'

const TOKEN = `token-of-prometheus-${crypto.randomUUID()}`
/** A generous limit, since a scrape is due each second. */
const SEEN = { timeout: 120_000, interval: 250 }
const PAGE_NODE: [string, string] = [process.execPath, 'src/server.ts']
const SERVICE_NODE: [string, string] = [process.execPath, 'src/api-server.ts']

let folder: string
let server: Postgres
let pages: [Site, Site]
let service: Site
let prometheus: Prometheus

const startNode = (command: [string, string], port?: number) =>
  startSite({
    command,
    dataDir: folder,
    ...(port === undefined ? {} : { port }),
    env: {
      ...ACCOUNTS,
      MODE: 'production',
      SITE_URL: ORIGIN,
      SECRET: 'a secret of the nodes that Prometheus scrapes',
      TRUST_PROXY: '127.0.0.9',
      DATABASE_URL: server.url,
      METRICS_TOKEN: TOKEN,
    },
  })
const instanceOf = (site: Site) => new URL(site.url).host
const allNodes = () => [...pages, service]
const allUp = () => Object.fromEntries(allNodes().map(site => [instanceOf(site), '1']))

beforeAll(async () => {
  plant('a token', TOKEN)
  folder = await mkdtemp(join(tmpdir(), 'pardeh-scraped-'))
  server = await startPostgres()
  pages = [await startNode(PAGE_NODE), await startNode(PAGE_NODE)]
  service = await startNode(SERVICE_NODE)
}, 300_000)

afterAll(async () => {
  await prometheus?.stop()
  for (const site of [service, ...(pages ?? [])]) await site?.stop()
  await server?.remove()
  await rm(folder, { recursive: true, force: true })
}, 120_000)

/** Returns the status of a reply to a request with this Host header. */
function statusOf(site: Site, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = new URL(site.url)
  return new Promise((done, fail) => {
    request({ hostname, port, path, headers, agent: false }, reply => {
      reply.resume()
      reply.on('end', () => done(reply.statusCode ?? 0))
    })
      .on('error', fail)
      .end()
  })
}

async function firstLineOf(site: Site, path: string): Promise<string> {
  const socket = connect(site.port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.0\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`)
  return (await text(socket)).split('\r\n', 1)[0] ?? ''
}

test('page nodes and service nodes answer probes and Prometheus for any Host', async () => {
  for (const site of [pages[0], service]) {
    for (const host of [instanceOf(site), '10.0.0.1:4321', 'node1', 'evil.example', ''])
      for (const path of ['/healthz', '/readyz', '/metrics']) {
        const headers = { host, authorization: `Bearer ${TOKEN}` }
        expect([path, host, await statusOf(site, path, headers)]).toEqual([path, host, 200])
      }
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect(await firstLineOf(site, path), path).toBe('HTTP/1.1 200 OK')
  }
})

test('nodes refuse a wrong token for any Host', async () => {
  for (const site of [pages[0], service])
    for (const host of ['10.0.0.1:4321', 'evil.example', new URL(ORIGIN).host])
      for (const authorization of ['', `Bearer ${TOKEN.slice(0, -1)}`, `Basic ${TOKEN}`])
        expect(await statusOf(site, '/metrics', { host, authorization })).toBe(404)
})

test('a page node answers no other request with a foreign Host', async () => {
  const authorization = `Bearer ${TOKEN}`
  for (const path of ['/', '/login', '/api/pages/home', '/metrics/', '/robots.txt'])
    for (const host of ['10.0.0.1:4321', 'evil.example', ''])
      expect([path, host, await statusOf(pages[0], path, { host, authorization })]).toEqual([
        path,
        host,
        421,
      ])
  expect(await firstLineOf(pages[0], '/')).toBe('HTTP/1.1 421 Misdirected Request')
  expect(await statusOf(pages[0], '/login', { host: new URL(ORIGIN).host })).toBe(200)
})

test('the documented configuration names the job of the alerts, and nodes by address and port', async () => {
  const { rule_files, scrape_configs } = await documentedConfig()
  expect(rule_files).toEqual(['alerts.yml'])
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['pardeh'])
  const targets = scrape_configs.flatMap(each => each.static_configs.flatMap(one => one.targets))
  expect(targets.length).toBeGreaterThan(1)
  for (const target of targets) expect(target).toMatch(/^10\.0\.0\.\d+:432[12]$/)
})

test('Prometheus sees every node up; a killed one fires PardehNodeDown until it is back', async () => {
  prometheus = await startPrometheus(allNodes().map(instanceOf), TOKEN)
  await expect.poll(prometheus.up, SEEN).toEqual(allUp())
  expect(await prometheus.firing('PardehNodeDown')).toBe(null)

  const [, killed] = pages
  await killed.kill9()
  await expect
    .poll(() => prometheus.firing('PardehNodeDown'), SEEN)
    .toMatchObject({ instance: instanceOf(killed), job: 'pardeh', severity: 'critical' })
  const seen = (await prometheus.targets()).find(({ instance }) => instance === instanceOf(killed))
  expect(seen).toMatchObject({ health: 'down', lastError: expect.stringContaining('refused') })

  pages[1] = await startNode(PAGE_NODE, killed.port)
  await expect.poll(prometheus.up, SEEN).toEqual(allUp())
  await expect.poll(() => prometheus.firing('PardehNodeDown'), SEEN).toBe(null)
}, 480_000)

test('Prometheus with another token sees the nodes as down, because of a 404', async () => {
  const other = await startPrometheus(allNodes().map(instanceOf), `${TOKEN}-of-before`)
  try {
    const healthOf = async () =>
      (await other.targets()).map(({ health, lastError }) => `${health}: ${lastError}`)
    await expect
      .poll(healthOf, SEEN)
      .toEqual(allNodes().map(() => 'down: server returned HTTP status 404 Not Found'))
  } finally {
    await other.stop()
  }
}, 240_000)
