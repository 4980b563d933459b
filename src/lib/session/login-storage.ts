/** State that a reload of the sign-in page restores from sessionStorage: never a token or a code. */
import type { GuardedStorage } from '../storage/web-storage.ts'
import type { LoginState, LoginStep } from './login-state.ts'
import { isSessionStep } from './session-step.ts'

const KEY = 'login'
const STORED_MS = 600_000

type StoredLogin = Pick<LoginState, 'step' | 'msisdn' | 'sent' | 'isForgotten'>

/** Stores the number and which code was sent, or the step of a session; removes them once neither applies. */
export function storeLogin(storage: GuardedStorage | undefined, state: LoginState): void {
  const { step, msisdn, sent, isForgotten } = state
  if (step === 'code') storage?.set(KEY, JSON.stringify({ step, msisdn, sent, isForgotten }))
  else if (isSessionStep(step)) storage?.set(KEY, JSON.stringify({ step }))
  else if (step !== 'mobile') storage?.remove(KEY)
}

/** Returns the flow that waited for a code; empty once the code has long expired. */
export function restoreLogin(
  storage: GuardedStorage | undefined,
  now: number,
): Partial<LoginState> {
  const found = stored(storage)
  if (!found?.sent || now > found.sent.expiresAt + STORED_MS) return {}
  return { ...found, step: 'code' }
}

/** True if this tab is at the step. */
export function isAtStep(storage: GuardedStorage | undefined, step: LoginStep): boolean {
  return stored(storage)?.step === step
}

function stored(storage: GuardedStorage | undefined): Partial<StoredLogin> | null {
  try {
    return JSON.parse(storage?.get(KEY) ?? 'null') as Partial<StoredLogin> | null
  } catch {
    return null
  }
}
