/** What a reload of the sign-in page finds again, in sessionStorage: never a token or a code. */
import type { LoginState, LoginStep } from './login-state.ts'
import { isSessionStep } from './session-step.ts'

const KEY = 'login'
const STORED_MS = 600_000

type StoredLogin = Pick<LoginState, 'step' | 'msisdn' | 'sent' | 'isForgotten'>

/** Stores the number and which code was sent, or the step of a session; nothing once both are over. */
export function storeLogin(storage: Storage | undefined, state: LoginState): void {
  const { step, msisdn, sent, isForgotten } = state
  if (step === 'code') storage?.setItem(KEY, JSON.stringify({ step, msisdn, sent, isForgotten }))
  else if (isSessionStep(step)) storage?.setItem(KEY, JSON.stringify({ step }))
  else if (step !== 'mobile') storage?.removeItem(KEY)
}

/** The flow that waited for a code; nothing long after the code has expired. */
export function restoredLogin(storage: Storage | undefined, now: number): Partial<LoginState> {
  const found = stored(storage)
  if (!found?.sent || now > found.sent.expiresAt + STORED_MS) return {}
  return { ...found, step: 'code' }
}

/** Whether this tab is at the step. */
export function isAtStep(storage: Storage | undefined, step: LoginStep): boolean {
  return stored(storage)?.step === step
}

function stored(storage: Storage | undefined): Partial<StoredLogin> | null {
  try {
    return JSON.parse(storage?.getItem(KEY) ?? 'null') as Partial<StoredLogin> | null
  } catch {
    return null
  }
}
