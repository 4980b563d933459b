/** SECRET is changed while users are signed in: one node has the old SECRET, another has the new one and accepts the old one. */
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listProfiles, setPin, switchProfile } from '#src/contract/endpoints/profiles.ts'
import {
  allowRemoteAccess,
  getSelf,
  loginByOtp,
  pollRemoteAccess,
  startRemoteAccess,
} from '#src/contract/endpoints/session.ts'
import { addKnownDevice, findKnownDevice } from '#src/service/accounts/session/known-device.ts'
import { newProofOfWork, verifyProofOfWork } from '#src/service/accounts/session/proof-of-work.ts'
import {
  paymentCallbackUrl,
  paymentOfNonce,
} from '#src/service/commerce/checkout/callback-address.ts'
import { readSecretStatus } from '#src/service/operations/secret/secret-status.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { profileTokens, sessions } from '#src/service/platform/db/schema/session.ts'
import { addWebhookEndpoint, noteShownSecret } from '#src/service/platform/webhooks/endpoints.ts'
import { signedWebhookHeaders, webhookSecret } from '#src/service/platform/webhooks/signature.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aDevice, aMsisdn, aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aCode } from '#tests/support/sign-in-codes.ts'
import { solved } from '#tests/support/solve-challenge.ts'

const OLD = 'the old secret, with commas and spaces in it'
const NEW = 'the-new-secret-of-thirty-two-characters'

let before: TestService
let rotated: TestService
/** A node after SECRET_PREVIOUS was removed. */
let after: TestService
let person: Person
beforeAll(async () => {
  before = await startTestService({ env: { SECRET: OLD } })
  const beside = { url: before.databaseUrl, clock: before.clock }
  const env = { SECRET: NEW, SECRET_PREVIOUS: JSON.stringify([OLD]) }
  rotated = await startTestService({ env, beside })
  after = await startTestService({ env: { SECRET: NEW }, beside })
  person = await aUser(before)
})
afterAll(async () => {
  await after.stop()
  await rotated.stop()
  await before.stop()
})

const asPerson = (service: TestService, of = person) => service.as(of)
const rowOf = async ({ id }: { id: string }) =>
  (await before.deps.db.select().from(sessions).where(eq(sessions.userId, id)))[0]

test('a session continues, and uses the new SECRET from its next call on', async () => {
  expect((await apiErrorOf(asPerson(after)(listProfiles))).result).toBe('unauthorized')
  expect((await rowOf(person.user))?.keyId).toBe(before.deps.keyId)
  // All calls of a page at once.
  await Promise.all(Array.from({ length: 8 }, () => asPerson(rotated)(listProfiles)))
  expect((await rowOf(person.user))?.keyId).toBe(rotated.deps.keyId)
  const [ofProfile] = await before.deps.db.select().from(profileTokens)
  expect(ofProfile?.keyId).toBe(rotated.deps.keyId)
  expect((await asPerson(after)(getSelf)).id).toBe(person.user.id)
  await asPerson(after)(listProfiles)
})

test('a node that accepts the new SECRET beforehand serves sessions of both', async () => {
  const prepared = await startTestService({
    env: { SECRET: OLD, SECRET_PREVIOUS: NEW },
    beside: { url: before.databaseUrl, clock: before.clock },
  })
  const other = await aUser(rotated)
  for (const service of [prepared, rotated, prepared]) await asPerson(service, other)(listProfiles)
  await prepared.stop()
})

test('a PIN is hashed with the new SECRET when it is entered, and only the right one', async () => {
  const owner = await aUser(before)
  const id = owner.profileId
  await owner.api(setPin, { params: { id }, body: { pin: '4071' } })
  const keyOf = async () =>
    (await before.deps.db.select().from(profiles).where(eq(profiles.id, id)))[0]?.pinKeyId
  const enter = (service: TestService, pin: string) =>
    service.as({ accessToken: owner.accessToken })(switchProfile, { body: { profile_id: id, pin } })
  expect((await apiErrorOf(enter(rotated, '4072'))).result).toBe('wrong_pin')
  expect(await keyOf()).toBe(before.deps.keyId)
  await enter(rotated, '4071')
  expect(await keyOf()).toBe(rotated.deps.keyId)
  await enter(after, '4071')
  expect((await apiErrorOf(enter(after, '4070'))).result).toBe('wrong_pin')
})

