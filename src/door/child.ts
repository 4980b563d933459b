import { readState } from '#src/lib/session/state.ts'

/**
 * Whether a child's profile is watching: its pages are filled within its band, for it alone, and never kept. The cookie
 * is taken at its word, since whoever forges it gets less than without it.
 */
export function isChild(cookies: string | undefined): boolean {
  if (!cookies?.includes('state=')) return false
  const { profile } = readState(cookies)
  return profile !== null && profile.age_type !== 'adult'
}
