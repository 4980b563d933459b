import { describe, expect, test } from 'vitest'
import { failureOfResult, failureOfStatus } from '#src/lib/player/failure.ts'
import { renewalDelay, tokenOf, withToken } from '#src/lib/player/signed-url.ts'

describe('signed addresses', () => {
  test('the token is one part of the path, and renewal swaps that part alone', () => {
    const url = 'https://site.test/media/s/100.abc/demo/480p/media.mp4?x=1'
    expect(tokenOf(url)).toBe('100.abc')
    expect(withToken(url, '200.d$&f')).toBe(
      'https://site.test/media/s/200.d$&f/demo/480p/media.mp4?x=1',
    )
  })

  test('an address without a token stays as it is', () => {
    expect(tokenOf('https://cdn.test/a.m3u8')).toBeNull()
    expect(withToken('https://cdn.test/a.m3u8', '1.a')).toBe('https://cdn.test/a.m3u8')
    expect(withToken('/media/s/1.a/x', null)).toBe('/media/s/1.a/x')
  })

  test('renewal comes after three quarters of the life, never at once', () => {
    expect(renewalDelay(300)).toBe(225_000)
    expect(renewalDelay(1)).toBe(2_000)
  })
})

describe('what stopped playback', () => {
  test('a status means one thing to a viewer', () => {
    expect(failureOfStatus(0, true)).toBe('offline')
    expect(failureOfStatus(403, false)).toBe('offline')
    expect(
      [401, 403, 404, 410, 451, 500, 418].map(status => failureOfStatus(status, true)),
    ).toEqual([
      'signed_out',
      'refused',
      'not_found',
      'refused',
      'age_restricted',
      'unavailable',
      'unknown',
    ])
  })

  test('a refusal of the service says more than its status', () => {
    expect(failureOfResult('stream_limit')).toBe('stream_limit')
    expect(failureOfResult('subscription_required')).toBe('subscription_required')
    expect(failureOfResult('validation_error')).toBeUndefined()
  })
})
