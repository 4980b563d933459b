// The sign-in flow: a number, then a code or the password, then possibly the device limit, a new password or a name.
import { atom, type ReadableAtom } from 'nanostores'
import { bearer } from '#src/contract/bearer.ts'
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
import type { SessionLimit } from '#src/contract/session.ts'
import type { Api } from '../api/client.ts'
import { type Failure, failureOf } from '../api/failure.ts'
import { validationFailure } from '../forms/field-failure.ts'
import { normaliseMsisdn } from '../text/msisdn.ts'
import { createProver, ProofCancelled, type ProofShare } from './proof-of-work.ts'

export type SentCode = {
  msisdn: string
  tracker: string
  length: number
  /** Milliseconds since 1970. */
  resendAt: number
  expiresAt: number
}
export type LoginStep =
  | 'mobile'
  | 'code'
  | 'password'
  | 'devices'
  | 'new password'
  | 'welcome'
  | 'done'
export type LoginState = {
  step: LoginStep
  msisdn: string
  sent: SentCode | null
  limit: SessionLimit | null
  /** The code verifies a user who forgot the password. */
  isForgotten: boolean
  isNew: boolean
  /** Where to continue instead of the requested page. */
  next: string | null
  isBusy: boolean
  /** Progress of the proof of work that codes beyond the usual number require. */
  proof: ProofShare
  failure: Failure | null
}
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
  /** Restores a flow that a reload interrupted. */
  restore: () => void
}
export type LoginOptions = {
  api: Api
  device: () => Device
  now: () => number
  /** Persists the flow across reloads. */
  storage?: Storage
  onSignedIn?: () => void
}

const KEY = 'login'
const PASSWORD_PAGE = '/user/password'
const START: LoginState = {
  step: 'mobile',
  msisdn: '',
  sent: null,
  limit: null,
  isForgotten: false,
  isNew: false,
  next: null,
  isBusy: false,
  proof: null,
  failure: null,
}
const BAD_NUMBER = validationFailure({ msisdn: 'validation.mobile' })

export function createLogin(options: LoginOptions): Login {
  const { api, device, now, storage } = options
  const $login = atom<LoginState>(START)
  const prover = createProver(proof => change({ proof }))

  function change(changes: Partial<LoginState>): void {
    $login.set({ ...$login.get(), ...changes })
    keep(storage, $login.get())
  }

  /** One call at a time; a failure keeps the typed values. */
  async function attempt(work: () => Promise<Partial<LoginState>>): Promise<void> {
    if ($login.get().isBusy) return
    change({ isBusy: true, failure: null })
    try {
      change({ ...(await work()), isBusy: false })
    } catch (error) {
      if (error instanceof ProofCancelled) return change({ isBusy: false })
      const failure = failureOf(error)
      const limit = limitOf(failure)
      change({ isBusy: false, failure, ...(limit ? { step: 'devices', limit } : {}) })
    }
  }

  /** The step after the session exists. */
  async function signedIn(isNew: boolean): Promise<Partial<LoginState>> {
    options.onSignedIn?.()
    if (!$login.get().isForgotten) return { isNew, step: isNew ? 'welcome' : 'done' }
    // A primary profile with a PIN has to be chosen first.
    const isMain = await watchAsMain(api).catch(() => false)
    return isMain ? { isNew, step: 'new password' } : { isNew, step: 'done', next: PASSWORD_PAGE }
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
      if (!msisdn) return change({ failure: BAD_NUMBER })
      const { sent } = $login.get()
      change({ msisdn, isForgotten })
      // Back and forth within a minute: the code that was sent is still valid.
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
      if (!msisdn) return change({ failure: BAD_NUMBER })
      change({ msisdn, step: 'password', failure: null, isForgotten: false })
    },
    enterPassword: password =>
      attempt(async () => {
        const { msisdn } = $login.get()
        const { is_new } = await api(loginByPassword, {
          params: { msisdn },
          body: { password, device: device() },
        })
        return signedIn(is_new)
      }),
    endDevices: ids =>
      attempt(async () => {
        const { msisdn, limit } = $login.get()
        const { is_new } = await api(
          resolveSessions,
          { params: { msisdn }, body: { sessions: ids } },
          { headers: { Authorization: bearer(limit?.limited_token ?? '') } },
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
        await watchAsMain(api)
        await api(updateSelf, { body: names })
        return { step: 'done' }
      }),
    goTo: step => change({ step, failure: null }),
    restore: () => $login.set({ ...$login.get(), ...restored(storage, now()) }),
  }

  function limitOf(failure: Failure): SessionLimit | null {
    if (failure.kind !== 'api_error' || failure.result !== 'session_limit') return null
    const found = failure.data as SessionLimit
    // An empty token means that nothing changed: the previous one stays valid.
    return {
      ...found,
      limited_token: found.limited_token || ($login.get().limit?.limited_token ?? ''),
    }
  }
}

/** Switches to the primary profile, which credentials and names require. False when a PIN locks it. */
async function watchAsMain(api: Api): Promise<boolean> {
  const main = (await api(listProfiles)).items.find(({ is_primary }) => is_primary)
  if (!main || main.has_pin) return false
  await api(switchProfile, { body: { profile_id: main.id, pin: '' } })
  return true
}

const STORED_MS = 600_000

type StoredLogin = Pick<LoginState, 'msisdn' | 'sent' | 'isForgotten'>

/** Stores the number and which code was sent; never a token or a code. */
function keep(storage: Storage | undefined, state: LoginState): void {
  const { step, msisdn, sent, isForgotten } = state
  if (step === 'code') storage?.setItem(KEY, JSON.stringify({ msisdn, sent, isForgotten }))
  else if (step !== 'mobile') storage?.removeItem(KEY)
}

function restored(storage: Storage | undefined, now: number): Partial<LoginState> {
  try {
    const stored = JSON.parse(storage?.getItem(KEY) ?? 'null') as StoredLogin | null
    if (!stored?.sent || now > stored.sent.expiresAt + STORED_MS) return {}
    return { ...stored, step: 'code' }
  } catch {
    return {}
  }
}
