import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
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
import { statementsOf } from '#tests/support/statements.ts'

/** The number of password hashes that node:crypto has computed. */
let hashes = 0
const { argon2 } = crypto
const counted = (...given: Parameters<typeof argon2>) => {
  hashes++
  return argon2(...given)
}

let service: TestService
let known: string
beforeAll(async () => {
  crypto.argon2 = counted
  syncBuiltinESMExports()
  service = await startTestService()
  const person = await aUser(service)
  await person.api(setFirstPassword, { body: { password: 'a quiet evening' } })
  known = person.msisdn
})
afterAll(async () => {
  crypto.argon2 = argon2
  syncBuiltinESMExports()
  await service.stop()
})

const calls = {
  approaches: (msisdn: string) => service.api(getApproaches, { params: { msisdn } }),
  code: (msisdn: string) => service.api(sendOtp, { params: { msisdn } }),
  password: (msisdn: string) =>
    service.api(loginByPassword, {
      params: { msisdn },
      body: { password: 'a guess', device: aDevice() },
    }),
}

test.each(Object.entries(calls))(
  'the reply to %s does not reveal whether a number is known, neither by its form nor by the work done',
  async (_, call) => {
    const replies = { known: await replyTo(call, known), unknown: await replyTo(call, aMsisdn()) }
    expect(replies.known).toEqual(replies.unknown)
  },
)

test('the work for an unknown number is measured: the hash of a password and the queries of a code', async () => {
  expect((await replyTo(calls.password, aMsisdn())).hashes).toBe(1)
  expect((await replyTo(calls.code, aMsisdn())).statements).not.toEqual([])
})

/** The form of the reply, and the work that takes most of its time: queries and hashes. */
async function replyTo(call: (msisdn: string) => Promise<unknown>, msisdn: string) {
  await forgetLimits(msisdn)
  hashes = 0
  let reply: unknown
  const statements = await statementsOf(async () => {
    reply = await call(msisdn).catch(apiError => apiError)
  })
  return { shape: shapeOf(reply), statements, hashes: hashes }
}

async function forgetLimits(msisdn: string) {
  for (const name of ['otp-minute', 'otp-hour', 'password'])
    await service.deps.limits.forget(name, msisdn)
  for (const name of ['otp-address', 'password-address'])
    await service.deps.limits.forget(name, '127.0.0.1')
}

/** Keys and types of values, and the values that are the same for everybody. */
function shapeOf(reply: unknown): string {
  const shown = reply instanceof CallFailed ? reply.failure : reply
  return JSON.stringify(shown, (key, value) => (key === 'tracker_id' ? typeof value : value))
}
