import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteStaff } from '#src/service/operations/staff/accounts.ts'
import { totpCode } from '#src/service/platform/totp.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { cookieOf, openConsole, STAFF_PASSWORD } from '#tests/support/staff.ts'

let service: TestService
let team: ReturnType<typeof openConsole>

beforeAll(async () => {
  service = await startTestService()
  team = openConsole(service)
})
afterAll(() => service.stop())

const codeOf = (body: Record<string, unknown>) => (body.error as { code: string } | undefined)?.code

test('a code of the authenticator signs in once', async () => {
  const { email, secret } = await team.member('editor', 'once@example.com')
  service.clock.advance({ seconds: 30 })
  const body = { email, password: STAFF_PASSWORD, totp: totpCode(secret, service.clock.now()) }
  const [one, other] = await Promise.all([
    team.send('POST', '/api/session', { body }),
    team.send('POST', '/api/session', { body }),
  ])
  expect([one.status, other.status].toSorted()).toEqual([200, 422])
  expect((await team.send('POST', '/api/session', { body })).status).toBe(422)
})

test('the code that accepted the invitation does not sign in again', async () => {
  const { email, secret } = await team.member('editor', 'first@example.com')
  const totp = totpCode(secret, service.clock.now())
  const body = { email, password: STAFF_PASSWORD, totp }
  expect(codeOf((await team.send('POST', '/api/session', { body })).body)).toBe('wrong_otp')
})

test('without a code the reply asks for one', async () => {
  const { email } = await team.member('editor', 'ask@example.com')
  const { status, body } = await team.send('POST', '/api/session', {
    body: { email, password: STAFF_PASSWORD },
  })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    error: { code: 'validation_error', details: { fields: { totp: expect.any(String) } } },
  })
})

test('a recovery code signs in once', async () => {
  const token = await inviteStaff(service.deps, { email: 'lost@example.com', role: 'support' })
  const path = `/api/invitations/${token}`
  const begun = await team.send('POST', path, { body: { name: 'lost', password: STAFF_PASSWORD } })
  const totp = totpCode(String(begun.body.secret), service.clock.now())
  const done = await team.send('POST', `${path}/confirm`, { body: { totp } })
  const [code] = done.body.recoveryCodes as string[]
  const body = { email: 'lost@example.com', password: STAFF_PASSWORD, totp: code }
  expect((await team.send('POST', '/api/session', { body })).status).toBe(200)
  expect((await team.send('POST', '/api/session', { body })).status).toBe(422)
})

test('failed attempts are limited for an account, known or not', async () => {
  for (const email of [
    'nobody@example.com',
    (await team.member('editor', 'guessed@example.com')).email,
  ]) {
    const body = { email, password: 'wrong', totp: '000000' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await team.send('POST', '/api/session', { body })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  }
})

test('an invitation is used once, ends after a day, and wants a long password', async () => {
  const token = await inviteStaff(service.deps, { email: 'late@example.com', role: 'editor' })
  const path = `/api/invitations/${token}`
  const short = await team.send('POST', path, { body: { name: 'late', password: 'short' } })
  expect(short.status).toBe(422)
  service.clock.advance({ hours: 25 })
  expect((await team.send('GET', path)).status).toBe(404)
  const again = await inviteStaff(service.deps, { email: 'late@example.com', role: 'editor' })
  expect((await team.send('GET', `/api/invitations/${again}`)).body).toMatchObject({
    role: 'editor',
  })
  await team.member('editor', 'late@example.com')
  expect((await team.send('GET', `/api/invitations/${again}`)).status).toBe(404)
  expect(await inviteStaff(service.deps, { email: 'late@example.com', role: 'admin' })).toBeNull()
})

test('the cookie is unreadable for scripts, and of this site only', async () => {
  const { email, secret } = await team.member('editor', 'cookie@example.com')
  service.clock.advance({ seconds: 30 })
  const totp = totpCode(secret, service.clock.now())
  const { headers } = await team.send('POST', '/api/session', {
    body: { email, password: STAFF_PASSWORD, totp },
  })
  expect(headers.get('set-cookie')).toMatch(
    /^pardeh-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  )
})

test('sign-out, a removed session, two hours of rest and twelve hours end a session', async () => {
  const member = await team.member('editor', 'ends@example.com')
  const other = await team.signIn(member)
  const { body } = await member.call('GET', '/api/sessions')
  const rows = body.rows as Array<{ id: string; isCurrent: boolean }>
  expect(rows).toHaveLength(2)
  const last = rows.find(({ isCurrent }) => !isCurrent)
  expect((await member.call('DELETE', `/api/sessions/${last?.id}`)).status).toBe(204)
  expect((await other.call('GET', '/api/session')).status).toBe(401)
  expect((await member.call('DELETE', '/api/session')).status).toBe(204)
  expect((await member.call('GET', '/api/session')).status).toBe(401)

  const rested = await team.signIn(member)
  service.clock.advance({ minutes: 121 })
  expect((await rested.call('GET', '/api/session')).status).toBe(401)
  const busy = await team.signIn(member)
  for (let hour = 0; hour < 12; hour++) {
    expect((await busy.call('GET', '/api/session')).status).toBe(200)
    service.clock.advance({ minutes: 60 })
  }
  expect((await busy.call('GET', '/api/session')).status).toBe(401)
})

test('a member cannot end the session of another one', async () => {
  const one = await team.member('editor', 'one@example.com')
  const two = await team.member('editor', 'two@example.com')
  const { body } = await one.call('GET', '/api/sessions')
  const [session] = body.rows as Array<{ id: string }>
  expect((await two.call('DELETE', `/api/sessions/${session?.id}`)).status).toBe(404)
})

test('a change must come from a page of the console', async () => {
  const { cookie } = await team.member('admin', 'origin@example.com')
  const wrong: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1:4321' },
    { Origin: '' },
    { 'Content-Type': 'text/plain' },
  ]
  for (const headers of wrong) {
    const sent = await team.send('POST', '/api/actions/message/clear', {
      cookie,
      body: {},
      headers,
    })
    expect([403, 415]).toContain(sent.status)
  }
})

test('without a session every call is refused', async () => {
  for (const path of ['/api/session', '/api/actions', '/api/titles', '/api/people/x', '/api/today'])
    expect((await team.send('GET', path)).status, path).toBe(401)
  const forged = { cookie: 'pardeh-staff=AAAA' }
  expect((await team.send('GET', '/api/session', forged)).status).toBe(401)
  expect(cookieOf(new Headers())).toBe('')
})
