import { parse } from 'hono/utils/cookie'
import { readStateValue, type SessionState, STATE_COOKIE } from '#src/lib/session/state.ts'
import { openState } from './session-state.ts'

/**
 * Whether a child's profile is watching: its pages are rendered within its band, for it alone, and never cached. Only the
 * sealed cookie counts; without one, or with a forged one, the pages are those of a visitor (decision 4).
 */
export function isChild(cookies: string | undefined, stateKey: Uint8Array): boolean {
  if (!cookies?.includes(STATE_COOKIE)) return false
  const sealed = parse(cookies, STATE_COOKIE)[STATE_COOKIE]
  // Most who have the cookie are adults by their own word: the seal, which takes longer to check, decides about the rest.
  return isOfChild(readStateValue(sealed)) && isOfChild(openState(sealed, stateKey))
}

function isOfChild(state: SessionState | null): boolean {
  return state?.profile != null && state.profile.age_type !== 'adult'
}
