import type { Language } from '#src/contract/fields.ts'
import { barePath } from '../i18n/languages.ts'
import { homePath, kidsPath, loginPath, profilePath } from '../routes.ts'
import { isChild } from './profile.ts'
import { safeRedirect } from './redirect.ts'

/**
 * What a page requires. `visitor`: not signed in; `user`: signed in; `profile`: a chosen profile; `adult`: an adult profile;
 * `primary`: the primary profile.
 */
export type PageAccess = 'visitor' | 'user' | 'profile' | 'adult' | 'primary'
/** The active profile, as far as guards need it. */
export type ActiveProfileInfo = { age_type: string; is_primary: boolean }
export type PageRequest = {
  need: PageAccess
  isSignedIn: boolean
  hasProfile: boolean
  /** Path and query of the page. */
  path: string
  /** The value of `redirect=`. */
  back?: string | null
  language: Language
}

/** Where to redirect the request, or null when its tokens give access. */
export function guard({ need, isSignedIn, hasProfile, ...arrival }: PageRequest): string | null {
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

/** Why a viewer was led away; the next page says it. `age`: the title is for older viewers than this child. */
export const REASONS = ['grown-ups', 'age', 'main-profile'] as const
export type Reason = (typeof REASONS)[number]
/** The query parameter that carries the reason. */
export const REASON = 'from'

/** Spec §6: a child is redirected to the kids category; another adult is sent to choose the primary profile. */
export function guardProfile(
  need: PageAccess,
  profile: ActiveProfileInfo | null,
  { path, language }: Pick<PageRequest, 'path' | 'language'>,
): string | null {
  if (!profile || (need !== 'adult' && need !== 'primary')) return null
  if (isChild(profile)) return ledHome('grown-ups', language)
  if (need === 'primary' && !profile.is_primary)
    return because('main-profile', profilePath(path, language))
  return null
}

/** A child's home, with the reason that brought it there. */
export function ledHome(reason: ChildReason, language: Language): string {
  return because(reason, kidsPath(language))
}

/** What a child is told on its home. */
export type ChildReason = Exclude<Reason, 'main-profile'>

function because(reason: Reason, path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${REASON}=${reason}`
}

/** The reason in the URL of a child's page. */
export function reasonForChild(search: string): ChildReason | null {
  const named = new URLSearchParams(search).get(REASON)
  return named === 'grown-ups' || named === 'age' ? named : null
}

/** The reason in the URL; null when it does not apply to this profile. */
export function reasonOf(search: string, profile: ActiveProfileInfo | null): Reason | null {
  const forChild = reasonForChild(search)
  if (forChild) return isChild(profile) ? forChild : null
  const named = new URLSearchParams(search).get(REASON)
  return named === 'main-profile' && profile?.is_primary === false ? named : null
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
