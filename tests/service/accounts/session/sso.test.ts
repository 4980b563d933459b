import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkSso,
  getSelf,
  logout,
  sendPartnerCode,
  thirdPartyLogin,
} from '#src/contract/endpoints/session.ts'
import { PARTNER_FAILURES } from '#src/contract/limits.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { signPartnerToken } from '#src/service/platform/adapters/sso/fake-partner.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aDevice, aMsisdn, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode, forgetCodeLimits, lastCode, otherThan } from '#tests/support/sign-in-codes.ts'

const issuer = 'https://operator.test'
const audience = 'pardeh.test'
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let partner: Server
let service: TestService

beforeAll(async () => {
  keys = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'a', alg: 'ES256' }
  partner = createServer((_, reply) => reply.end(JSON.stringify({ keys: [jwk] })))
  await new Promise<void>(done => partner.listen(0, '127.0.0.1', done))
  const { port } = partner.address() as AddressInfo
  service = await startTestService({
    env: {
      SSO_JWKS_URL: `http://127.0.0.1:${port}/jwks`,
      SSO_ISSUER: issuer,
      SSO_AUDIENCE: audience,
      SSO_BACK_URL: 'https://operator.test/campaign',
    },
  })
})
afterAll(async () => {
  partner.close()
  await service.stop()
})

type Bend = {
  subject?: string
  issuer?: string
  audience?: string
  age?: number
  life?: number
  jti?: string | null
}

async function token(msisdn: string, bend: Bend = {}, key = keys.privateKey): Promise<string> {
  const issued = Math.floor(service.clock.now().getTime() / 1000) - (bend.age ?? 0)
  const jwt = new SignJWT({ msisdn })
    .setProtectedHeader({ alg: 'ES256', kid: 'a' })
    .setIssuer(bend.issuer ?? issuer)
    .setAudience(bend.audience ?? audience)
    .setSubject(bend.subject ?? `subscriber of ${msisdn}`)
    .setIssuedAt(issued)
    .setExpirationTime(issued + (bend.life ?? 300))
  if (bend.jti !== null) jwt.setJti(bend.jti ?? crypto.randomUUID())
  return jwt.sign(key)
}

const enter = (jwt: string) =>
  service.api(thirdPartyLogin, { body: { token: jwt, device: aDevice() } })
const check = (expiration_token: string) => service.api(checkSso, { query: { expiration_token } })

test("a partner's subscriber signs in without a password and gets a link back", async () => {
  const msisdn = aMsisdn()
  const jwt = await token(msisdn)
  expect(await check(jwt)).toEqual({
    is_valid: true,
    msisdn_hint: `${msisdn.slice(0, 4)}***${msisdn.slice(-4)}`,
    next_url: 'https://operator.test/campaign',
  })
  const { user, is_new } = await enter(jwt)
  expect(user).toMatchObject({
    msisdn: maskMsisdn(msisdn),
    is_sso_login: true,
    sso_back_url: 'https://operator.test/campaign',
  })
  expect(is_new).toBe(true)
})

test('a token signs in once, even if 8 requests use it at once', async () => {
  const jwt = await token(aMsisdn())
  const results = await resultsOf(Array.from({ length: 8 }, () => enter(jwt)))
  expect(results).toEqual({ success: 1, unauthorized_sso: 7 })
})

test("the end of a partner's session names the page to go to", async () => {
  const { access_token } = await enter(await token(aMsisdn()))
  const viewer = service.as({ accessToken: access_token })
  await viewer(logout)
  expect(await apiErrorOf(viewer(getSelf))).toMatchObject({
    status: 401,
    code: 40101,
    result: 'unauthorized_sso',
    nextUrl: 'https://operator.test/campaign',
  })
})

test.each([
  ['of another issuer', { issuer: 'https://evil.test' }],
  ['for another audience', { audience: 'someone else' }],
  ['that has expired', { age: 400 }],
  ['that is older than ten minutes, whatever its expiry', { age: 700, life: 90_000 }],
  ['without an id', { jti: null }],
] as Array<[string, Bend]>)('a token %s is refused', async (_, bend) => {
  const jwt = await token(aMsisdn(), bend)
  expect((await check(jwt)).is_valid).toBe(false)
  expect((await apiErrorOf(enter(jwt))).result).toBe('unauthorized_sso')
})

test('a token of an unknown issuer, without a signature or changed in one place is refused', async () => {
  const stranger = await generateKeyPair('ES256')
  const good = await token(aMsisdn())
  const [head = '', body = '', signature = ''] = good.split('.')
  const none = `${btoa('{"alg":"none"}').replace(/=/g, '')}.${body}.`
  const bent = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  for (const jwt of [await token(aMsisdn(), {}, stranger.privateKey), none, bent, 'x', '..'])
    expect((await apiErrorOf(enter(jwt))).result).toBe('unauthorized_sso')
})

test('an invalid number is refused', async () => {
  expect((await apiErrorOf(enter(await token('02112345678')))).result).toBe('unauthorized_sso')
})

test('unreadable keys are reported as an outage, not as a refusal', async () => {
  const down = await startTestService({
    env: {
      SSO_JWKS_URL: 'http://127.0.0.1:9/jwks',
      SSO_ISSUER: issuer,
      SSO_AUDIENCE: audience,
    },
  })
  const jwt = await token(aMsisdn())
  const call = down.api(checkSso, { query: { expiration_token: jwt } })
  const apiError = await apiErrorOf(call)
  await down.stop()
  expect(apiError).toMatchObject({ status: 502, result: 'partner_unavailable' })
})

