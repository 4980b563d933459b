// The error catalogue of the specification, section 8, line by line.
import { describe, expect, test } from 'vitest'
import { type OperationResult, RESULTS } from '#src/contract/envelope.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { failureText, reactionsTo } from '#src/lib/api/failure-reactions.ts'

function apiError(result: OperationResult, more: { nextUrl?: string; message?: string } = {}) {
  const [status, code] = RESULTS[result]
  const { nextUrl, message } = more
  return {
    ...({ kind: 'api_error', status, result, code, retryAfter: undefined } as const),
    ...{ nextUrl, message, errors: {}, data: null },
  } satisfies Failure
}
const page = { path: '/contents/ab12cd3/name?x=1', language: 'fa' } as const

const said = { kind: 'notify', stay: 'default' }

describe('what a failed call makes the site do', () => {
  test.each(['session_limit', 'stream_limit', 'subscription_required'] as const)(
    '%s is shown for the long time',
    result => {
      expect(reactionsTo(apiError(result), page)).toEqual([{ kind: 'notify', stay: 'long' }])
    },
  )

  test('401 unauthorized_sso clears local state and goes to next_url', () => {
    const failure = apiError('unauthorized_sso', { nextUrl: 'https://partner.example/' })
    expect(reactionsTo(failure, page)).toEqual([
      said,
      { kind: 'forget', what: 'session' },
      { kind: 'go', to: 'https://partner.example/' },
    ])
  })

  test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x'])(
    'next_url %s is not gone to',
    nextUrl => {
      const reactions = reactionsTo(apiError('unauthorized_sso', { nextUrl }), page)
      expect(reactions.at(-1)).toMatchObject({ to: expect.stringMatching(/^\/login\?/) })
    },
  )

  test('401 otherwise clears state and goes to login with redirect', () => {
    expect(reactionsTo(apiError('unauthorized'), page)).toEqual([
      said,
      { kind: 'forget', what: 'session' },
      { kind: 'go', to: '/login?redirect=%2Fcontents%2Fab12cd3%2Fname%3Fx%3D1' },
    ])
  })

  test.each(['/', '/en'])('401 on home (%s) reloads', path => {
    expect(reactionsTo(apiError('unauthorized'), { path, language: 'fa' }).at(-1)).toEqual({
      kind: 'reload',
    })
  })

  test('401 profile_unauthorized clears the profile and goes to /profile', () => {
    expect(reactionsTo(apiError('profile_unauthorized'), page)).toEqual([
      said,
      { kind: 'forget', what: 'profile' },
      { kind: 'go', to: '/profile?redirect=%2Fcontents%2Fab12cd3%2Fname%3Fx%3D1' },
    ])
  })

  test('403 profile_not_have_permission clears the profile and goes to /profile', () => {
    const reactions = reactionsTo(apiError('profile_not_have_permission'), page)
    expect(reactions).toContainEqual({ kind: 'forget', what: 'profile' })
    expect(reactions.at(-1)).toMatchObject({ kind: 'go' })
  })

  test('403 reauth_required is said, and leaves the page as it is', () => {
    const reactions = reactionsTo(apiError('reauth_required'), page)
    expect(reactions.map(({ kind }) => kind)).toEqual(['notify'])
  })

  test('from the profile pages themselves it leads to no circle', () => {
    const at = { path: '/profile/choose', language: 'fa' as const }
    const reactions = reactionsTo(apiError('profile_not_have_permission'), at)
    expect(reactions.at(-1)).toEqual({ kind: 'go', to: '/profile?redirect=%2F' })
  })

  test('in English the ways lead under /en', () => {
    const at = { path: '/en/user', language: 'en' as const }
    expect(reactionsTo(apiError('unauthorized'), at).at(-1)).toEqual({
      kind: 'go',
      to: '/en/login?redirect=%2Fen%2Fuser',
    })
  })

  test('451 content_is_age_restricted goes to the kids category', () => {
    const reactions = reactionsTo(apiError('content_is_age_restricted'), page)
    expect(reactions.at(-1)).toEqual({ kind: 'go', to: '/categories/kids/kids' })
  })

  test('everything else shows a message and stays', () => {
    for (const failure of [apiError('validation_error'), { kind: 'no_response' } as const]) {
      expect(reactionsTo(failure, page)).toEqual([{ kind: 'notify', stay: 'default' }])
    }
  })
})

test('the text is the first available of the server’s own and the three of ours', () => {
  const t = (key: string) => key
  expect(failureText(apiError('unknown', { message: 'words' }), t)).toBe('words')
  expect(failureText({ ...apiError('unknown'), status: 400 }, t)).toBe('errors.response.unknown')
  expect(failureText({ kind: 'no_response' }, t)).toBe('errors.no_response')
  expect(failureText({ kind: 'no_response', reason: 'offline' }, t)).toBe('errors.offline')
  expect(failureText({ kind: 'no_response', reason: 'timeout' }, t)).toBe('errors.timeout')
  expect(failureText({ kind: 'not_sent' }, t)).toBe('errors.request')
})

test.each([
  [500, 'errors.unknown'],
  [502, 'errors.unavailable'],
  [503, 'errors.unavailable'],
  [504, 'errors.unavailable'],
  [429, 'errors.too_many_requests'],
])('a %i without a message is never blamed on the visitor: %s', (status, key) => {
  expect(failureText({ ...apiError('unknown'), status }, name => name)).toBe(key)
})
