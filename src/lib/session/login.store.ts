// The sign-in flow: a number, then a code or the password, then possibly the device limit, a new password or a name.
import { atom, type ReadableAtom } from 'nanostores'
import { bearerAuthorization } from '#src/contract/bearer.ts'
import { listProfiles, switchProfile } from '#src/contract/endpoints/profiles.ts'
import {
  loginByOtp,
  loginByPassword,
  resolveSessions,
  sendOtp,
  setFirstPassword,
  updateSelf,
} from '#src/contract/endpoints/session.ts'
import type { Device } from '#src/contract/fields.ts'
import { normaliseMsisdn } from '#src/contract/msisdn.ts'
import type { SessionLimit } from '#src/contract/session.ts'
import type { Api } from '../api/client.ts'
import { type Failure, toFailure } from '../api/failure.ts'
import { validationFailure } from '../forms/field-failure.ts'
import type { GuardedStorage } from '../storage/web-storage.ts'
import type { LoginState, LoginStep } from './login-state.ts'
import { isAtStep, restoreLogin, storeLogin } from './login-storage.ts'
import { createProver, ProofCancelled } from './proof-of-work.ts'
import type { SessionStep } from './session-step.ts'

export type Login = {
  $login: ReadableAtom<LoginState>
  askCode: (typed: string, isForgotten?: boolean) => Promise<void>
  resend: () => Promise<void>
  cancelProof: () => void
  enterCode: (otp: string) => Promise<void>
  choosePassword: (typed: string) => void
  enterPassword: (password: string) => Promise<void>
  endDevices: (ids: string[]) => Promise<void>
  setPassword: (password: string) => Promise<void>
  saveNames: (names: { name: string; family: string }) => Promise<void>
  goTo: (step: LoginStep) => void
  /**
   * Restores a flow that a reload interrupted. Returns false if the step in the address is complete or was never
   * reached in this tab.
   */
  restore: () => boolean
}
type LoginOptions = {
  api: Api
  device: () => Device
  now: () => number
  /** Current step of an existing session. */
  step?: SessionStep | null
  /** Storage that persists the flow across reloads. */
  storage?: GuardedStorage
  onSignedIn?: () => void
}

const PASSWORD_PAGE = '/user/password'
const START: LoginState = {
  step: 'mobile',
  msisdn: '',
  sent: null,
  limit: null,
  isForgotten: false,
  isNew: false,
  isOnlyProfile: false,
  next: null,
  isBusy: false,
  proof: null,
  failure: null,
}
const BAD_NUMBER = validationFailure({ msisdn: 'validation.mobile' })
const NO_NUMBER = validationFailure({ msisdn: 'validation.required' })
const problemOf = (typed: string) => (typed.trim() === '' ? NO_NUMBER : BAD_NUMBER)

