import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  endSessions,
  getSelf,
  listSessions,
  loginByOtp,
  logout,
  resolveSessions,
  type SessionLimit,
  sendReauthCode,
} from '#src/contract/session.ts'
import { sessions } from '#src/service/db/schema/session.ts'
import { openSession } from '#src/service/session/devices.ts'
import { aCode, forgetCodeLimits, lastCode } from '#tests/support/codes.ts'
import { aDevice, aMsisdn, aUser } from '#tests/support/people.ts'
import { refusalOf, resultsOf } from '#tests/support/refusals.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function login(msisdn: string, device = aDevice()) {
  const code = await aCode(service, msisdn)
  return service.api(loginByOtp, { params: { msisdn }, body: { ...code, device } })
}

async function threeDevices(msisdn = aMsisdn()) {
  const tokens: string[] = []
  for (let device = 0; device < 3; device++) tokens.push((await login(msisdn)).access_token)
  return { msisdn, tokens }
}

function activeCount(userId: string) {
  return service.deps.db.$count(
    sessions,
    and(eq(sessions.userId, userId), isNull(sessions.revokedAt)),
  )
}

const as = (accessToken: string) => service.as({ accessToken })

test('a fourth device creates nothing and sees the three to choose from', async () => {
  const { msisdn, tokens } = await threeDevices()
  const refusal = await refusalOf(login(msisdn))
  expect(refusal).toMatchObject({ status: 403, code: 40038, result: 'session_limit' })
  const { sessions, limited_token } = refusal.data as SessionLimit
  expect(sessions).toHaveLength(3)
  expect(sessions[0]?.device).toMatchObject({ brand: 'Chrome', model: 'Linux' })
  expect(JSON.stringify(sessions)).not.toContain('unique_identifier')
  expect((await refusalOf(as(limited_token)(getSelf))).result).toBe('unauthorized')
  for (const token of tokens) await as(token)(getSelf)
})

test('the chosen device is out at its next call and the new one is in', async () => {
  const { msisdn, tokens } = await threeDevices()
  const { sessions, limited_token } = (await refusalOf(login(msisdn))).data as SessionLimit
  const chosen = sessions[0]?.id as string
  const { access_token } = await as(limited_token)(resolveSessions, {
    params: { msisdn },
    body: { sessions: [chosen] },
  })
  expect((await as(access_token)(listSessions)).items).toHaveLength(3)
  const first = await refusalOf(as(tokens[0] as string)(getSelf))
  expect(first).toMatchObject({ status: 401, result: 'unauthorized' })
  const again = as(limited_token)(resolveSessions, {
    params: { msisdn },
    body: { sessions: [sessions[1]?.id as string] },
  })
  expect((await refusalOf(again)).result).toBe('unauthorized')
})

test('the token of the choice serves its own number, for five minutes', async () => {
  const { msisdn } = await threeDevices()
  const { sessions, limited_token } = (await refusalOf(login(msisdn))).data as SessionLimit
  const choose = (number: string) =>
    as(limited_token)(resolveSessions, {
      params: { msisdn: number },
      body: { sessions: [sessions[0]?.id as string] },
    })
  expect((await refusalOf(choose(aMsisdn()))).result).toBe('unauthorized')
  service.clock.advance({ minutes: 5, seconds: 1 })
  expect((await refusalOf(choose(msisdn))).result).toBe('unauthorized')
})

test('a device of another user cannot be chosen, and then none is ended', async () => {
  const stranger = await aUser(service)
  const [theirs] = (await stranger.api(listSessions)).items
  const { msisdn, tokens } = await threeDevices()
  const { sessions, limited_token } = (await refusalOf(login(msisdn))).data as SessionLimit
  const mixed = as(limited_token)(resolveSessions, {
    params: { msisdn },
    body: { sessions: [sessions[0]?.id as string, theirs?.id as string] },
  })
  expect((await refusalOf(mixed)).result).toBe('not_found')
  await as(tokens[0] as string)(getSelf)
  await stranger.api(getSelf)
})

test('the same browser that signs in again takes its own place', async () => {
  const msisdn = aMsisdn()
  const device = aDevice()
  const first = await login(msisdn, device)
  const second = await login(msisdn, device)
  expect((await as(second.access_token)(listSessions)).items).toHaveLength(1)
  expect((await refusalOf(as(first.access_token)(getSelf))).result).toBe('unauthorized')
})

test('20 sign-ins at once leave three sessions', async () => {
  const { user } = await aUser(service)
  const opened = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      openSession(service.deps, {
        userId: user.id,
        device: { ...blank, unique_identifier: aDevice().unique_identifier },
        address: '127.0.0.1',
        isSso: false,
        isFresh: false,
      }),
    ),
  )
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await activeCount(user.id)).toBe(3)
})

test('12 choices at once with one token sign in once', async () => {
  const { msisdn } = await threeDevices()
  const { sessions, limited_token } = (await refusalOf(login(msisdn))).data as SessionLimit
  const choose = () =>
    as(limited_token)(resolveSessions, {
      params: { msisdn },
      body: { sessions: [sessions[0]?.id as string] },
    })
  const results = await resultsOf(Array.from({ length: 12 }, choose))
  expect(results).toEqual({ success: 1, unauthorized: 11 })
})

test('ending a device asks for the password or a code', async () => {
  const { msisdn, tokens } = await threeDevices()
  const mine = as(tokens[2] as string)
  const { items } = await mine(listSessions)
  const other = items.find(({ is_current }) => !is_current)?.id as string
  const bare = await refusalOf(mine(endSessions, { body: { sessions: [other] } }))
  expect(bare.errors).toEqual({ password: 'validation.required' })
  await forgetCodeLimits(service, msisdn)
  const { tracker_id } = await mine(sendReauthCode, { body: {} })
  const otp = await lastCode(service, msisdn)
  await mine(endSessions, { body: { sessions: [other], otp, tracker_id } })
  expect((await mine(listSessions)).items).toHaveLength(2)
})

test('a sign-in code proves nothing for ending devices', async () => {
  const { msisdn, tokens } = await threeDevices()
  const mine = as(tokens[2] as string)
  const { items } = await mine(listSessions)
  const code = await aCode(service, msisdn)
  const body = { sessions: [items[1]?.id as string], ...code }
  expect((await refusalOf(mine(endSessions, { body }))).result).toBe('wrong_otp')
})

test('signing out ends the session at once', async () => {
  const { accessToken, api } = await aUser(service)
  await api(logout)
  expect((await refusalOf(as(accessToken)(getSelf))).result).toBe('unauthorized')
})

test('a session lives 30 days without use and 180 in all', async () => {
  const { api } = await aUser(service)
  const used = await aUser(service)
  for (let month = 0; month < 6; month++) {
    service.clock.advance({ days: 29 })
    await used.api(getSelf)
    if (month === 1) expect((await refusalOf(api(getSelf))).result).toBe('unauthorized')
  }
  service.clock.advance({ days: 7 })
  expect((await refusalOf(used.api(getSelf))).result).toBe('unauthorized')
})

test.each(['', 'x', 'Bearer', '0'.repeat(22), "' or 1=1 --"])(
  'a token like "%s" is nobody',
  async token => {
    const reply = await service.fetch('/users/_self', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.status).toBe(401)
  },
)

const blank = {
  platform: 'web',
  brand: '',
  model: '',
  app_version: '',
  screen_width: 0,
  screen_height: 0,
  notification_token: '',
  store: 'none',
}
