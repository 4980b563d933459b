// Access guards of pages that are rendered per request.

import { getSelf } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/languages.ts'
import type { Self } from '#src/contract/session.ts'
import type { Api } from '../api/client.ts'
import { type Failure, isKnownResult, toFailure } from '../api/failure.ts'
import { homePath, loginPath, profilePath } from '../routes.ts'
import { accessRedirect, guardProfile, type PageAccess } from './guard.ts'
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
/** A redirect, or the user. The user is null for visitors and while the service cannot be reached. */
type GuardResult = { redirectTo: string; user: null } | { redirectTo: null; user: Self | null }

/**
 * Guards a page by asking the service, because the token may have expired and the active profile may have changed.
 * @param level the profile that is required once one is chosen
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
  const redirectTo = accessRedirect({ need, isSignedIn, hasProfile, path, back, language })
  if (redirectTo && need !== 'visitor') return { redirectTo, user: null }
  try {
    const user = await locals.api(getSelf)
    const elsewhere = redirectTo ?? guardSelf(user, need, level, { path, language })
    return elsewhere ? { redirectTo: elsewhere, user: null } : { redirectTo: null, user }
  } catch (error) {
    const admission = afterFailure(toFailure(error), need, path, language)
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

/** Guards a page by the signed cookie alone, for pages that visitors may see too. */
export function guardProfilePage(
  { url, locals }: Omit<PageContext, 'response'>,
  need: PageAccess,
): string | null {
  const page = { path: url.pathname + url.search, language: locals.language }
  return guardProfile(need, locals.session().profile, page)
}

/** Returns a redirect that depends on the viewer and must not be cached. */
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
  const isRefused = failure.kind === 'api_error' && failure.status === 401 && isKnownResult(failure)
  if (need === 'visitor' || !isRefused) return { redirectTo: null, user: null }
  if (failure.result === 'profile_unauthorized')
    return { redirectTo: profilePath(path, language), user: null }
  const elsewhere = failure.result === 'unauthorized_sso' ? failure.nextUrl : undefined
  return { redirectTo: elsewhere ?? loginPath(path, language), user: null }
}

/** Returns the sign-in step that a signed-in viewer has not finished, which a reload keeps. */
export function unfinishedSessionStep({
  url,
  locals,
}: Omit<PageContext, 'response'>): SessionStep | null {
  const named = url.searchParams.get('step')
  return locals.isSignedIn ? (SESSION_STEPS.find(step => step === named) ?? null) : null
}

/** Returns the validated path of `redirect=`, or the home page. */
export function redirectTarget(url: URL, language: Language): string {
  const asked = url.searchParams.get('redirect')
  return asked ? safeRedirect(asked) : homePath(language)
}

/** Returns the validated path of `redirect=`, or null. */
export function requestedReturnPath(url: URL): string | null {
  const asked = url.searchParams.get('redirect')
  const path = asked ? safeRedirect(asked) : '/'
  return path === '/' ? null : path
}
