import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSelf, loginByOtp, sendOtp } from '#src/contract/endpoints/session.ts'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { CODES_PER_HOUR } from '#src/contract/limits.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { addKnownDevice } from '#src/service/accounts/session/known-device.ts'
import { type OtpSubject, sendCode, verifyCode } from '#src/service/accounts/session/otp.ts'
import { otpChallenges, otpPurposes } from '#src/service/platform/db/schema/session.ts'
import { createLimits } from '#src/service/platform/http/rate-limits.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { testDatabase } from '#tests/support/database.ts'
import { aDevice, aMsisdn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode, forgetCodeLimits, lastCode, otherThan } from '#tests/support/sign-in-codes.ts'
import { solveChallenge } from '#tests/support/solve-challenge.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const requester = {
  address: '127.0.0.1',
  language: 'fa',
  site: undefined,
  proof: undefined,
  knownDevices: undefined,
  sessionId: null,
} as const

function login(msisdn: string, given: { otp: string; tracker_id: string }) {
  return service.api(loginByOtp, { params: { msisdn }, body: { ...given, device: aDevice() } })
}

test('a new number becomes a user with the code that was sent to it', async () => {
  const msisdn = aMsisdn()
  const result = await login(msisdn, await aCode(service, msisdn))
  expect(result.user).toMatchObject({ has_password: false, is_sso_login: false })
  expect(result.is_new).toBe(true)
  const again = await login(msisdn, await aCode(service, msisdn))
  expect(again.user.id).toBe(result.user.id)
  expect(again.is_new).toBe(false)
})

test('before a profile is chosen, sign-in and /users/_self show the same of the user', async () => {
  const msisdn = aMsisdn()
  const { user, access_token: accessToken } = await login(msisdn, await aCode(service, msisdn))
  const { profile, ...self } = await service.as({ accessToken })(getSelf)
  expect(profile).toBeNull()
  expect(user).toEqual(self)
  expect(user).toMatchObject({ msisdn: maskMsisdn(msisdn), subscription_ends_at: null })
})

test('Persian digits are accepted like Latin ones', async () => {
  const msisdn = aMsisdn()
  const { otp, tracker_id } = await aCode(service, msisdn)
  const persian = otp.replace(/\d/g, digit => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)))
  expect((await login(msisdn, { otp: persian, tracker_id })).user.msisdn).toBe(maskMsisdn(msisdn))
})

test('the message ends with the code bound to the site, in Latin digits', async () => {
  const msisdn = aMsisdn()
  const { otp } = await aCode(service, msisdn)
  const [message] = await service.outbox(msisdn)
  expect(message?.text.split('\n').at(-1)).toMatch(new RegExp(`^@[\\w.-]+ #${otp}$`))
})

test.each(otpPurposes)('a code for %s is valid for nothing else', async purpose => {
  const msisdn = aMsisdn()
  await forgetCodeLimits(service, msisdn)
  const subject = { msisdn, purpose }
  const { tracker_id } = await sendCode(service.deps, subject, requester)
  const given = { tracker_id, otp: await lastCode(service, msisdn) }
  const others: OtpSubject[] = [
    ...otpPurposes.filter(other => other !== purpose).map(other => ({ msisdn, purpose: other })),
    { ...subject, msisdn: aMsisdn() },
    { ...subject, userId: 'another user' },
    { ...subject, profileId: 'another profile' },
  ]
  for (const other of others) {
    const attempt = verifyCode(service.deps, other, given)
    await expect(attempt, JSON.stringify(other)).rejects.toMatchObject({ result: 'wrong_otp' })
    await service.deps.db.update(otpChallenges).set({ tries: 0 })
  }
  await verifyCode(service.deps, subject, given)
})

test('a code works once', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  await login(msisdn, code)
  expect((await apiErrorOf(login(msisdn, code))).result).toBe('otp_expired')
})

test('16 concurrent uses of one code open one session', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  const results = await resultsOf(Array.from({ length: 16 }, () => login(msisdn, code)))
  expect(results.success).toBe(1)
})

test('a code is valid for 120 seconds', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  service.clock.advance({ seconds: 121 })
  expect(await apiErrorOf(login(msisdn, code))).toMatchObject({
    status: 410,
    result: 'otp_expired',
  })
})

