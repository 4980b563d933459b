import type { Language } from '#src/contract/fields.ts'
import { barePath } from '../i18n/languages.ts'
import { homePath, kidsPath, loginPath, profilePath } from '../routes.ts'
import { isChildProfile } from './profile.ts'
import { safeRedirect } from './redirect.ts'

/**
 * Access that a page requires. `visitor`: not signed in; `user`: signed in; `profile`: a chosen profile; `adult`: an
 * adult profile; `primary`: the primary profile.
 */
export type PageAccess = 'visitor' | 'user' | 'profile' | 'adult' | 'primary'
/** The fields of the active profile that guards need. */
type ActiveProfileInfo = { age_type: string; is_primary: boolean }
type PageRequest = {
  need: PageAccess
  isSignedIn: boolean
  hasProfile: boolean
  /** Path and query of the page. */
  path: string
  /** The value of `redirect=`. */
  back?: string | null
  language: Language
}

/** Returns the redirect for the request, or null if its tokens give access. */
export function accessRedirect({
  need,
  isSignedIn,
  hasProfile,
  ...arrival
}: PageRequest): string | null {
  const { path, back, language } = arrival
  if (need === 'visitor') {
    if (!isSignedIn) return null
    const target = back ? safeRedirect(back) : homePath(language)
    return hasProfile ? target : profilePath(target, language)
  }
  if (!isSignedIn) return loginPath(path, language)
  if (need !== 'user' && !hasProfile) return profilePath(path, language)
  return null
}

/** Reasons for a redirect, which the next page shows. `age`: the title is for viewers older than this child. */
const REDIRECT_REASONS = ['grown-ups', 'age', 'main-profile'] as const
export type Reason = (typeof REDIRECT_REASONS)[number]
/** Query parameter that carries the reason. */
export const REASON_PARAM = 'from'

/** Spec §6: a child is redirected to the kids category, another adult to the choice of the primary profile. */
export function guardProfile(
  need: PageAccess,
  profile: ActiveProfileInfo | null,
  { path, language }: Pick<PageRequest, 'path' | 'language'>,
): string | null {
  if (!profile || (need !== 'adult' && need !== 'primary')) return null
  if (isChildProfile(profile)) return childHomeWithReason('grown-ups', language)
  if (need === 'primary' && !profile.is_primary)
    return because('main-profile', profilePath(path, language))
  return null
}

/** Returns a child's home with the reason for the redirect. */
export function childHomeWithReason(reason: ChildReason, language: Language): string {
  return because(reason, kidsPath(language))
}

/** Reasons that a child's home explains. */
type ChildReason = Exclude<Reason, 'main-profile'>

function because(reason: Reason, path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${REASON_PARAM}=${reason}`
}

/** Returns the reason in the URL of a child's page. */
export function childRedirectReason(search: string): ChildReason | null {
  const named = new URLSearchParams(search).get(REASON_PARAM)
  return named === 'grown-ups' || named === 'age' ? named : null
}

/** Returns the reason in the URL; null if it does not apply to this profile. */
export function redirectReason(search: string, profile: ActiveProfileInfo | null): Reason | null {
  const forChild = childRedirectReason(search)
  if (forChild) return isChildProfile(profile) ? forChild : null
  const named = new URLSearchParams(search).get(REASON_PARAM)
  return named === 'main-profile' && profile?.is_primary === false ? named : null
}

const WITHOUT_PROFILE = /^\/(profile|login|register|tv|sso)(\/|$)/

/** Spec §4: true for pages on which a signed-in viewer must choose a profile first. */
export function requiresProfile(path: string): boolean {
  return !WITHOUT_PROFILE.test(barePath(path))
}

const NOT_REVALIDATED =
  /^\/(login|register|sso|user|user\/edit|user\/password|packages|packages\/successGift|packages\/successPayment)\/?$/

/**
 * Spec §4: true for pages on which the session is checked again. Sign-in pages are not among them: a late reply about the
 * old session would clear the cookies of the new one.
 */
export function revalidatesSession(path: string): boolean {
  return !NOT_REVALIDATED.test(barePath(path))
}
