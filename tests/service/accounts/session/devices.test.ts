import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  confirmReauth,
  endSessions,
  getSelf,
  listSessions,
  loginByOtp,
  logout,
  resolveSessions,
  sendReauthCode,
} from '#src/contract/endpoints/session.ts'
import type { SessionLimit } from '#src/contract/session.ts'
import type { Api } from '#src/lib/api/client.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { openSession } from '#src/service/accounts/session/sessions.ts'
import { sessions } from '#src/service/platform/db/schema/session.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aDevice, aMsisdn, asPrimary, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode, forgetCodeLimits, lastCode } from '#tests/support/sign-in-codes.ts'

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

test('a sign-in on a fourth device creates no session and lists the three to choose from', async () => {
  const { msisdn, tokens } = await threeDevices()
  const apiError = await apiErrorOf(login(msisdn))
  expect(apiError).toMatchObject({ status: 403, code: 40038, result: 'session_limit' })
  const { sessions, limited_token } = apiError.data as SessionLimit
  expect(sessions).toHaveLength(3)
  expect(sessions[0]?.device).toMatchObject({ brand: 'Chrome', model: 'Linux' })
  expect(JSON.stringify(sessions)).not.toContain('unique_identifier')
  expect((await apiErrorOf(as(limited_token)(getSelf))).result).toBe('unauthorized')
  for (const token of tokens) await as(token)(getSelf)
})

test('the chosen device is signed out at its next call and the new one is signed in', async () => {
  const { msisdn, tokens } = await threeDevices()
  const { sessions, limited_token } = (await apiErrorOf(login(msisdn))).data as SessionLimit
  const selected = sessions[0]?.id as string
  const { access_token } = await as(limited_token)(resolveSessions, {
    params: { msisdn },
    body: { sessions: [selected] },
  })
  expect((await (await asPrimary(service, access_token))(listSessions)).items).toHaveLength(3)
  const first = await apiErrorOf(as(tokens[0] as string)(getSelf))
  expect(first).toMatchObject({ status: 401, result: 'unauthorized' })
  const again = as(limited_token)(resolveSessions, {
    params: { msisdn },
    body: { sessions: [sessions[1]?.id as string] },
  })
  expect((await apiErrorOf(again)).result).toBe('unauthorized')
})

test('the token of the choice works for its own number only, for five minutes', async () => {
  const { msisdn } = await threeDevices()
  const { sessions, limited_token } = (await apiErrorOf(login(msisdn))).data as SessionLimit
  const choose = (number: string) =>
    as(limited_token)(resolveSessions, {
      params: { msisdn: number },
      body: { sessions: [sessions[0]?.id as string] },
    })
  expect((await apiErrorOf(choose(aMsisdn()))).result).toBe('unauthorized')
  service.clock.advance({ minutes: 5, seconds: 1 })
  expect((await apiErrorOf(choose(msisdn))).result).toBe('unauthorized')
})

test('a device of another user cannot be chosen, and then none is signed out', async () => {
  const stranger = await aUser(service)
  const [theirs] = (await stranger.api(listSessions)).items
  const { msisdn, tokens } = await threeDevices()
  const { sessions, limited_token } = (await apiErrorOf(login(msisdn))).data as SessionLimit
  const mixed = as(limited_token)(resolveSessions, {
    params: { msisdn },
    body: { sessions: [sessions[0]?.id as string, theirs?.id as string] },
  })
  expect((await apiErrorOf(mixed)).result).toBe('not_found')
  await as(tokens[0] as string)(getSelf)
  await stranger.api(getSelf)
})

test('a browser that signs in again replaces its own session', async () => {
  const msisdn = aMsisdn()
  const device = aDevice()
  const first = await login(msisdn, device)
  const second = await login(msisdn, device)
  expect((await (await asPrimary(service, second.access_token))(listSessions)).items).toHaveLength(
    1,
  )
  expect((await apiErrorOf(as(first.access_token)(getSelf))).result).toBe('unauthorized')
})

test('20 concurrent sign-ins leave three sessions', async () => {
  const { user } = await aUser(service)
  const opened = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      openSession(service.deps, {
        userId: user.id,
        device: { ...blank, unique_identifier: aDevice().unique_identifier },
        address: '127.0.0.1',
        isSso: false,
        authMethod: null,
      }),
    ),
  )
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await activeCount(user.id)).toBe(3)
})

