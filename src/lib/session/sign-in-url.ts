/** The auth guard of buttons: a visitor signs in first and returns, a signed-in viewer without a profile chooses one first. */
import type { Language } from '#src/contract/fields.ts'
import { loginPath, profilePath } from '../routes.ts'
import { readState } from './state.ts'

/** The page to go to first; null when the viewer may act. `hash`: the part of the page to return to. */
export function signInUrl(language: Language, hash = ''): string | null {
  const { user, profile } = readState(document.cookie)
  if (profile) return null
  const back = location.pathname + location.search + hash
  return user ? profilePath(back, language) : loginPath(back, language)
}