test('a PIN of a release that stored no key id is tried with all keys', async () => {
  const owner = await aUser(before)
  const id = owner.profileId
  await owner.api(setPin, { params: { id }, body: { pin: '4071' } })
  await before.deps.db.update(profiles).set({ pinKeyId: null }).where(eq(profiles.id, id))
  await asPerson(rotated, owner)(switchProfile, { body: { profile_id: id, pin: '4071' } })
  const [row] = await before.deps.db.select().from(profiles).where(eq(profiles.id, id))
  expect(row?.pinKeyId).toBe(rotated.deps.keyId)
})

test('a code that was sent, a waiting television and a proof of work are accepted', async () => {
  const msisdn = aMsisdn()
  const code = await aCode(before, msisdn)
  await rotated.api(loginByOtp, { params: { msisdn }, body: { ...code, device: aDevice() } })
  const tv = await before.api(startRemoteAccess, { body: { device: aDevice() } })
  await asPerson(rotated)(allowRemoteAccess, { params: { code: tv.code }, body: { sessions: [] } })
  const { poll_token } = tv
  expect(await rotated.api(pollRemoteAccess, { params: { poll_token } })).toHaveProperty(
    'access_token',
  )
  const proof = await solved(await newProofOfWork(before.deps, 'a subject'))
  expect(await verifyProofOfWork(after.deps, 'a subject', proof)).toBe(false)
  expect(await verifyProofOfWork(rotated.deps, 'a subject', proof)).toBe(true)
  expect(await verifyProofOfWork(rotated.deps, 'a subject', proof)).toBe(false)
})

test('a bank returns to a payment that began before', () => {
  const url = paymentCallbackUrl(before.deps, { siteOrigin: '', gateway: 'zarinpal', id: 'a1' })
  const nonce = url.split('/').at(-1) ?? ''
  expect(paymentOfNonce(rotated.deps, 'zarinpal', nonce)).toBe('a1')
  expect(paymentOfNonce(rotated.deps, 'zibal', nonce)).toBeNull()
  expect(paymentOfNonce(after.deps, 'zarinpal', nonce)).toBeNull()
})

test('a known device stays known, and is signed again at its next sign-in', () => {
  const msisdn = aMsisdn()
  const given = addKnownDevice(before.deps, { msisdn, given: undefined })
  expect(findKnownDevice(after.deps, { msisdn, given })).toBeNull()
  expect(findKnownDevice(rotated.deps, { msisdn, given })).toEqual(expect.any(String))
  const renewed = addKnownDevice(rotated.deps, { msisdn, given })
  expect(renewed).not.toContain('~')
  expect(findKnownDevice(after.deps, { msisdn, given: renewed })).toEqual(expect.any(String))
})

test('a receiver of webhooks can verify with its current secret and with the new one', () => {
  const message = { id: 'm1', sentAt: before.clock.now(), body: '{}' }
  const headers = signedWebhookHeaders(rotated.deps, 'e1', message)
  const signed = `m1.${headers['webhook-timestamp']}.{}`
  const signatures = [rotated, before].map(({ deps }) => {
    const key = Buffer.from(webhookSecret(deps, 'e1').slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  expect(headers['webhook-signature']).toBe(signatures.join(' '))
})

test('the status shows when SECRET_PREVIOUS may be removed', async () => {
  const site = await startTestService({ env: { SECRET: OLD } })
  const beside = { url: site.databaseUrl, clock: site.clock }
  const env = { SECRET: NEW, SECRET_PREVIOUS: JSON.stringify([OLD]) }
  const next = await startTestService({ env, beside })
  const isNeeded = async () => (await readSecretStatus(next.deps)).isPreviousNeeded
  expect(await isNeeded()).toBe(false)
  const member = await aUser(site)
  const hook = await addWebhookEndpoint(site.deps, {
    url: 'https://crm.example/',
    events: null,
    isInternal: false,
  })
  expect((await readSecretStatus(next.deps)).uses).toEqual([
    { kind: 'current', keyId: next.deps.keyId, sessions: 0, pins: 0, webhooks: 0 },
    { kind: 'previous', keyId: site.deps.keyId, sessions: 1, pins: 0, webhooks: 1 },
  ])
  await asPerson(next, member)(listProfiles)
  expect(await isNeeded()).toBe(true)
  await noteShownSecret(next.deps, hook?.id ?? '')
  expect(await isNeeded()).toBe(false)
  // A session that is not used expires automatically.
  await aUser(site)
  expect(await isNeeded()).toBe(true)
  next.clock.advance({ days: 31 })
  expect(await isNeeded()).toBe(false)
  await site.deps.db.update(sessions).set({ keyId: null, lastSeenAt: site.clock.now() })
  expect(await isNeeded()).toBe(true)
  await next.stop()
  await site.stop()
})
