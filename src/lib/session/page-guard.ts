// Access guards of pages that are rendered per request.

import { getSelf } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/languages.ts'
import type { Self } from '#src/contract/session.ts'
import type { Api } from '../api/client.ts'
import { type Failure, failureOf } from '../api/failure.ts'
import { homePath, loginPath, profilePath } from '../routes.ts'
import { guard, guardProfile, type PageAccess } from './guard.ts'
import { safeRedirect } from './redirect.ts'
import { SESSION_STEPS, type SessionStep } from './session-step.ts'
import type { SessionState } from './state.ts'

export type PageContext = {
  url: URL
  response: { headers: Headers }
  locals: {
    api: Api
    language: Language
    isSignedIn: boolean
    hasProfile: boolean
    session: () => Pick<SessionState, 'profile'>
  }
}
/** A redirect, or the user: null for visitors and while the service cannot be reached. */
export type GuardResult =
  | { redirectTo: string; user: null }
  | { redirectTo: null; user: Self | null }

/**
 * Asks the service, since the token may have expired and the active profile may have changed. `level`: what the profile has to
 * be once one is chosen.
 */
export async function guardPage(
  visit: PageContext,
  need: PageAccess,
  level: PageAccess = need,
): Promise<GuardResult> {
  const { url, locals, response } = visit
  const { isSignedIn, hasProfile, language } = locals
  // Back navigation must not show a personal page after sign-out.
  response.headers.set('Cache-Control', isSignedIn ? 'private, no-store' : 'private, no-cache')
  const path = url.pathname + url.search
  const back = url.searchParams.get('redirect')
  if (!isSignedIn && need === 'visitor') return { redirectTo: null, user: null }
  const redirectTo = guard({ need, isSignedIn, hasProfile, path, back, language })
  if (redirectTo && need !== 'visitor') return { redirectTo, user: null }
  try {
    const user = await locals.api(getSelf)
    const elsewhere = redirectTo ?? guardSelf(user, need, level, { path, language })
    return elsewhere ? { redirectTo: elsewhere, user: null } : { redirectTo: null, user }
  } catch (error) {
    const admission = afterFailure(failureOf(error), need, path, language)
    const elsewhere = admission.redirectTo ?? guardProfilePage(visit, level)
    return elsewhere ? { redirectTo: elsewhere, user: null } : admission
  }
}

/** The service knows the active profile; the cookie may be outdated. */
function guardSelf(
  { profile }: Self,
  need: PageAccess,
  level: PageAccess,
  page: { path: string; language: Language },
): string | null {
  if (!profile && need !== 'user' && need !== 'visitor')
    return profilePath(page.path, page.language)
  return guardProfile(level, profile, page)
}

/** Guards by the signed cookie alone, for pages that visitors may see too. */
export function guardProfilePage(
  { url, locals }: Omit<PageContext, 'response'>,
  need: PageAccess,
): string | null {
  const page = { path: url.pathname + url.search, language: locals.language }
  return guardProfile(need, locals.session().profile, page)
}

/** A redirect that depends on the viewer: no cache may store it. */
export function redirectPrivately(to: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: to, 'Cache-Control': 'private, no-store' },
  })
}

function afterFailure(
  failure: Failure,
  need: PageAccess,
  path: string,
  language: Language,
): GuardResult {
  if (need === 'visitor' || failure.kind !== 'api_error' || failure.status !== 401)
    return { redirectTo: null, user: null }
  if (failure.result === 'profile_unauthorized')
    return { redirectTo: profilePath(path, language), user: null }
  const elsewhere = failure.result === 'unauthorized_sso' ? failure.nextUrl : undefined
  return { redirectTo: elsewhere ?? loginPath(path, language), user: null }
}

/** The step of signing in that a signed-in viewer has not finished: a reload keeps it. */
export function sessionStep({ url, locals }: Omit<PageContext, 'response'>): SessionStep | null {
  const named = url.searchParams.get('step')
  return locals.isSignedIn ? (SESSION_STEPS.find(step => step === named) ?? null) : null
}

/** The validated path of `redirect=`; without one, the home page. */
export function returnPath(url: URL, language: Language): string {
  const asked = url.searchParams.get('redirect')
  return asked ? safeRedirect(asked) : homePath(language)
}

/** The validated path of `redirect=`; null without one. */
export function requestedReturnPath(url: URL): string | null {
  const asked = url.searchParams.get('redirect')
  const path = asked ? safeRedirect(asked) : '/'
  return path === '/' ? null : path
}
