import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addressChecks,
  addressOutcome,
  certificateOutcome,
} from '#src/service/operations/doctor/addresses.ts'
import { registerCertificateGauge } from '#src/service/operations/doctor/certificate-gauge.ts'
import { type Finding, runChecks } from '#src/service/operations/doctor/check.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { makeCertificates } from '#tests/nodes/support/certificates.ts'
import { anOperatorProcess } from '#tests/support/operator.ts'
import { freePort } from '#tests/support/site.ts'
import { startTestServer } from '#tests/support/test-server.ts'

let DATA_DIR: string
let ca: string
const servers: Server[] = []
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'pardeh-doctor-'))
})
afterAll(async () => {
  for (const server of servers) server.close()
  await rm(DATA_DIR, { recursive: true })
})

async function listening(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** A certificate for two days from an unknown authority. */
async function tlsServer(): Promise<string> {
  const files = await makeCertificates(join(DATA_DIR, 'tls'))
  ca = files.ca
  const server = createServer({ cert: await readFile(files.cert), key: await readFile(files.key) })
  server.on('tlsClientError', () => undefined)
  return `https://localhost:${await listening(server)}`
}

async function findings(settings: Record<string, string>, ms?: number) {
  const found = await runChecks(addressChecks(readEnv({ DATA_DIR, ...settings })), ms)
  return new Map(found.map(finding => [finding.name, finding]))
}

test('only addresses in the settings are checked', async () => {
  expect(addressChecks(readEnv({ DATA_DIR }))).toEqual([])
  const names = addressChecks(
    readEnv({
      DATA_DIR,
      KAVENEGAR_API_KEY: 'key',
      ZIBAL_MERCHANT: 'mine',
      SITE_URL: 'https://a.b',
    }),
  ).map(({ name }) => name)
  expect(names).toEqual(['SITE_URL', 'certificate of SITE_URL', 'Kavenegar', 'Zibal'])
})

test('certificates are reported as untrusted, expired, trusted or about to expire', async () => {
  const address = await tlsServer()
  const { signal } = new AbortController()
  expect(await addressOutcome(address, signal)).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('not trusted'),
  })
  const afterThreeDays = Date.now() + 3 * 86_400_000
  expect(await addressOutcome(address, signal, afterThreeDays)).toMatchObject({
    status: 'fail',
    found: 'the certificate has expired',
  })
  const settings = { DATA_DIR, NODE_EXTRA_CA_CERTS: ca, VAST_URL: address }
  const { code, stdout } = await anOperatorProcess(settings).run('doctor', '--json')
  const { checks } = JSON.parse(stdout) as { checks: Finding[] }
  expect(code).toBe(1)
  expect(checks.find(({ name }) => name === 'VAST_URL')).toMatchObject({
    status: 'fail',
    found: 'the certificate is valid for 1 day',
  })
})

test.each([
  [90, null, 'ok'],
  [21, null, 'ok'],
  [20, null, 'warn'],
  [2, null, 'fail'],
  [-1, 'CERT_HAS_EXPIRED', 'fail'],
  [90, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'fail'],
])('a certificate with %d days left and the problem %s', (days, problem, status) => {
  expect(certificateOutcome(days, problem).status).toBe(status)
})

test('addresses are reported if they accept connections, refuse them, have no name or never answer', async () => {
  const http = await listening(createTcpServer())
  const closed = await freePort()
  const found = await findings(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${http}`,
      SENTRY_DSN: `http://key@127.0.0.1:${closed}/1`,
      VAST_URL: 'https://vast.invalid/tag',
    },
    60_000,
  )
  expect(found.get('OTEL_EXPORTER_OTLP_ENDPOINT')).toMatchObject({ status: 'ok' })
  expect(found.get('SENTRY_DSN')).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('ECONNREFUSED'),
  })
  expect(found.get('VAST_URL')).toMatchObject({ status: 'fail' })
  // Accepts the connection, but does not speak TLS.
  const silent = await findings({ WIDEVINE_LICENSE_URL: `https://127.0.0.1:${http}` }, 1_500)
  expect(silent.get('WIDEVINE_LICENSE_URL')).toMatchObject({
    status: 'fail',
    found: 'no answer within 1.5 s',
  })
})

test('SITE_URL is checked: it may lead to a node, to something else or nowhere', async () => {
  const node = await startTestServer((_, res) => void res.end('{"status":"ok"}'))
  const site = await findings({ SITE_URL: node.origin })
  expect(site.get('SITE_URL')).toMatchObject({ status: 'ok' })
  expect(node.asked).toEqual(['/healthz'])
  const other = await startTestServer((_, res) => void res.writeHead(301, { location: '/' }).end())
  const otherSite = await findings({ SITE_URL: other.origin })
  expect(otherSite.get('SITE_URL')).toMatchObject({
    status: 'fail',
    found: expect.stringContaining('answers 301'),
  })
  const gone = await findings({ SITE_URL: `http://127.0.0.1:${await freePort()}` })
  expect(gone.get('SITE_URL')).toMatchObject({ status: 'fail' })
})

test('a node reports in /metrics when the certificate of SITE_URL expires, also an untrusted one, and keeps the last value', async () => {
  const SITE_URL = await tlsServer()
  const metrics = createMetrics({ freshMs: 0 })
  registerCertificateGauge({ env: readEnv({ DATA_DIR, SITE_URL }), metrics }, 0)
  const days = async () => {
    const value = /^pardeh_certificate_end_timestamp_seconds\{host="localhost:\d+"\} (\d+)$/m.exec(
      await metrics.text(),
    )?.[1]
    return (Number(value) * 1_000 - Date.now()) / 86_400_000
  }
  expect(await days()).toBeGreaterThan(1.9)
  expect(await days()).toBeLessThan(2.1)
  await new Promise(done => servers.pop()?.close(done))
  expect(await days()).toBeGreaterThan(1.9)
})

test('a site without TLS has no series for a certificate', async () => {
  const metrics = createMetrics()
  registerCertificateGauge({ env: readEnv({ DATA_DIR }), metrics })
  expect(await metrics.text()).not.toContain('pardeh_certificate')
})
