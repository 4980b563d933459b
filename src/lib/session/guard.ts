import type { Language } from '#src/contract/fields.ts'
import { barePath } from '../i18n/languages.ts'
import { homePath, loginPath, profilePath } from '../routes.ts'
import { safeRedirect } from './redirect.ts'

/** `visitor`: for those who are not signed in; `user`: signed in; `profile`: with a profile chosen. */
export type Need = 'visitor' | 'user' | 'profile'
export type Arrival = {
  need: Need
  isSignedIn: boolean
  hasProfile: boolean
  /** Path and query of the page. */
  path: string
  /** What `redirect=` asks for. */
  back?: string | null
  language: Language
}

/** Where this arrival goes instead, or null when it may stay. */
export function guard({ need, isSignedIn, hasProfile, ...arrival }: Arrival): string | null {
  const { path, back, language } = arrival
  if (need === 'visitor') {
    if (!isSignedIn) return null
    const wanted = back ? safeRedirect(back) : homePath(language)
    return hasProfile ? wanted : profilePath(wanted, language)
  }
  if (!isSignedIn) return loginPath(path, language)
  if (need === 'profile' && !hasProfile) return profilePath(path, language)
  return null
}

const WITHOUT_PROFILE = /^\/(profile|login|register|tv|sso)(\/|$)/

/** Spec §4: a signed-in viewer without a profile chooses one first, except on these pages. */
export function needsProfile(path: string): boolean {
  return !WITHOUT_PROFILE.test(barePath(path))
}

const NOT_REVALIDATED =
  /^\/(user|user\/edit|user\/password|packages|packages\/successGift|packages\/successPayment)\/?$/

/** Spec §4: the session is checked again on every page but these. */
export function isRevalidatedOn(path: string): boolean {
  return !NOT_REVALIDATED.test(barePath(path))
}
