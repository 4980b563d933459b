import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSso, getSelf, logout, thirdPartyLogin } from '#src/contract/endpoints/session.ts'
import { signPartnerToken } from '#src/service/adapters/sso/fake-partner.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aDevice, aMsisdn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

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

type Bend = { issuer?: string; audience?: string; age?: number; life?: number; jti?: string | null }

async function token(msisdn: string, bend: Bend = {}, key = keys.privateKey): Promise<string> {
  const issued = Math.floor(service.clock.now().getTime() / 1000) - (bend.age ?? 0)
  const jwt = new SignJWT({ msisdn })
    .setProtectedHeader({ alg: 'ES256', kid: 'a' })
    .setIssuer(bend.issuer ?? issuer)
    .setAudience(bend.audience ?? audience)
    .setSubject('subscriber-1')
    .setIssuedAt(issued)
    .setExpirationTime(issued + (bend.life ?? 300))
  if (bend.jti !== null) jwt.setJti(bend.jti ?? crypto.randomUUID())
  return jwt.sign(key)
}

const enter = (jwt: string) =>
  service.api(thirdPartyLogin, { body: { token: jwt, device: aDevice() } })
const check = (expiration_token: string) => service.api(checkSso, { query: { expiration_token } })

test("a partner's subscriber comes in without a password, with the way back", async () => {
  const msisdn = aMsisdn()
  const jwt = await token(msisdn)
  expect(await check(jwt)).toEqual({
    is_valid: true,
    msisdn_hint: `${msisdn.slice(0, 4)}***${msisdn.slice(-4)}`,
    next_url: 'https://operator.test/campaign',
  })
  const { user, is_new } = await enter(jwt)
  expect(user).toMatchObject({
    msisdn,
    is_sso_login: true,
    sso_back_url: 'https://operator.test/campaign',
  })
  expect(is_new).toBe(true)
})

test('a token signs in once, also when 8 try at once', async () => {
  const jwt = await token(aMsisdn())
  const results = await resultsOf(Array.from({ length: 8 }, () => enter(jwt)))
  expect(results).toEqual({ success: 1, unauthorized_sso: 7 })
})

test("a partner's session that ended says where to go", async () => {
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
  ['that is older than ten minutes, whatever its end', { age: 700, life: 90_000 }],
  ['without an id', { jti: null }],
] as Array<[string, Bend]>)('a token %s is refused', async (_, bend) => {
  const jwt = await token(aMsisdn(), bend)
  expect((await check(jwt)).is_valid).toBe(false)
  expect((await apiErrorOf(enter(jwt))).result).toBe('unauthorized_sso')
})

test('a token of a stranger, without a signature, or bent in one place is refused', async () => {
  const stranger = await generateKeyPair('ES256')
  const good = await token(aMsisdn())
  const [head = '', body = '', signature = ''] = good.split('.')
  const none = `${btoa('{"alg":"none"}').replace(/=/g, '')}.${body}.`
  const bent = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  for (const jwt of [await token(aMsisdn(), {}, stranger.privateKey), none, bent, 'x', '..'])
    expect((await apiErrorOf(enter(jwt))).result).toBe('unauthorized_sso')
})

test('a number that is none is refused', async () => {
  expect((await apiErrorOf(enter(await token('02112345678')))).result).toBe('unauthorized_sso')
})

test('keys that cannot be read are an outage, not a refusal', async () => {
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
  expect(user).toMatchObject({ msisdn, is_sso_login: true, sso_back_url: '/fake/partner/' })
  const campaign = await demo.fetch('/fake/partner/go?msisdn=09120000007')
  expect(campaign.headers.get('location')).toMatch(/^\/sso\?expiration_token=/)
  await demo.stop()
})
