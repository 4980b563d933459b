// What a page that is rendered per request asks before it shows anything.
import { getSelf, type User } from '#src/contract/session.ts'
import type { Api } from '../api/client.ts'
import { type Failure, failureOf } from '../api/failure.ts'
import { homePath, loginPath, profilePath } from '../routes.ts'
import type { Language } from '../text/language.ts'
import { guard, type Need } from './guard.ts'
import { safeRedirect } from './redirect.ts'

export type Visit = {
  url: URL
  response: { headers: Headers }
  locals: { api: Api; language: Language; isSignedIn: boolean; hasProfile: boolean }
}
/** Go elsewhere, or stay; `user` is null for visitors, and while the service cannot be reached. */
export type Admission = { away: string; user: null } | { away: null; user: User | null }

/** A token may have ended since: only the service knows, so it is asked. */
export async function admit(visit: Visit, need: Need): Promise<Admission> {
  const { url, locals, response } = visit
  const { isSignedIn, hasProfile, language } = locals
  // Going back shows what is true now, and nothing of a person once they have signed out.
  response.headers.set('Cache-Control', isSignedIn ? 'private, no-store' : 'private, no-cache')
  const path = url.pathname + url.search
  const back = url.searchParams.get('redirect')
  if (!isSignedIn && need === 'visitor') return { away: null, user: null }
  const away = guard({ need, isSignedIn, hasProfile, path, back, language })
  if (away && need !== 'visitor') return { away, user: null }
  try {
    const user = await locals.api(getSelf)
    return away ? { away, user: null } : { away: null, user }
  } catch (error) {
    return afterFailure(failureOf(error), need, path, language)
  }
}

function afterFailure(failure: Failure, need: Need, path: string, language: Language): Admission {
  if (need === 'visitor' || failure.kind !== 'refused' || failure.status !== 401)
    return { away: null, user: null }
  if (failure.result === 'profile_unauthorized')
    return { away: profilePath(path, language), user: null }
  const elsewhere = failure.result === 'unauthorized_sso' ? failure.nextUrl : undefined
  return { away: elsewhere ?? loginPath(path, language), user: null }
}

/** The page that `redirect=` names, for forms that lead on; home in the page's language without one. */
export function backOf(url: URL, language: Language): string {
  const asked = url.searchParams.get('redirect')
  return asked ? safeRedirect(asked) : homePath(language)
}

/** The same, or null when no page of ours was asked for. */
export function askedBack(url: URL): string | null {
  const asked = url.searchParams.get('redirect')
  const path = asked ? safeRedirect(asked) : '/'
  return path === '/' ? null : path
}
