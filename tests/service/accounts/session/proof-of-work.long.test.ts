// Beyond its limit, an address must solve a proof of work instead of being refused.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOtp } from '#src/contract/endpoints/session.ts'
import { encodeProofOfWork } from '#src/contract/headers.ts'
import { CODES_PER_HOUR, PROOF_OF_WORK } from '#src/contract/limits.ts'
import { ProofOfWork } from '#src/contract/proof-of-work.ts'
import { SmsError } from '#src/service/platform/adapters/sms/sms-error.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aMsisdn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { solveChallenge } from '#tests/support/solve-challenge.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

let last = 0
/** An address that has used up its requests without a proof. */
async function aBusyAddress(): Promise<string> {
  const address = `100.64.7.${++last}`
  await spend('otp-address', address, CODES_PER_HOUR.address)
  return address
}
async function spend(name: string, key: string, times: number): Promise<void> {
  const rule = { points: times, seconds: 3_600 }
  for (let taken = 0; taken < times; taken++) await service.deps.limits.take(name, key, rule)
}
const ask = (address: string, msisdn: string, proof?: string) =>
  service.as({ address, headers: proof ? { proof } : {} })(sendOtp, { params: { msisdn } })
const sentTo = async (msisdn: string) => (await service.outbox(msisdn)).length

test('the 21st code of an hour requires a proof, and is sent with it', async () => {
  const address = await aBusyAddress()
  const msisdn = aMsisdn()
  const apiError = await apiErrorOf(ask(address, msisdn))
  expect(apiError).toMatchObject({ status: 428, code: 42800, result: 'proof_required' })
  expect(await sentTo(msisdn)).toBe(0)
  await ask(address, msisdn, await solveChallenge(apiError))
  expect(await sentTo(msisdn)).toBe(1)
})

test('a request that is answered with a challenge is not counted', async () => {
  const address = await aBusyAddress()
  const msisdn = aMsisdn()
  for (let tries = 0; tries < 7; tries++)
    expect((await apiErrorOf(ask(address, msisdn))).result).toBe('proof_required')
  expect(await service.deps.limits.taken('otp-address', address)).toBe(CODES_PER_HOUR.address)
  expect(await service.deps.limits.taken('otp-hour', msisdn)).toBe(0)
})

test('16 concurrent uses of one proof send one message', async () => {
  const address = await aBusyAddress()
  const msisdn = aMsisdn()
  const proof = await solveChallenge(await apiErrorOf(ask(address, msisdn)))
  await resultsOf(
    Array.from({ length: 16 }, async () => {
      await service.deps.limits.forget('otp-minute', msisdn)
      return ask(address, msisdn, proof)
    }),
  )
  expect(await sentTo(msisdn)).toBe(1)
  await service.deps.limits.forget('otp-minute', msisdn)
  expect((await apiErrorOf(ask(address, msisdn, proof))).result).toBe('proof_required')
})

test('a proof is valid for one number and one address, for some minutes', async () => {
  const [address, elsewhere] = [await aBusyAddress(), await aBusyAddress()]
  const [mine, theirs] = [aMsisdn(), aMsisdn()]
  const proof = await solveChallenge(await apiErrorOf(ask(address, mine)))
  expect((await apiErrorOf(ask(address, theirs, proof))).result).toBe('proof_required')
  expect((await apiErrorOf(ask(elsewhere, mine, proof))).result).toBe('proof_required')
  service.clock.advance({ seconds: PROOF_OF_WORK.lifeSeconds + 1 })
  expect((await apiErrorOf(ask(address, mine, proof))).result).toBe('proof_required')
  expect(await sentTo(mine)).toBe(0)
})

test('no part of a proof can be changed or left out', async () => {
  const address = await aBusyAddress()
  const msisdn = aMsisdn()
  const solved = ProofOfWork.parse(await solveChallenge(await apiErrorOf(ask(address, msisdn))))
  const { challenge, solution } = solved
  const { parameters } = challenge
  const forged = [
    { challenge, solution: { ...solution, derivedKey: `${parameters.keyPrefix}00` } },
    { challenge, solution: { ...solution, derivedKey: 'ff'.repeat(32) } },
    { solution, challenge: { ...challenge, signature: 'ab'.repeat(32) } },
    { solution, challenge: { ...challenge, parameters: { ...parameters, cost: 1 } } },
    { solution, challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '00' } } },
    {
      solution,
      challenge: {
        ...challenge,
        parameters: { ...parameters, data: { ...parameters.data, until: 9_999_999_999 } },
      },
    },
  ]
  for (const proof of forged)
    expect((await apiErrorOf(ask(address, msisdn, encodeProofOfWork(proof)))).result).toBe(
      'proof_required',
    )
  for (const nonsense of ['', 'x', '{}', btoa('null'), 'a'.repeat(9_000)])
    expect((await apiErrorOf(ask(address, msisdn, nonsense))).result).toBe('proof_required')
  expect(await sentTo(msisdn)).toBe(0)
})

test('beyond 300 codes an hour a proof no longer helps', async () => {
  const address = '100.64.8.1'
  await spend('otp-address', address, CODES_PER_HOUR.addressWithProof)
  const apiError = await apiErrorOf(ask(address, aMsisdn()))
  expect(apiError.result).toBe('too_many_requests')
  expect(apiError.retryAfter).toBeGreaterThan(3_000)
})

test('26 codes for one IPv6 /64 are limited like 26 for one IPv4 address', async () => {
  const asked = await resultsOf(
    Array.from({ length: 26 }, (_, n) => ask(`2001:db8:5:5::${n.toString(16)}`, aMsisdn())),
  )
  expect(asked).toEqual({ success: 20, proof_required: 6 })
})

test('the networks of one /56 share a limit', async () => {
  const asked = await resultsOf(
    Array.from({ length: 64 }, (_, n) => ask(`2001:db8:6:${n.toString(16)}::1`, aMsisdn())),
  )
  expect(asked).toEqual({ success: CODES_PER_HOUR.wide, proof_required: 64 - CODES_PER_HOUR.wide })
})

test('a proof is returned if no provider could send the code', async () => {
  const address = await aBusyAddress()
  const msisdn = aMsisdn()
  const proof = await solveChallenge(await apiErrorOf(ask(address, msisdn)))
  const { sms } = service.deps
  service.deps.sms = { send: () => Promise.reject(new SmsError('unreachable', 'ECONNREFUSED')) }
  expect((await apiErrorOf(ask(address, msisdn, proof))).result).toBe('sms_unavailable')
  service.deps.sms = sms
  await ask(address, msisdn, proof)
  expect(await sentTo(msisdn)).toBe(1)
})
