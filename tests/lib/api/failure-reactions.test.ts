// The error catalogue of the specification, section 8, line by line.
import { describe, expect, test } from 'vitest'
import { type OperationResult, RESULTS } from '#src/contract/envelope.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { failureReactions, failureText } from '#src/lib/api/failure-reactions.ts'

function apiError(result: OperationResult, more: { nextUrl?: string; message?: string } = {}) {
  const [status, code] = RESULTS[result]
  const { nextUrl, message } = more
  return {
    ...({ kind: 'api_error', status, result, code, retryAfter: undefined } as const),
    nextUrl,
    message,
    errors: {},
    data: null,
  } satisfies Failure
}
const page = { path: '/contents/ab12cd3/name?x=1', language: 'fa' } as const

const said = { kind: 'notify', stay: 'default' }

describe('the reaction of the site to a failed call', () => {
  test.each(['session_limit', 'stream_limit', 'subscription_required'] as const)(
    '%s is shown for the longer duration',
    result => {
      expect(failureReactions(apiError(result), page)).toEqual([{ kind: 'notify', stay: 'long' }])
    },
  )

  test('401 unauthorized_sso clears the local state and goes to next_url', () => {
    const failure = apiError('unauthorized_sso', { nextUrl: 'https://partner.example/' })
    expect(failureReactions(failure, page)).toEqual([
      said,
      { kind: 'forget', what: 'session' },
      { kind: 'go', to: 'https://partner.example/' },
    ])
  })

  test.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x'])(
    'next_url %s is not followed',
    nextUrl => {
      const reactions = failureReactions(apiError('unauthorized_sso', { nextUrl }), page)
      expect(reactions.at(-1)).toMatchObject({ to: expect.stringMatching(/^\/login\?/) })
    },
  )

  test('any other 401 clears the state and goes to login with a redirect', () => {
    expect(failureReactions(apiError('unauthorized'), page)).toEqual([
      said,
      { kind: 'forget', what: 'session' },
      { kind: 'go', to: '/login?redirect=%2Fcontents%2Fab12cd3%2Fname%3Fx%3D1' },
    ])
  })

  test.each(['/', '/en'])('401 on home (%s) reloads', path => {
    expect(failureReactions(apiError('unauthorized'), { path, language: 'fa' }).at(-1)).toEqual({
      kind: 'reload',
    })
  })

  test('401 profile_unauthorized clears the profile and goes to /profile', () => {
    expect(failureReactions(apiError('profile_unauthorized'), page)).toEqual([
      said,
      { kind: 'forget', what: 'profile' },
      { kind: 'go', to: '/profile?redirect=%2Fcontents%2Fab12cd3%2Fname%3Fx%3D1' },
    ])
  })

  test('403 profile_not_have_permission clears the profile and goes to /profile', () => {
    const reactions = failureReactions(apiError('profile_not_have_permission'), page)
    expect(reactions).toContainEqual({ kind: 'forget', what: 'profile' })
    expect(reactions.at(-1)).toMatchObject({ kind: 'go' })
  })

  test('403 reauth_required shows a message and stays on the page', () => {
    const reactions = failureReactions(apiError('reauth_required'), page)
    expect(reactions.map(({ kind }) => kind)).toEqual(['notify'])
  })

  test.each(['/login?redirect=%2Fuser', '/en/register', '/sso?expiration_token=x'])(
    'a visitor who is signing in at %s stays there',
    path => {
      const reactions = failureReactions(apiError('unauthorized'), { path, language: 'fa' })
      expect(reactions.map(({ kind }) => kind)).toEqual(['notify', 'forget'])
    },
  )

  test('the way back from the PIN is kept', () => {
    const at = { path: '/profile/pin?profileId=p1&redirect=%2Fuser', language: 'fa' as const }
    const to = (result: OperationResult) => failureReactions(apiError(result), at).at(-1)
    expect(to('unauthorized')).toEqual({ kind: 'go', to: '/login?redirect=%2Fuser' })
    expect(to('profile_unauthorized')).toEqual({ kind: 'go', to: '/profile?redirect=%2Fuser' })
  })

  test('the 401 of a proxy in front of the site does not end the session', () => {
    const failure = { ...apiError('unknown'), status: 401 }
    expect(failureReactions(failure, page)).toEqual([said])
  })

  test('on the profile pages it does not redirect in a circle', () => {
    const at = { path: '/profile/choose', language: 'fa' as const }
    const reactions = failureReactions(apiError('profile_not_have_permission'), at)
    expect(reactions.at(-1)).toEqual({ kind: 'go', to: '/profile?redirect=%2F' })
  })

  test('on English pages the redirects lead to paths under /en', () => {
    const at = { path: '/en/user', language: 'en' as const }
    expect(failureReactions(apiError('unauthorized'), at).at(-1)).toEqual({
      kind: 'go',
      to: '/en/login?redirect=%2Fen%2Fuser',
    })
  })

  test('451 content_is_age_restricted goes to the kids category', () => {
    const reactions = failureReactions(apiError('content_is_age_restricted'), page)
    expect(reactions.at(-1)).toEqual({ kind: 'go', to: '/categories/kids/kids' })
  })

  test('every other failure shows a message and stays on the page', () => {
    for (const failure of [apiError('validation_error'), { kind: 'no_response' } as const]) {
      expect(failureReactions(failure, page)).toEqual([{ kind: 'notify', stay: 'default' }])
    }
  })
})

test('the message is the first available one of the server’s and our three', () => {
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
])('a %i without a message never blames the visitor: %s', (status, key) => {
  expect(failureText({ ...apiError('unknown'), status }, name => name)).toBe(key)
})
