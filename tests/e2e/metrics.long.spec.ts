// /metrics of a running site: after a walk every series has a value, and no label contains input of a visitor.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import {
  createSubscription,
  getTransaction,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import { getContent, listContents } from '#src/contract/endpoints/content.ts'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import type { Api } from '#src/lib/api/client.ts'
import { startBankWithDatabase } from '#tests/nodes/support/bank.ts'
import { aNumber } from '#tests/support/account.ts'
import { signInAt } from '#tests/support/api-client.ts'
import type { Bank } from '#tests/support/bank.ts'
import { aFilm } from '#tests/support/imported-titles.ts'
import { anOperator } from '#tests/support/operator.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { root } from '#tests/support/sources.ts'

/** Series that cannot change at one healthy node, the reason, and the test that covers them. */
const ELSEWHERE: Record<string, readonly [reason: string, test: string]> = {
  redis_up: ['needs REDIS_URL', 'tests/nodes/redis.test.ts'],
  replica_used: ['needs DATABASE_READ_URL', 'tests/nodes/replica.test.ts'],
  replica_lag_seconds: ['needs DATABASE_READ_URL', 'tests/nodes/replica.test.ts'],
  service_up: ['needs API_BASE_URL', 'tests/service/platform/nodes/remote.test.ts'],
  service_failures_total: ['needs API_BASE_URL', 'tests/service/platform/nodes/remote.test.ts'],
  unknown_signatures_total: ['of service nodes', 'tests/service/platform/nodes/callers.test.ts'],
  search_up: ['needs SEARCH_URL', 'tests/service/catalogue/search/opensearch/faults.test.ts'],
  search_seconds: ['needs SEARCH_URL', 'tests/service/catalogue/search/opensearch/faults.test.ts'],
  search_failures_total: [
    'needs SEARCH_URL',
    'tests/service/catalogue/search/opensearch/faults.test.ts',
  ],
  certificate_end_timestamp_seconds: [
    'needs a SITE_URL with https:',
    'tests/service/operations/doctor/addresses.test.ts',
  ],
  sms_total: [
    'of a provider; the demo has its outbox instead',
    'tests/service/accounts/session/sms.test.ts',
  ],
  media_store_failures_total: [
    'a fault',
    'tests/service/platform/media-store/ingest-to-s3.long.test.ts',
  ],
  messages_dead: ['a fault', 'tests/service/platform/notifications/delivery.long.test.ts'],
  webhooks_dead: ['a fault', 'tests/service/platform/webhooks/deliveries.test.ts'],
  retention_rows_total: [
    'nothing is over its time',
    'tests/service/operations/retention/retention.test.ts',
  ],
  live_segment_age_seconds: ['needs a live channel', 'tests/service/watching/live/gauges.test.ts'],
  live_missing_segments: ['needs a live channel', 'tests/service/watching/live/gauges.test.ts'],
  live_recording: ['needs a live channel', 'tests/service/watching/live/gauges.test.ts'],
}