export function createLogin(options: LoginOptions): Login {
  const { api, device, now, storage } = options
  const $login = atom<LoginState>(options.step ? { ...START, step: options.step } : START)
  const prover = createProver(proof => change({ proof }))

  function change(changes: Partial<LoginState>): void {
    $login.set({ ...$login.get(), ...changes })
    storeLogin(storage, $login.get())
  }

  /** Runs one call at a time; a failure keeps the typed values. */
  async function attempt(work: () => Promise<Partial<LoginState>>): Promise<void> {
    if ($login.get().isBusy) return
    change({ isBusy: true, failure: null })
    try {
      change({ ...(await work()), isBusy: false })
    } catch (error) {
      if (error instanceof ProofCancelled) return change({ isBusy: false })
      const failure = toFailure(error)
      const limit = limitOf(failure)
      change({ isBusy: false, failure, ...(limit ? { step: 'devices', limit } : {}) })
    }
  }

  /** Returns the step that follows once the session exists. */
  async function signedIn(isNew: boolean): Promise<Partial<LoginState>> {
    options.onSignedIn?.()
    if (!$login.get().isForgotten) return { isNew, step: isNew ? 'welcome' : 'done' }
    // A primary profile with a PIN must be chosen first.
    const found = await watchAsMain(api).catch(() => null)
    if (!found) return { isNew, step: 'done', next: PASSWORD_PAGE }
    return { isNew, ...found, step: 'new password' }
  }

  async function send(msisdn: string): Promise<Partial<LoginState>> {
    const reply = await prover.run(proofOfWork => api(sendOtp, { params: { msisdn } }, proofOfWork))
    const sent = {
      msisdn,
      tracker: reply.tracker_id,
      length: reply.code_length,
      resendAt: now() + reply.resend_in * 1000,
      expiresAt: now() + reply.expires_in * 1000,
    }
    return { sent, step: 'code' }
  }

  return {
    $login,
    async askCode(typed, isForgotten = false) {
      const msisdn = normaliseMsisdn(typed)
      if (!msisdn) return change({ failure: problemOf(typed) })
      const { sent } = $login.get()
      change({ msisdn, isForgotten })
      // After going back and forth within a minute, the sent code is still valid.
      if (sent?.msisdn === msisdn && now() < sent.resendAt)
        return change({ step: 'code', failure: null })
      await attempt(() => send(msisdn))
    },
    resend: () => attempt(() => send($login.get().msisdn)),
    cancelProof: prover.cancel,
    enterCode: otp =>
      attempt(async () => {
        const { msisdn, sent } = $login.get()
        const body = { otp, tracker_id: sent?.tracker ?? '', device: device() }
        const { is_new } = await api(loginByOtp, { params: { msisdn }, body })
        return signedIn(is_new)
      }),
    choosePassword(typed) {
      const msisdn = normaliseMsisdn(typed)
      if (!msisdn) return change({ failure: problemOf(typed) })
      change({ msisdn, step: 'password', failure: null, isForgotten: false })
    },
    enterPassword: password =>
      attempt(async () => {
        const { msisdn } = $login.get()
        const input = { params: { msisdn }, body: { password, device: device() } }
        const { is_new } = await prover.run(proof => api(loginByPassword, input, proof))
        return signedIn(is_new)
      }),
    endDevices: ids =>
      attempt(async () => {
        const { msisdn, limit } = $login.get()
        const { is_new } = await api(
          resolveSessions,
          { params: { msisdn }, body: { sessions: ids } },
          { headers: { Authorization: bearerAuthorization(limit?.limited_token ?? '') } },
        )
        return { ...(await signedIn(is_new)), limit: null }
      }),
    setPassword: password =>
      attempt(async () => {
        await api(setFirstPassword, { body: { password } })
        return { step: 'done' }
      }),
    saveNames: names =>
      attempt(async () => {
        const found = await watchAsMain(api)
        await api(updateSelf, { body: names })
        return { ...found, step: 'done' }
      }),
    goTo: step => change({ step, failure: null }),
    restore() {
      if (options.step) return isAtStep(storage, options.step)
      $login.set({ ...$login.get(), ...restoreLogin(storage, now()) })
      return true
    },
  }

  function limitOf(failure: Failure): SessionLimit | null {
    if (failure.kind !== 'api_error' || failure.result !== 'session_limit') return null
    const found = failure.data as SessionLimit
    // An empty token means that nothing changed, so the previous one stays valid.
    return {
      ...found,
      limited_token: found.limited_token || ($login.get().limit?.limited_token ?? ''),
    }
  }
}

/** Switches to the primary profile, which changes of credentials and names require. Returns null if a PIN locks it. */
async function watchAsMain(api: Api): Promise<Pick<LoginState, 'isOnlyProfile'> | null> {
  const { items } = await api(listProfiles)
  const main = items.find(({ is_primary }) => is_primary)
  if (!main || main.has_pin) return null
  await api(switchProfile, { body: { profile_id: main.id, pin: '' } })
  return { isOnlyProfile: items.length === 1 }
}
