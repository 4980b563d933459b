/** Queries that fail in every way, with secrets among their parameters: the log and the reports say what failed, but never the values. */
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startRemoteAccess } from '#src/contract/endpoints/session.ts'
import { createLog } from '#src/service/platform/log.ts'
import { findSecrets, type PlantedSecret } from '#tests/support/find-secrets.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aDevice, aMsisdn, aUser, type Person } from '#tests/support/people.ts'
import {
  QUERY_FAILURES,
  type QueryFailure,
  withQueryFailure,
} from '#tests/support/query-failures.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId } from '#tests/support/watch-history.ts'

const NAME = 'زرین‌کلاه Goldenhat'
const TEXT = 'My neighbour Farangis sees my films. همسایه‌ام فیلم‌هایم را می‌بیند'
const CODE = 'SECRET-77KLM'
const EMAIL = 'goldenhat@mail.example'

let service: TestService
let pool: pg.Pool
let person: Person
let film: string
let lines: string[] = []
let reports: string[] = []
const planted: PlantedSecret[] = [
  ['a name', 'زرین‌کلاه'],
  ['a name', 'Goldenhat'],
  ['a text', 'Farangis'],
  ['a text', 'همسایه'],
  ['a code', CODE],
  ['an address', EMAIL],
]

beforeAll(async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  service = await startTestService({
    env: { SENTRY_DSN: 'https://key@errors.example/1' },
    overrides: {
      log: createLog('trace', { write: text => void lines.push(text) }),
      fetch: async (_, init) => {
        reports.push(String(init?.body))
        return new Response('{}')
      },
    },
  })
  pool = new pg.Pool({ connectionString: service.databaseUrl, max: 2 })
  person = await aUser(service)
  await importRecords(service, [aFilm({ external_id: 'film' })])
  film = await contentId(service, 'film')
}, 180_000)
afterAll(async () => {
  vi.restoreAllMocks()
  await pool.end()
  await service.stop()
})
beforeEach(async () => {
  await pool.query('delete from rate_limits')
  lines = []
  reports = []
})

type Call = {
  table: string
  path: () => string
  method?: string
  body?: () => unknown
  key?: string
}
let address = 0
const statuses: number[] = []
let code = ''
const number = () => {
  const msisdn = aMsisdn()
  planted.push(['a number', msisdn])
  return msisdn
}
const otpPath = () => `/access-token/users/${number()}/otp`
const TRACKER = 'qT8yZpL0mXv3Kd7WcRb2nA'
const PROOF = { otp: '918273', tracker_id: TRACKER, device: aDevice('device-of-goldenhat') }
planted.push(['a code', PROOF.otp], ['a tracker', TRACKER])

const CALLS: Record<string, Call> = {
  'a code is requested': { table: 'otp_challenges', path: otpPath },
  'a code is counted': { table: 'rate_limits', path: otpPath },
  'a code is sent': { table: 'sms_outbox', path: otpPath },
  'a code is entered': {
    table: 'otp_challenges',
    path: otpPath,
    method: 'POST',
    body: () => PROOF,
  },
  'a television is allowed': {
    table: 'remote_access',
    path: () => `/access-token/users/remote-access/${code}`,
    method: 'POST',
    body: () => ({}),
  },
  'a name is changed': {
    table: 'users',
    path: () => '/users/_self',
    method: 'PUT',
    body: () => ({ name: NAME, email: EMAIL }),
  },
  'a profile is created': {
    table: 'profiles',
    path: () => '/users/profile',
    method: 'POST',
    body: () => ({ name: NAME.slice(0, 20), avatar: 'a', age_type: 'adult' }),
  },
  'a ticket is written': {
    table: 'tickets',
    path: () => '/tickets',
    method: 'POST',
    body: () => ({ title: NAME, text: TEXT, department: 'support' }),
  },
  'an answer is stored': {
    table: 'idempotency_keys',
    path: () => '/tickets',
    method: 'POST',
    body: () => ({ title: NAME, text: TEXT, department: 'support' }),
    key: 'key-of-goldenhat-1',
  },
  'a comment is written': {
    table: 'comments',
    path: () => `/video-contents/${film}/comments`,
    method: 'POST',
    body: () => ({ text: TEXT }),
  },
  'a voucher is looked up': { table: 'vouchers', path: () => `/packages/voucher?code=${CODE}` },
}

async function call({ path, method = 'GET', body, key }: Call): Promise<Response> {
  address += 1
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (key) headers['Idempotency-Key'] = `${key}${address}`
  return service.fetch(
    path(),
    { method, headers, ...(body ? { body: JSON.stringify(body()) } : {}) },
    {
      accessToken: person.accessToken,
      profileToken: person.profileToken,
      address: `10.0.${address >> 8}.${address & 255}`,
    },
  )
}

describe.each(Object.keys(QUERY_FAILURES) as QueryFailure[])('a query fails by %s', how => {
  test.each(Object.entries(CALLS))('while %s', async (_, made) => {
    const started = await service.api(startRemoteAccess, { body: { device: PROOF.device } })
    code = started.code
    planted.push(['a code', code], ['a token', started.poll_token])
    lines = []
    const reply = await withQueryFailure(pool, made.table, how, () => call(made))
    statuses.push(reply.status)
    const said = [...lines, ...reports].join('\n')
    expect(findSecrets(said, planted)).toEqual([])
    if (reply.status < 500) return
    const failed = lines.map(line => JSON.parse(line)).find(({ msg }) => msg === 'call failed')
    // An operator needs the code of the driver, the query and the request.
    expect(failed.requestId).toBe('test')
    // After a lost connection the rollback fails.
    expect(failed.err.code ?? failed.err.message).toMatch(/^\w{5}$|^Connection terminated/)
    expect(failed.err.query).toMatch(/\w/)
    expect(failed.err.stack).toContain('    at ')
    if (reply.status === 500) expect(reports.join()).toContain(`"code":"${failed.err.code}"`)
  })
})

test('most of these calls failed', () => {
  expect(statuses.filter(status => status >= 500).length).toBeGreaterThan(45)
})
