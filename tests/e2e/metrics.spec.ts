// /metrics of a running site: after a walk every series has a value, and no label holds what a visitor gave.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { getContent, listContents } from '#src/contract/endpoints/content.ts'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { aNumber } from '#tests/support/account.ts'
import { signInAt } from '#tests/support/api-client.ts'
import { type Site, startSite } from '#tests/support/site.ts'
import { root } from '#tests/support/sources.ts'

/** Series of settings that this site does not have, and of companies that the demo has none of. */
const ELSEWHERE =
  /^pardeh_(redis_up|backup_|replica_|service_up|service_failures|cdn_purges|search_(up|seconds|failures)|unknown_signatures|sms_total|live_)/
/** Series of faults, which have no value while all is well. */
const FAULTS =
  /^pardeh_(media_store_failures_total|messages_(dead|total)|webhooks_dead|retention_rows_total|payments_total|provider_)/

let site: Site
let text = ''
const number = aNumber()
const TYPED = 'نهان-typed'

beforeAll(async () => {
  site = await startSite({ env: { WEB_VITALS_SAMPLE: '1' } })
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
  const { lease_id } = await api(getPlayback, { params: { a: content.id, b: file, c: 'play' } })
  const body = { current_time: 5, lease_id, rebuffers: 2, rebuffer_seconds: 3.5, failures: 1 }
  await api(heartbeat, { params: { id: content.id, fileId: file }, body })
  await fetch(`${site.url}/api/web-vitals`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page: 'home', device: 'tv', lcp: 900, inp: 80, cls: 0.02, ttfb: 90 }),
  })
  await vi.waitFor(
    async () => {
      // A change after the start may drop the pages of before.
      await fetch(`${site.url}/faq`)
      text = await (await fetch(`${site.url}/metrics`)).text()
      expect(text).toMatch(/pardeh_page_cache_requests_total\{result="hit"\} [1-9]/)
      expect(text).toMatch(/pardeh_job_seconds_count\{/)
      expect(text).toMatch(/pardeh_jobs_waiting\{/)
    },
    { timeout: 60_000, interval: 1_000 },
  )
}, 180_000)
afterAll(() => site?.stop())

it('gives every series of docs/metrics.md a value, but those of other settings and of faults', () => {
  const page = readFileSync(join(root, 'docs/metrics.md'), 'utf8')
  const names = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(40)
  const without = names.filter(
    name => !new RegExp(`^${name}(_count)?(\\{[^}]*\\})? -?\\d`, 'm').test(text),
  )
  expect(without.filter(name => !ELSEWHERE.test(name) && !FAULTS.test(name))).toEqual([])
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
    /pardeh_page_cache_requests_total\{result="hit"\} [1-9]/m,
    /pardeh_request_seconds_count\{kind="page",route="\/",method="GET",status="200"\} [1-9]/m,
    /pardeh_request_seconds_count\{kind="page",route="none",method="GET",status="404"\} 1$/m,
  ])
    expect(text).toMatch(line)
})

it('has patterns for routes, few names, and nothing that a visitor gave in a label', () => {
  expect(text).not.toContain(number)
  expect(text).not.toMatch(/نهان|typed|no\/such/)
  const valuesOf = (label: string) =>
    new Set([...text.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'))].map(([, value]) => value))
  const known = new Set(endpoints.map(({ endpoint }) => `/api${endpoint.path.replace(/\/$/, '')}`))
  for (const route of valuesOf('route'))
    if (route?.startsWith('/api/')) expect(known).toContain(route)
  expect(valuesOf('query').size).toBeLessThanOrEqual(301)
  for (const name of valuesOf('query')) expect(name).toMatch(/^[\w .:,/-]{1,80}$/)
})
