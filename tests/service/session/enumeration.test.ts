import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  getApproaches,
  loginByPassword,
  sendOtp,
  setFirstPassword,
} from '#src/contract/endpoints/session.ts'
import { CallFailed } from '#src/lib/api/failure.ts'
import { aDevice, aMsisdn, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const ROUNDS = 21
let service: TestService
let known: string
beforeAll(async () => {
  service = await startTestService()
  const person = await aUser(service)
  await person.api(setFirstPassword, { body: { password: 'a quiet evening' } })
  known = person.msisdn
})
afterAll(() => service.stop())

const calls = {
  approaches: (msisdn: string) => service.api(getApproaches, { params: { id: msisdn } }),
  code: (msisdn: string) => service.api(sendOtp, { params: { msisdn } }),
  password: (msisdn: string) =>
    service.api(loginByPassword, {
      params: { msisdn },
      body: { password: 'a guess', device: aDevice() },
    }),
}

test.each(Object.entries(calls))(
  'the reply to %s tells nobody whether a number is known',
  // A busy machine may spoil a measurement; a real difference spoils all of them.
  { retry: 3 },
  async (_, call) => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const shapes = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of ['known', 'unknown'] as const) {
        const msisdn = kind === 'known' ? known : aMsisdn()
        await forgetLimits(msisdn)
        const started = performance.now()
        shapes.add(shapeOf(await call(msisdn).catch(apiError => apiError)))
        times[kind].push(performance.now() - started)
      }
    }
    expect([...shapes]).toHaveLength(1)
    const [a, b] = [fastest(times.known), fastest(times.unknown)]
    // Within 15%, or within what one query takes.
    expect(Math.abs(a - b)).toBeLessThan(Math.max(0.15 * Math.max(a, b), 3))
  },
)

async function forgetLimits(msisdn: string) {
  for (const name of ['otp-minute', 'otp-hour', 'password'])
    await service.deps.limits.forget(name, msisdn)
  for (const name of ['otp-address', 'password-address'])
    await service.deps.limits.forget(name, '127.0.0.1')
}

/** Keys and kinds of values, and the values that are the same for everybody. */
function shapeOf(reply: unknown): string {
  const shown = reply instanceof CallFailed ? reply.failure : reply
  return JSON.stringify(shown, (key, value) => (key === 'tracker_id' ? typeof value : value))
}

/** The mean of the fastest third: what else the machine does only ever adds. */
function fastest(values: number[]): number {
  const fastest = values.toSorted((a, b) => a - b).slice(0, ROUNDS / 3)
  return fastest.reduce((sum, value) => sum + value, 0) / fastest.length
}
