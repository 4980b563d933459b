/**
 * The sign-in guard of buttons: a visitor signs in first and returns, and a signed-in viewer without a profile chooses
 * one first.
 */

import type { Language } from '#src/contract/fields.ts'
import { loginPath, profilePath } from '../routes.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { readStateCookie } from './state.ts'

/** Returns the page to open first; null if the viewer may act. `hash`: the part of the page to return to. */
export function signInUrl(language: Language, hash = ''): string | null {
  const { user, profile } = readStateCookie(readCookies())
  if (profile) return null
  const back = location.pathname + location.search + hash
  return user ? profilePath(back, language) : loginPath(back, language)
}
