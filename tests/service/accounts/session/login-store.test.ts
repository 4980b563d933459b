// The sign-in on the pages, step by step, against the service itself.
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
import { aGuardedStorage } from '#tests/support/storage.ts'

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

/** Calls the service as a browser does, with the tokens it received before. */
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

function aLogin(storage = aGuardedStorage(), api: Api = aBrowser()) {
  const signedIn: string[] = []
  const options = { device, now, storage, onSignedIn: () => void signedIn.push('in') }
  return { login: createLogin({ api, ...options }), storage, signedIn }
}

test('a new number is asked for its code, welcomed and signed in', async () => {
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

test('an invalid number is refused before anything is sent', async () => {
  const { login } = aLogin()
  await login.askCode('0912')
  expect(login.$login.get()).toMatchObject({
    step: 'mobile',
    failure: { errors: { msisdn: 'validation.mobile' } },
  })
})

test('going back and forth within a minute, the code that was sent stays valid', async () => {
  const { login } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  const { sent } = login.$login.get()
  login.goTo('mobile')
  await login.askCode(msisdn)
  expect(login.$login.get()).toMatchObject({ step: 'code', sent, failure: null })
})

/** Uses up the requests that the address of this file may make without a proof. */
async function useUp(): Promise<void> {
  const rule = { points: CODES_PER_HOUR.address, seconds: 3_600 }
  for (let taken = 0; taken < rule.points; taken++)
    await service.deps.limits.take('otp-address', '127.0.0.1', rule)
}

test('if a proof of work is required it is computed, and the page shows its progress', async () => {
  await useUp()
  const { login } = aLogin()
  const shares = new Set<ProofShare>()
  login.$login.listen(({ proof }) => void shares.add(proof))
  await login.askCode(aMsisdn())
  expect(login.$login.get()).toMatchObject({ step: 'code', failure: null, proof: null })
  expect(shares.size).toBeGreaterThan(2)
})

test('cancelling the proof returns to the number without an error', async () => {
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

test('a code entered within an account page is also its proof', async () => {
  await useUp()
  const msisdn = aMsisdn()
  const ask: RequestCode = proofOfWork => service.api(sendOtp, { params: { msisdn } }, proofOfWork)
  const flow = createSmsCode(ask, now)
  await flow.send()
  expect(flow.$code.get()).toMatchObject({ isBusy: false, proof: null, failure: null })
  expect(flow.$code.get().sent).not.toBeNull()
})

test('a reload restores the current step, but stores no code', async () => {
  const { login, storage } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  const reloaded = aLogin(storage).login
  reloaded.restore()
  expect(reloaded.$login.get()).toMatchObject({ step: 'code', msisdn })
  expect(storage.get('login')).not.toContain(await lastCode(service, msisdn))
  await reloaded.enterCode(await lastCode(service, msisdn))
  expect(storage.get('login')).toBe('{"step":"welcome"}')
})

test('a reload restores the step of a session only while it is in progress in this tab', async () => {
  const { login, storage } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  await login.enterCode(await lastCode(service, msisdn))
  const isUnderWay = (step: SessionStep, tab = storage) =>
    createLogin({ api: aBrowser(), device, now, storage: tab, step }).restore()
  expect(isUnderWay('welcome')).toBe(true)
  expect(isUnderWay('new password')).toBe(false)
  expect(isUnderWay('welcome', aGuardedStorage())).toBe(false)
  login.goTo('done')
  expect(isUnderWay('welcome')).toBe(false)
  expect([...storage.memory.keys()].length).toBe(0)
})

test('a forgotten password is replaced after the code', async () => {
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

test('behind a PIN, the main profile is chosen before a forgotten password is replaced', async () => {
  const { api, msisdn, profileId } = await aUser(service)
  await api(setPin, { params: { id: profileId }, body: { pin: '1234' } })
  await service.deps.limits.forget('otp-minute', msisdn)
  const { login } = aLogin()
  await login.askCode(msisdn, true)
  await login.enterCode(await lastCode(service, msisdn))
  expect(login.$login.get()).toMatchObject({ step: 'done', next: '/user/password' })
})

test('only the main profile may set the name of a new user', async () => {
  const { login } = aLogin()
  const msisdn = aMsisdn()
  await login.askCode(msisdn)
  await login.enterCode(await lastCode(service, msisdn))
  await login.saveNames({ name: 'Sara', family: 'Ahmadi' })
  expect(login.$login.get()).toMatchObject({ step: 'done', failure: null })
})

test('at the device limit a device is chosen, and the sign-in continues', async () => {
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

test('a second press while the first is in progress does nothing', async () => {
  const { login } = aLogin()
  const msisdn = aMsisdn()
  await Promise.all([login.askCode(msisdn), login.askCode(msisdn)])
  expect(login.$login.get()).toMatchObject({ step: 'code', failure: null })
})

test('a television shows a new code when one has expired, and is admitted by the second', async () => {
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
