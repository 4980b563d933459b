// The sign-in of the pages, step by step, against the service itself.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setPin } from '#src/contract/endpoints/profiles.ts'
import { allowRemoteAccess, sendOtp, setFirstPassword } from '#src/contract/endpoints/session.ts'
import { CODES_PER_HOUR } from '#src/contract/limits.ts'
import type { Api } from '#src/lib/api/client.ts'
import { createLogin } from '#src/lib/session/login.store.ts'
import type { ProofShare } from '#src/lib/session/proof-of-work.ts'
import type { SessionStep } from '#src/lib/session/session-step.ts'
import { createSmsCode, type RequestCode } from '#src/lib/session/sms-code.store.ts'
import { createTvLogin } from '#src/lib/session/tv-login.store.ts'
import { aDevice, aMsisdn, aUser, signIn } from '#tests/support/people.ts'
import { type Caller, startTestService, type TestService } from '#tests/support/service.ts'
import { lastCode, otherThan } from '#tests/support/sign-in-codes.ts'
import { aStorage } from '#tests/support/storage.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.deps.limits.forget('otp-address', '127.0.0.1'))
afterAll(() => service.stop())

const now = () => service.clock.now().getTime()
const device = () => ({
  platform: 'web',
  brand: '',
  model: '',
  app_version: '',
  screen_width: 0,
  screen_height: 0,
  notification_token: '',
  store: 'none',
  unique_identifier: aDevice().unique_identifier,
})

/** Calls as a browser makes them: with the tokens that came before. */
function aBrowser(): Api {
  const caller: Caller = {}
  return async (endpoint, ...input) => {
    const data = await service.as(caller)(endpoint, ...input)
    const { access_token, profile_access_token } = data as Record<string, string | undefined>
    if (access_token) caller.accessToken = access_token
    if (profile_access_token) caller.profileToken = profile_access_token
    return data
  }
}

function aLogin(storage = aStorage(), api: Api = aBrowser()) {
  const signedIn: string[] = []
  const options = { device, now, storage, onSignedIn: () => void signedIn.push('in') }
  return { login: createLogin({ api, ...options }), storage, signedIn }
}

test('a new number is asked for its code, welcomed, and done', async () => {
  const { login, signedIn } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(`+98 ${msisdn.slice(1)}`)
  expect(login.$login.get()).toMatchObject({ step: 'code', msisdn, failure: null })
  const code = await lastCode(service, msisdn)
  await login.enterCode(otherThan(code))
  expect(login.$login.get()).toMatchObject({ step: 'code', failure: { result: 'wrong_otp' } })
  await login.enterCode(code)
  expect(login.$login.get()).toMatchObject({ step: 'welcome', isNew: true })
  expect(signedIn).toEqual(['in'])
})

test('a number that is none is refused before anything is sent', async () => {
  const { login } = aLogin()
  await login.askCode('0912')
  expect(login.$login.get()).toMatchObject({
    step: 'mobile',
    failure: { errors: { msisdn: 'validation.mobile' } },
  })
})

test('back and forth within a minute, the code that is on its way serves', async () => {
  const { login } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  const { sent } = login.$login.get()
  login.goTo('mobile')
  await login.askCode(msisdn)
  expect(login.$login.get()).toMatchObject({ step: 'code', sent, failure: null })
})

/** The address of this file has asked for as much as goes without a proof. */
async function useUp(): Promise<void> {
  const rule = { points: CODES_PER_HOUR.address, seconds: 3_600 }
  for (let taken = 0; taken < rule.points; taken++)
    await service.deps.limits.take('otp-address', '127.0.0.1', rule)
}

test('where a proof of work is wanted it is solved on the way, and the page hears how far it is', async () => {
  await useUp()
  const { login } = aLogin()
  const shares = new Set<ProofShare>()
  login.$login.listen(({ proof }) => void shares.add(proof))
  await login.askCode(aMsisdn())
  expect(login.$login.get()).toMatchObject({ step: 'code', failure: null, proof: null })
  expect(shares.size).toBeGreaterThan(2)
})

test('who cancels the proof is back at the number, with nothing wrong', async () => {
  await useUp()
  const { login } = aLogin()
  const stop = login.$login.listen(({ proof }) => {
    if (proof !== null && proof > 0) login.cancelProof()
  })
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  stop()
  expect(login.$login.get()).toMatchObject({ step: 'mobile', isBusy: false, failure: null })
  expect(await service.outbox(msisdn)).toEqual([])
  await login.askCode(msisdn)
  expect(login.$login.get()).toMatchObject({ step: 'code' })
})

test('a code within a page of the account brings its proof as well', async () => {
  await useUp()
  const msisdn = aMsisdn()
  const ask: RequestCode = proofOfWork => service.api(sendOtp, { params: { msisdn } }, proofOfWork)
  const flow = createSmsCode(ask, now)
  await flow.send()
  expect(flow.$code.get()).toMatchObject({ isBusy: false, proof: null, failure: null })
  expect(flow.$code.get().sent).not.toBeNull()
})

