/** Who may press: a visitor signs in first and comes back, a signed-in viewer chooses a profile first. */
import type { Language } from '#src/contract/fields.ts'
import { loginPath, profilePath } from '../routes.ts'
import { readState } from './state.ts'

/** Where to go before, or null. `hash` is where to come back to on the page. */
export function signInUrl(language: Language, hash = ''): string | null {
  const { user, profile } = readState(document.cookie)
  if (profile) return null
  const back = location.pathname + location.search + hash
  return user ? profilePath(back, language) : loginPath(back, language)
}