test('five wrong attempts invalidate the code', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(service, msisdn)
  const wrong = { ...code, otp: otherThan(code.otp) }
  for (let tries = 0; tries < 5; tries++) {
    const apiError = await apiErrorOf(login(msisdn, wrong))
    expect(apiError).toMatchObject({ result: 'wrong_otp', errors: { otp: 'errors.wrong_otp' } })
  }
  expect((await apiErrorOf(login(msisdn, code))).result).toBe('otp_expired')
})

test('of 40 concurrent wrong attempts only five are checked', async () => {
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

test('a number gets one message a minute and five an hour, in whatever form it is typed', async () => {
  const msisdn = aMsisdn()
  const forms = [msisdn, `98${msisdn.slice(1)}`, `0098${msisdn.slice(1)}`, `+98${msisdn.slice(1)}`]
  const asked = await resultsOf(
    forms.map(form => service.api(sendOtp, { params: { msisdn: form } })),
  )
  expect(asked).toEqual({ success: 1, too_many_requests: 3 })
  await askWithProof(msisdn)
  const rule = { points: CODES_PER_HOUR.number, seconds: 3_600 }
  for (let sent = 2; sent < 5; sent++) await service.deps.limits.take('otp-hour', msisdn, rule)
  const apiError = await apiErrorOf(askAgain(msisdn))
  expect(apiError.result).toBe('too_many_requests')
  expect(apiError.retryAfter).toBeGreaterThan(60)
  expect(apiError.message).toMatch(/رمز عبور/)
})

const askAgain = async (msisdn: string, headers: Record<string, string> = {}, address?: string) => {
  await service.deps.limits.forget('otp-minute', msisdn)
  const from = service.as({ headers, ...(address ? { address } : {}) })
  return from(sendOtp, { params: { msisdn } })
}
const askWithProof = async (msisdn: string) => {
  const refused = await apiErrorOf(askAgain(msisdn))
  expect(refused).toMatchObject({ status: 428, result: 'proof_required' })
  await askAgain(msisdn, { [PROOF_OF_WORK_HEADER]: await solveChallenge(refused) })
}

test('strangers who use up the codes of a number take none of the owner’s known devices', async () => {
  const msisdn = aMsisdn()
  const { known_devices } = await login(msisdn, await aCode(service, msisdn))
  for (let sent = 0; sent < 5; sent++)
    await service.deps.limits.take('otp-hour', msisdn, { points: 5, seconds: 3_600 })
  await service.deps.limits.forget('otp-minute', msisdn)
  expect((await apiErrorOf(askAgain(msisdn))).result).toBe('too_many_requests')
  const own = service.as({ headers: { [KNOWN_DEVICES_HEADER]: known_devices } })
  const asked = await resultsOf(
    Array.from({ length: 3 }, () => own(sendOtp, { params: { msisdn } })),
  )
  expect(asked).toEqual({ success: 1, too_many_requests: 2 })
})

test('known devices of a number have five codes an hour together, and need no proof of work', async () => {
  const msisdn = aMsisdn()
  const devices = Array.from({ length: 7 }, () =>
    addKnownDevice(service.deps, { msisdn, given: undefined }),
  )
  const asked = await resultsOf(
    devices.map(known => {
      const own = service.as({ headers: { [KNOWN_DEVICES_HEADER]: known } })
      return own(sendOtp, { params: { msisdn } })
    }),
  )
  expect(asked).toEqual({ success: CODES_PER_HOUR.known, too_many_requests: 2 })
})

test('a code that signs in is given back, but a number costs ten messages an hour at most', async () => {
  const msisdn = aMsisdn()
  for (let n = 0; n < CODES_PER_HOUR.numberTotal; n++) {
    await service.deps.limits.forget('otp-minute', msisdn)
    await service.deps.limits.forget('otp-address', '127.0.0.1')
    const { tracker_id } = await service.api(sendOtp, { params: { msisdn } })
    const device = aDevice('one browser')
    const body = { otp: await lastCode(service, msisdn), tracker_id, device }
    await service.api(loginByOtp, { params: { msisdn }, body })
  }
  expect(await service.deps.limits.taken('otp-address', '127.0.0.1')).toBe(0)
  expect((await apiErrorOf(askAgain(msisdn))).result).toBe('too_many_requests')
})

test('an address may request 20 codes an hour without a proof of work', async () => {
  const nobody = service.as({ address: '10.1.2.3' })
  const asked = await resultsOf(
    Array.from({ length: 24 }, () => nobody(sendOtp, { params: { msisdn: aMsisdn() } })),
  )
  expect(asked).toEqual({ success: 20, proof_required: 4 })
})

test('the limits survive a restart', async () => {
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
  'a number such as %s is refused with an error at its field',
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