describe('an account that exists', () => {
  const link = async (jwt: string, msisdn: string) => {
    const { tracker_id } = await service.api(sendPartnerCode, { body: { token: jwt } })
    return { tracker_id, otp: await lastCode(service, msisdn) }
  }
  const enterWith = (jwt: string, code: { otp: string; tracker_id: string }) =>
    service.api(thirdPartyLogin, { body: { token: jwt, device: aDevice(), ...code } })
  const anAccount = async () => {
    const { user, msisdn } = await aUser(service)
    await forgetCodeLimits(service, msisdn)
    return { user, msisdn }
  }

  test('is linked by a code to its number, once; afterwards the subscriber comes in without', async () => {
    const { user, msisdn } = await anAccount()
    const jwt = await token(msisdn)
    expect(await apiErrorOf(enter(jwt))).toMatchObject({
      status: 403,
      result: 'reauth_required',
      data: { approaches: ['otp'], msisdn_hint: `${msisdn.slice(0, 4)}***${msisdn.slice(-4)}` },
    })
    const code = await link(jwt, msisdn)
    const wrong = { ...code, otp: otherThan(code.otp) }
    expect((await apiErrorOf(enterWith(jwt, wrong))).result).toBe('wrong_otp')
    expect((await enterWith(jwt, code)).user.id).toBe(user.id)
    expect((await enter(await token(msisdn))).user.id).toBe(user.id)
  })

  test('is not opened by a code for another purpose, nor by one for another account', async () => {
    const { msisdn } = await anAccount()
    const jwt = await token(msisdn)
    const login = await aCode(service, msisdn)
    expect((await apiErrorOf(enterWith(jwt, login))).result).toBe('wrong_otp')
    const other = await anAccount()
    const code = await link(await token(other.msisdn), other.msisdn)
    expect((await apiErrorOf(enterWith(jwt, code))).result).toBe('wrong_otp')
  })

  test('stays that of its subscriber when the partner gives the number to another one', async () => {
    const msisdn = aMsisdn()
    const { user } = await enter(await token(msisdn, { subject: 'the first' }))
    const second = await token(msisdn, { subject: 'the second' })
    expect((await apiErrorOf(enter(second))).result).toBe('reauth_required')
    const moved = await token(aMsisdn(), { subject: 'the first' })
    expect((await enter(moved)).user.id).toBe(user.id)
    const code = await link(second, msisdn)
    expect((await enterWith(second, code)).user.id).toBe(user.id)
    const again = await token(msisdn, { subject: 'the first' })
    expect((await apiErrorOf(enter(again))).result).toBe('reauth_required')
  })

  test('is linked although the token ends while the message is on its way, and not without a message', async () => {
    const { user, msisdn } = await anAccount()
    const jwt = await token(msisdn, { age: 250 })
    const code = await link(jwt, msisdn)
    service.clock.advance({ seconds: 115 })
    expect((await enterWith(jwt, code)).user.id).toBe(user.id)
    const stale = await token(msisdn, { age: 400 })
    expect((await apiErrorOf(enterWith(stale, code))).result).toBe('unauthorized_sso')
  })

  test('is one also for 8 first tokens of a new number at once', async () => {
    const msisdn = aMsisdn()
    const tokens = await Promise.all(Array.from({ length: 8 }, () => token(msisdn)))
    const device = aDevice('one browser')
    const users = await Promise.all(
      tokens.map(jwt => service.api(thirdPartyLogin, { body: { token: jwt, device } })),
    )
    expect(new Set(users.map(({ user }) => user.id)).size).toBe(1)
    expect(users.filter(({ is_new }) => is_new)).toHaveLength(1)
  })

  test('gets no code for a token that is forged or used', async () => {
    const msisdn = aMsisdn()
    const jwt = await token(msisdn)
    await enter(jwt)
    for (const bad of ['x', jwt]) {
      const call = service.api(sendPartnerCode, { body: { token: bad } })
      expect((await apiErrorOf(call)).result).toBe('unauthorized_sso')
    }
    expect(await service.outbox(msisdn)).toEqual([])
  })
})

test('true tokens are never refused for their address, whatever else came from it', async () => {
  const from = service.as({ address: '198.51.100.77' })
  const signInWith = (jwt: string) =>
    from(thirdPartyLogin, { body: { token: jwt, device: aDevice() } })
  const honest = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const jwt = await token(aMsisdn())
      expect((await from(checkSso, { query: { expiration_token: jwt } })).is_valid).toBe(true)
      await signInWith(jwt)
    }
  }
  await honest(31)
  const forged = await resultsOf(
    Array.from({ length: PARTNER_FAILURES.points + 4 }, () =>
      from(checkSso, { query: { expiration_token: 'x' } }),
    ),
  )
  expect(forged).toEqual({ success: PARTNER_FAILURES.points, too_many_requests: 4 })
  expect((await apiErrorOf(signInWith('x'))).result).toBe('too_many_requests')
  await honest(1)
})

test('the partner of the demo signs with the keys that it publishes', async () => {
  let app: TestService | undefined
  const demo = await startTestService({
    overrides: {
      selfOrigin: () => 'http://demo.test',
      fetch: async input => (app as TestService).fetch(new URL(String(input)).pathname),
    },
  })
  app = demo
  const msisdn = aMsisdn()
  const jwt = await signPartnerToken(demo.deps, msisdn)
  const { user } = await demo.api(thirdPartyLogin, { body: { token: jwt, device: aDevice() } })
  expect(user).toMatchObject({
    msisdn: maskMsisdn(msisdn),
    is_sso_login: true,
    sso_back_url: '/fake/partner/',
  })
  const campaign = await demo.fetch('/fake/partner/go?msisdn=09120000007')
  expect(campaign.headers.get('location')).toMatch(/^\/sso\?expiration_token=/)
  await demo.stop()
})