test('a reload in the middle finds the step again, and keeps no code', async () => {
  const { login, storage } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  const reloaded = aLogin(storage).login
  reloaded.restore()
  expect(reloaded.$login.get()).toMatchObject({ step: 'code', msisdn })
  expect(storage.getItem('login')).not.toContain(await lastCode(service, msisdn))
  await reloaded.enterCode(await lastCode(service, msisdn))
  expect(storage.getItem('login')).toBe('{"step":"welcome"}')
})

test('a reload finds the step of a session only while it is under way in this tab', async () => {
  const { login, storage } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  await login.enterCode(await lastCode(service, msisdn))
  const isUnderWay = (step: SessionStep, tab = storage) =>
    createLogin({ api: aBrowser(), device, now, storage: tab, step }).restore()
  expect(isUnderWay('welcome')).toBe(true)
  expect(isUnderWay('new password')).toBe(false)
  expect(isUnderWay('welcome', aStorage())).toBe(false)
  login.goTo('done')
  expect(isUnderWay('welcome')).toBe(false)
  expect(storage.length).toBe(0)
})

test('a forgotten password is asked anew after the code', async () => {
  const person = await aUser(service)
  await person.api(setFirstPassword, { body: { password: 'a quiet evening' } })
  await service.deps.limits.forget('otp-minute', person.msisdn)
  const { login } = aLogin()
  login.choosePassword(person.msisdn)
  await login.enterPassword('wrong one')
  expect(login.$login.get().failure).toMatchObject({ result: 'wrong_password' })
  await login.askCode(person.msisdn, true)
  await login.enterCode(await lastCode(service, person.msisdn))
  expect(login.$login.get()).toMatchObject({ step: 'new password' })
  await login.setPassword('a quiet morning')
  expect(login.$login.get()).toMatchObject({ step: 'done', next: null, failure: null })
})

test('behind a PIN, the main profile is chosen before a forgotten password is set anew', async () => {
  const { api, msisdn, profileId } = await aUser(service)
  await api(setPin, { params: { id: profileId }, body: { pin: '1234' } })
  await service.deps.limits.forget('otp-minute', msisdn)
  const { login } = aLogin()
  await login.askCode(msisdn, true)
  await login.enterCode(await lastCode(service, msisdn))
  expect(login.$login.get()).toMatchObject({ step: 'done', next: '/user/password' })
})

test('the name of a new user is the main profile’s to give', async () => {
  const { login } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  await login.enterCode(await lastCode(service, msisdn))
  await login.saveNames({ name: 'Sara', family: 'Ahmadi' })
  expect(login.$login.get()).toMatchObject({ step: 'done', failure: null })
})

test('at the limit a device is chosen, and the way goes on', async () => {
  const msisdn = aMsisdn()
  for (let device = 0; device < 3; device++) {
    await service.deps.limits.forget('otp-minute', msisdn)
    await signIn(service, { msisdn })
  }
  await service.deps.limits.forget('otp-minute', msisdn)
  const { login } = aLogin()
  await login.askCode(msisdn)
  await login.enterCode(await lastCode(service, msisdn))
  const { step, limit } = login.$login.get()
  expect(step).toBe('devices')
  await login.endDevices(['no such device'])
  expect(login.$login.get()).toMatchObject({ step: 'devices', failure: { result: 'not_found' } })
  await login.endDevices([limit?.sessions[0]?.id as string])
  expect(login.$login.get()).toMatchObject({ step: 'done', limit: null })
})

test('one thing at a time: a second press while the first is under way does nothing', async () => {
  const { login } = aLogin()
  const msisdn = aMsisdn()
  await Promise.all([login.askCode(msisdn), login.askCode(msisdn)])
  expect(login.$login.get()).toMatchObject({ step: 'code', failure: null })
})

test('a television draws a new code when one has run out, and is let in by the second', async () => {
  const person = await aUser(service)
  const codes: string[] = []
  const tv = createTvLogin({
    api: service.api,
    device,
    now,
    wait: async () => {
      const state = tv.$tv.get()
      if (state.kind === 'waiting' && !codes.includes(state.code)) codes.push(state.code)
      if (codes.length === 1) service.clock.advance({ minutes: 5, seconds: 1 })
      else await allow(codes.at(-1) as string)
      return true
    },
  })
  const allow = (code: string) =>
    person.api(allowRemoteAccess, { params: { code }, body: {} }).catch(() => undefined)
  await tv.start()
  expect(tv.$tv.get()).toEqual({ kind: 'in' })
  expect(codes).toHaveLength(2)
})

test('a television that cannot reach the service says so', async () => {
  const tv = createTvLogin({
    api: () => Promise.reject(new Error('down')),
    device,
    now,
    wait: async () => true,
  })
  await tv.start()
  expect(tv.$tv.get()).toEqual({ kind: 'failed' })
})
