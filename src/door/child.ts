import { parse } from 'hono/utils/cookie'
import { STATE_COOKIE } from '#src/lib/session/state.ts'
import { openState } from './state.ts'

/**
 * Whether a child's profile is watching: its pages are rendered within its band, for it alone, and never cached. Only the
 * sealed cookie counts; without one, or with a forged one, the pages are those of a visitor (docs/decisions/004).
 */
export function isChild(cookies: string | undefined, stateKey: Uint8Array): boolean {
  if (!cookies?.includes(STATE_COOKIE)) return false
  const profile = openState(parse(cookies, STATE_COOKIE)[STATE_COOKIE], stateKey)?.profile
  return profile != null && profile.age_type !== 'adult'
}
