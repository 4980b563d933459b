/**
 * Spec section 8, line by line: how the site reacts to a failed call. Pure; `handle-failure.ts` performs the reactions.
 */
import type { Language } from '#src/contract/fields.ts'
import { barePath } from '../i18n/languages.ts'
import { failureStay, type Stay } from '../notifications/stay.ts'
import { kidsPath, loginPath, profilePath } from '../routes.ts'
import { isSignInPage, returnPath } from '../session/redirect.ts'
import { type Failure, isKnownResult } from './failure.ts'

export type Reaction =
  | { kind: 'notify'; stay: Stay }
  /** The session stored in this browser, or only its profile, is no longer valid. */
  | { kind: 'forget'; what: 'session' | 'profile' }
  | { kind: 'go'; to: string }
  | { kind: 'reload' }

/** Path and query of the page on which the failure happened. */
export type PageContext = { path: string; language: Language }

type ErrorResponse = Extract<Failure, { kind: 'api_error' }>
type Row = {
  when: (failure: ErrorResponse) => boolean
  does: (failure: ErrorResponse, page: PageContext) => Reaction[]
}

/** The first matching row applies; without a match only the notification remains. */
const TABLE: readonly Row[] = [
  {
    when: ({ result, nextUrl }) => result === 'unauthorized_sso' && isAddress(nextUrl),
    does: ({ nextUrl = '/' }) => [
      { kind: 'forget', what: 'session' },
      { kind: 'go', to: nextUrl },
    ],
  },
  {
    when: ({ result }) =>
      result === 'profile_unauthorized' || result === 'profile_not_have_permission',
    does: (_, { path, language }) => [
      { kind: 'forget', what: 'profile' },
      { kind: 'go', to: toProfiles(path, language) },
    ],
  },
  {
    when: failure => failure.status === 401 && isKnownResult(failure),
    does: (_, { path, language }) => [
      { kind: 'forget', what: 'session' },
      ...afterSession(path, language),
    ],
  },
  {
    when: ({ result }) => result === 'content_is_age_restricted',
    does: (_, { language }) => [{ kind: 'go', to: kidsPath(language) }],
  },
]

/** Returns the reactions to a failure. The notification comes first; if the page is left, the next page shows it. */
export function failureReactions(failure: Failure, page: PageContext): Reaction[] {
  const notification = { kind: 'notify', stay: failureStay(failure) } as const
  if (failure.kind !== 'api_error') return [notification]
  const row = TABLE.find(({ when }) => when(failure))
  return [notification, ...(row?.does(failure, page) ?? [])]
}

/** A visitor who is signing in already stays. */
function afterSession(path: string, language: Language): Reaction[] {
  if (isSignInPage(path)) return []
  return [
    barePath(path) === '/' ? { kind: 'reload' } : { kind: 'go', to: loginPath(path, language) },
  ]
}

/** After a profile is chosen, a profile page is not a useful page to return to. */
function toProfiles(path: string, language: Language): string {
  const back = returnPath(path)
  return profilePath(/^\/profile(\/|$|\?)/.test(barePath(back)) ? '/' : back, language)
}

/** Accepts URLs of partners and paths of this site; rejects `javascript:` and `data:` URLs. */
function isAddress(url: string | undefined): url is string {
  return url !== undefined && /^(https?:\/\/|\/(?![/\\]))/i.test(url)
}

/** Translator of the failure texts only. */
export type FailureT = (key: FailureKey) => string
type FailureKey =
  | 'errors.response.unknown'
  | 'errors.no_response'
  | 'errors.offline'
  | 'errors.request'
  | 'errors.timeout'
  | 'errors.too_many_requests'
  | 'errors.unavailable'
  | 'errors.unknown'

/**
 * Returns the server's message, or else a text that blames the right side: an error response is never blamed on the
 * visitor's connection, and a visitor who is offline is not asked to wait for the server.
 */
export function failureText(failure: Failure, t: FailureT): string {
  if (failure.kind === 'not_sent') return t('errors.request')
  if (failure.kind === 'no_response') return t(`errors.${failure.reason ?? 'no_response'}`)
  if (failure.message) return failure.message
  const { status } = failure
  if (status === 429) return t('errors.too_many_requests')
  if (status >= 502 && status <= 504) return t('errors.unavailable')
  return t(status >= 500 ? 'errors.unknown' : 'errors.response.unknown')
}
