/** Spec section 8, line by line: how the site reacts to a failed call. Pure; `handle-failure.ts` performs the reactions. */
import type { Language } from '#src/contract/fields.ts'
import { barePath } from '../i18n/languages.ts'
import { type Stay, stayOfFailure } from '../notifications/stay.ts'
import { kidsPath, loginPath, profilePath } from '../routes.ts'
import type { Failure } from './failure.ts'

export type Reaction =
  | { kind: 'notify'; stay: Stay }
  /** The session stored in this browser, or only its profile, is no longer valid. */
  | { kind: 'forget'; what: 'session' | 'profile' }
  | { kind: 'go'; to: string }
  | { kind: 'reload' }

/** Where the failure happened: a path of this site with its query. */
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
    when: ({ status }) => status === 401,
    does: (_, { path, language }) => [
      { kind: 'forget', what: 'session' },
      barePath(path) === '/' ? { kind: 'reload' } : { kind: 'go', to: loginPath(path, language) },
    ],
  },
  {
    when: ({ result }) => result === 'content_is_age_restricted',
    does: (_, { language }) => [{ kind: 'go', to: kidsPath(language) }],
  },
]

/** Every failure notifies first; when the reaction leaves the page, the next page shows the notification. */
export function reactionsTo(failure: Failure, page: PageContext): Reaction[] {
  const notification = { kind: 'notify', stay: stayOfFailure(failure) } as const
  if (failure.kind !== 'api_error') return [notification]
  const row = TABLE.find(({ when }) => when(failure))
  return [notification, ...(row?.does(failure, page) ?? [])]
}

/** A profile page is no place to return to after choosing a profile. */
function toProfiles(path: string, language: Language): string {
  return profilePath(/^\/profile(\/|$|\?)/.test(barePath(path)) ? '/' : path, language)
}

/** A URL of a partner or a path of this site; no `javascript:` or `data:` URL. */
function isAddress(url: string | undefined): url is string {
  return url !== undefined && /^(https?:\/\/|\/(?![/\\]))/i.test(url)
}

/** A translator of the failure texts only. */
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
 * The server's message, else the truth about who is at fault: a response with an error is never blamed on the visitor's connection,
 * and a visitor who is offline does not wait for our server.
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
