import { describe, expect, test } from 'vitest'
import { failureOfResult, failureOfStatus, isTransient } from '#src/lib/player/failure.ts'

describe('a playback failure', () => {
  test('is derived from the HTTP status', () => {
    expect(failureOfStatus(0, true)).toBe('offline')
    expect(failureOfStatus(403, false)).toBe('offline')
    expect(
      [401, 403, 404, 410, 451, 500, 418].map(status => failureOfStatus(status, true)),
    ).toEqual([
      'signed_out',
      'forbidden',
      'not_found',
      'forbidden',
      'age_restricted',
      'unavailable',
      'unknown',
    ])
  })

  test('is derived from the API error, which is more specific than its status', () => {
    expect(failureOfResult('stream_limit')).toBe('stream_limit')
    expect(failureOfResult('subscription_required')).toBe('subscription_required')
    expect(failureOfResult('validation_error')).toBeUndefined()
  })

  test('is transient where the network or the server may recover', () => {
    expect((['offline', 'unavailable', 'unknown'] as const).every(isTransient)).toBe(true)
    expect((['forbidden', 'stream_limit', 'signed_out'] as const).some(isTransient)).toBe(false)
  })
})
