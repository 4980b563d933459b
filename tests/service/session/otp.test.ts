import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginByOtp, sendOtp } from '#src/contract/endpoints/session.ts'
import { otpChallenges } from '#src/service/db/schema/session.ts'
import { createLimits } from '#src/service/http/rate-limits.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { testDatabase } from '#tests/support/database.ts'
import { aDevice, aMsisdn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode, otherThan } from '#tests/support/sign-in-codes.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

function login(msisdn: string, given: { otp: string; tracker_id: string }) {
  return service.api(loginByOtp, { params: { msisdn }, body: { ...given, device: aDevice() } })
}

test('a new number becomes a user with the code that was sent to it', async () => {
  const msisdn = aMsisdn()
  const result = await login(msisdn, await aCode(service, msisdn))
  expect(result.user).toMatchObject({ msisdn, has_password: false, is_sso_login: false })
  expect(result.is_new).toBe(true)
  const again = await login(msisdn, await aCode(service, msisdn))
  expect(again.user.id).toBe(result.user.id)
  expect(again.is_new).toBe(false)
})

test('Persian digits are taken as Latin ones', async () => {
  const msisdn = aMsisdn()
  const { otp, tracker_id } = await aCode(service, msisdn)
  const persian = otp.replace(/\d/g, digit => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)))
  expect((await login(msisdn, { otp: persian, tracker_id })).user.msisdn).toBe(msisdn)
})

test('the message ends with the code bound to the site, in Latin digits', async () => {
  const msisdn = aMsisdn()
  const { otp } = await aCode(service, msisdn)
  const [message] = await service.outbox(msisdn)
  expect(message?.text.split('\n').at(-1)).toMatch(new RegExp(`^@[\\w.-]+ #${otp}$`))
})

test('a code works once', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  await login(msisdn, code)
  expect((await apiErrorOf(login(msisdn, code))).result).toBe('otp_expired')
})

test('16 uses of one code at once open one session', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  const results = await resultsOf(Array.from({ length: 16 }, () => login(msisdn, code)))
  expect(results.success).toBe(1)
})

test('a code lives 120 seconds', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  service.clock.advance({ seconds: 121 })
  expect(await apiErrorOf(login(msisdn, code))).toMatchObject({
    status: 410,
    result: 'otp_expired',
  })
})

test('five wrong tries burn the code', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  const wrong = { ...code, otp: otherThan(code.otp) }
  for (let tries = 0; tries < 5; tries++) {
    const apiError = await apiErrorOf(login(msisdn, wrong))
    expect(apiError).toMatchObject({ result: 'wrong_otp', errors: { otp: 'errors.wrong_otp' } })
  }
  expect((await apiErrorOf(login(msisdn, code))).result).toBe('otp_expired')
})

test('40 wrong tries at once are counted as five', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  const wrong = { ...code, otp: otherThan(code.otp) }
  const results = await resultsOf(Array.from({ length: 40 }, () => login(msisdn, wrong)))
  expect(results).toEqual({ wrong_otp: 5, otp_expired: 35 })
})

test('a code is bound to its number', async () => {
  const [mine, theirs] = [aMsisdn(), aMsisdn()]
  const code = await aCode(service, mine)
  expect((await apiErrorOf(login(theirs, code))).result).toBe('wrong_otp')
})

test('a code is bound to its tracker', async () => {
  const msisdn = aMsisdn()
  const first = await aCode(service, msisdn)
  const second = await aCode(service, msisdn)
  const swapped = { otp: first.otp, tracker_id: second.tracker_id }
  if (first.otp !== second.otp)
    expect((await apiErrorOf(login(msisdn, swapped))).result).toBe('wrong_otp')
})

test('a number gets one message a minute and five an hour, whatever form it is typed in', async () => {
  const msisdn = aMsisdn()
  const forms = [msisdn, `98${msisdn.slice(1)}`, `0098${msisdn.slice(1)}`, `+98${msisdn.slice(1)}`]
  const asked = await resultsOf(
    forms.map(form => service.api(sendOtp, { params: { msisdn: form } })),
  )
  expect(asked).toEqual({ success: 1, too_many_requests: 3 })
  for (let sent = 1; sent < 5; sent++) {
    await service.deps.limits.forget('otp-minute', msisdn)
    await service.api(sendOtp, { params: { msisdn } })
  }
  await service.deps.limits.forget('otp-minute', msisdn)
  const apiError = await apiErrorOf(service.api(sendOtp, { params: { msisdn } }))
  expect(apiError.result).toBe('too_many_requests')
  expect(apiError.retryAfter).toBeGreaterThan(60)
})

test('an address asks for 20 codes an hour without a proof of work', async () => {
  const nobody = service.as({ address: '10.1.2.3' })
  const asked = await resultsOf(
    Array.from({ length: 24 }, () => nobody(sendOtp, { params: { msisdn: aMsisdn() } })),
  )
  expect(asked).toEqual({ success: 20, proof_required: 4 })
})

test('the limits outlive a restart', async () => {
  const database = await testDatabase({ size: 2 })
  const rule = { points: 1, seconds: 60 }
  await createLimits(database.pool, null).secure('otp-minute', 'a number', rule)
  const restarted = createLimits(database.pool, null)
  const failure = await restarted.secure('otp-minute', 'a number', rule).catch(error => error)
  await database.close()
  expect(failure).toMatchObject({ result: 'too_many_requests' })
})

test('codes are stored as keyed hashes', async () => {
  const msisdn = aMsisdn()
  const { otp } = await aCode(service, msisdn)
  const rows = await service.deps.db.select().from(otpChallenges)
  expect(JSON.stringify(rows)).not.toContain(`"${otp}"`)
  expect(rows.every(row => row.codeHash.length >= 43)).toBe(true)
})

test.each(['0912', '9123456789', '02112345678', '09123456789x', 'abc'])(
  'a number like %s is refused beside its field',
  async msisdn => {
    const apiError = await apiErrorOf(service.api(sendOtp, { params: { msisdn } }))
    expect(apiError).toMatchObject({ status: 422, errors: { msisdn: 'validation.mobile' } })
  },
)

test('a code is not sent for another site or a prefetch', async () => {
  const path = `/access-token/users/${aMsisdn()}/otp`
  for (const [name, value] of [
    ['sec-fetch-site', 'cross-site'],
    ['sec-fetch-site', 'same-site'],
    ['sec-purpose', 'prefetch;prerender'],
  ] as const) {
    expect((await service.fetch(path, { headers: { [name]: value } })).status).toBe(403)
  }
  const reply = await service.fetch(`/access-token/users/${aMsisdn()}/otp`)
  expect(reply.headers.get('cache-control')).toContain('no-store')
})