test('12 concurrent choices with one token sign in once', async () => {
  const { msisdn } = await threeDevices()
  const { sessions, limited_token } = (await apiErrorOf(login(msisdn))).data as SessionLimit
  const choose = () =>
    as(limited_token)(resolveSessions, {
      params: { msisdn },
      body: { sessions: [sessions[0]?.id as string] },
    })
  const results = await resultsOf(Array.from({ length: 12 }, choose))
  expect(results).toEqual({ success: 1, unauthorized: 11 })
})

test('signing out a device requires a proof of the last ten minutes: a sign-in or a code', async () => {
  const { msisdn, tokens } = await threeDevices()
  const api = await asPrimary(service, tokens[2] as string)
  const [one, two] = (await api(listSessions)).items.filter(({ is_current }) => !is_current)
  await api(endSessions, { body: { sessions: [one?.id as string] } })
  service.clock.advance({ minutes: 10 })
  const end = () => api(endSessions, { body: { sessions: [two?.id as string] } })
  const apiError = await apiErrorOf(end())
  const data = { approaches: ['otp'], msisdn_hint: maskMsisdn(msisdn) }
  expect(apiError).toMatchObject({ status: 403, code: 40302, result: 'reauth_required', data })
  expect((await api(listSessions)).items).toHaveLength(2)
  await forgetCodeLimits(service, msisdn)
  const { tracker_id } = await api(sendReauthCode, { body: {} })
  await api(confirmReauth, { body: { otp: await lastCode(service, msisdn), tracker_id } })
  await end()
  expect((await api(listSessions)).items).toHaveLength(1)
})

test('a proof counts for one session only', async () => {
  const { msisdn, tokens } = await threeDevices()
  const [one, two] = await Promise.all(tokens.slice(0, 2).map(token => asPrimary(service, token)))
  service.clock.advance({ minutes: 10 })
  await forgetCodeLimits(service, msisdn)
  const { tracker_id } = await (one as Api)(sendReauthCode, { body: {} })
  const proof = { otp: await lastCode(service, msisdn), tracker_id }
  await (one as Api)(confirmReauth, { body: proof })
  const { items } = await (two as Api)(listSessions)
  const body = { sessions: [items.find(({ is_current }) => !is_current)?.id as string] }
  expect((await apiErrorOf((two as Api)(endSessions, { body }))).result).toBe('reauth_required')
})

test('a device choice keeps the proof of the sign-in before it', async () => {
  const { msisdn } = await threeDevices()
  const { sessions, limited_token } = (await apiErrorOf(login(msisdn))).data as SessionLimit
  service.clock.advance({ minutes: 4 })
  const { access_token } = await as(limited_token)(resolveSessions, {
    params: { msisdn },
    body: { sessions: [sessions[0]?.id as string] },
  })
  const api = await asPrimary(service, access_token)
  service.clock.advance({ minutes: 5 })
  const end = (id: string) => api(endSessions, { body: { sessions: [id] } })
  await end(sessions[1]?.id as string)
  service.clock.advance({ minutes: 1 })
  expect((await apiErrorOf(end(sessions[2]?.id as string))).result).toBe('reauth_required')
})

test('a sign-in code is not a proof for a running session', async () => {
  const { msisdn, tokens } = await threeDevices()
  const api = await asPrimary(service, tokens[2] as string)
  const code = await aCode(service, msisdn)
  expect((await apiErrorOf(api(confirmReauth, { body: code }))).result).toBe('wrong_otp')
})

test('signing out ends the session at once', async () => {
  const { accessToken, api } = await aUser(service)
  await api(logout)
  expect((await apiErrorOf(as(accessToken)(getSelf))).result).toBe('unauthorized')
})

test('a session ends after 30 days without use, and after 180 days at most', async () => {
  const { api } = await aUser(service)
  const used = await aUser(service)
  for (let month = 0; month < 6; month++) {
    service.clock.advance({ days: 29 })
    await used.api(getSelf)
    if (month === 1) expect((await apiErrorOf(api(getSelf))).result).toBe('unauthorized')
  }
  service.clock.advance({ days: 7 })
  expect((await apiErrorOf(used.api(getSelf))).result).toBe('unauthorized')
})

test.each(['', 'x', 'Bearer', '0'.repeat(22), "' or 1=1 --"])(
  'a token such as "%s" belongs to no user',
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