let site: Site
let bank: Bank
let cdn: Server
let folder: string
let text = ''
const number = aNumber()
const TYPED = 'نهان-typed'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pardeh-metrics-'))
  bank = await startBankWithDatabase()
  cdn = createServer((_, res) => void res.end())
  await new Promise<void>(done => cdn.listen(0, '127.0.0.1', done))
  const CDN_PURGE_URL = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`
  const backups = { BACKUP_EVERY: '24', BACKUP_DIR: join(folder, 'backups') }
  site = await startSite({
    env: { WEB_VITALS_SAMPLE: '1', CDN_PURGE_URL, ...backups, ...bank.env },
  })
  const { api } = await signInAt(site.url, number)
  for (const path of [
    '/',
    '/',
    '/contents',
    `/contents?query=${TYPED}`,
    '/no/such/page',
    '/robots.txt',
  ])
    await fetch(site.url + encodeURI(path))
  await fetch(`${site.url}/api/access-token/users/${number}/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      password: 'wrong-password',
      device: { unique_identifier: 'test-device-0002' },
    }),
  })
  const { items } = await api(listContents, { query: { flags: 'free_content', count: 1 } as never })
  const content = await api(getContent, { params: { short_id: items[0]?.short_id ?? '' } })
  const file = content.video_files.primary?.video_file_id ?? ''
  const { lease_id } = await api(getPlayback, {
    params: { id: content.id, fileId: file, use: 'play' },
  })
  const body = { current_time: 5, lease_id, rebuffers: 2, rebuffer_seconds: 3.5, failures: 1 }
  await api(heartbeat, { params: { id: content.id, fileId: file }, body })
  await fetch(`${site.url}/api/web-vitals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: 'home', device: 'tv', lcp: 900, inp: 80, cls: 0.02, ttfb: 90 }),
  })
  await buyAndGiveBack(api)
  await importAndIngest()
  await vi.waitFor(
    async () => {
      // A change after the start may drop earlier pages.
      await fetch(`${site.url}/faq`)
      text = await (await fetch(`${site.url}/metrics`)).text()
      expect(text).toMatch(/pardeh_page_cache_requests_total\{result="hit"\} [1-9]/)
      expect(text).toMatch(/pardeh_job_seconds_count\{/)
      expect(text).toMatch(/pardeh_jobs_waiting\{/)
      expect(text).toMatch(/pardeh_messages_total\{/)
      expect(text).toMatch(/pardeh_cdn_purges_total\{outcome="purged"\} [1-9]/)
      expect(text).toMatch(/pardeh_command_done\{command="ingest"\} 200$/m)
    },
    { timeout: 60_000, interval: 1_000 },
  )
}, 240_000)
afterAll(async () => {
  await site?.stop()
  await bank?.stop()
  cdn?.close()
  await rm(folder, { recursive: true, force: true })
})

async function buyAndGiveBack(api: Api): Promise<void> {
  const body = { package_id: 'month-1', gateway_id: 'zarinpal' }
  const { transaction_id } = await api(createSubscription, { body })
  const { redirect_url } = await api(paySubscription, { body: { transaction_id } })
  const callback = new URL((await bank.act(redirect_url, 'pay')) ?? '')
  await fetch(site.url + callback.pathname + callback.search)
  const paid = await api(getTransaction, { params: { id: transaction_id } })
  expect(paid.status).toBe('paid')
  await operate('payments', 'refund', transaction_id, '--yes')
}

/** Imports a title, then its video, each in a separate process. */
async function importAndIngest(): Promise<void> {
  const titles = join(folder, 'titles.jsonl')
  await writeFile(titles, `${JSON.stringify(aFilm({ external_id: 'measured' }))}\n`)
  await operate('import', titles)
  const video = join(folder, 'video.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=5:duration=2']
  execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', ['-v', 'error', ...source, video])
  await operate('ingest', video, '--content', 'measured', '--preset', 'ultrafast')
}

async function operate(...words: string[]): Promise<void> {
  const { FFMPEG_PATH = '' } = process.env
  const env = { DATA_DIR: site.dataDir, MODE: 'demo', FFMPEG_PATH, ...bank.env }
  const { code, stderr } = await anOperator(env).run(...words)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`)
}

it('gives every series of docs/metrics.md a value, except those that another test covers', () => {
  const page = readFileSync(join(root, 'docs/metrics.md'), 'utf8')
  const names = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(40)
  const without = names.filter(
    name => !new RegExp(`^${name}(_count)?(\\{[^}]*\\})? -?\\d`, 'm').test(text),
  )
  expect(without.toSorted()).toEqual(
    Object.keys(ELSEWHERE)
      .map(name => `pardeh_${name}`)
      .toSorted(),
  )
  for (const [name, [, test]] of Object.entries(ELSEWHERE))
    expect(readFileSync(join(root, test), 'utf8'), test).toContain(`pardeh_${name}`)
})

it('counts what the walk did', () => {
  for (const line of [
    /pardeh_sign_ins_total\{method="code",result="ok"\} 1$/m,
    /pardeh_sign_ins_total\{method="password",result="wrong_password"\} 1$/m,
    /pardeh_playback_starts_total\{result="started"\} 1$/m,
    /pardeh_playback_rebuffers_total 2$/m,
    /pardeh_playback_rebuffer_seconds_total 3.5$/m,
    /pardeh_playback_failures_total 1$/m,
    /pardeh_playback_leases\{state="running"\} 1$/m,
    /pardeh_ledger_difference_rials\{ledger="all"\} 0$/m,
    /pardeh_payments_total\{gateway="zarinpal",outcome="paid"\} 1$/m,
    /pardeh_provider_calls_total\{provider="zarinpal",outcome="ok"\} [1-9]/m,
    /pardeh_provider_breaker_state\{provider="zarinpal"\} 0$/m,
    /pardeh_command_done\{command="import"\} [1-9]/m,
    /pardeh_command_failed\{command="ingest"\} 0$/m,
    /pardeh_page_cache_requests_total\{result="hit"\} [1-9]/m,
    /pardeh_request_seconds_count\{kind="page",route="\/",method="GET",status="200"\} [1-9]/m,
    /pardeh_request_seconds_count\{kind="page",route="none",method="GET",status="404"\} 1$/m,
  ])
    expect(text).toMatch(line)
})

it('has patterns for routes, few names, and no input of a visitor in a label', () => {
  expect(text).not.toContain(number)
  expect(text).not.toMatch(/measured|titles\.jsonl/)
  expect(text).not.toMatch(/نهان|typed|no\/such/)
  const valuesOf = (label: string) =>
    new Set([...text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'))].map(([, value]) => value))
  const known = new Set(endpoints.map(({ endpoint }) => `/api${endpoint.path.replace(/\/$/, '')}`))
  for (const route of valuesOf('route'))
    if (route?.startsWith('/api/')) expect(known).toContain(route)
  expect(valuesOf('query').size).toBeLessThanOrEqual(301)
  for (const name of valuesOf('query')) expect(name).toMatch(/^[\w .:,/-]{1,80}$/)
})
