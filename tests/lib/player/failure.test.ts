import { describe, expect, test } from 'vitest'
import {
  isTransientFailure,
  playbackFailureForResult,
  playbackFailureForStatus,
} from '#src/lib/player/failure.ts'

describe('a playback failure', () => {
  test('is derived from the HTTP status', () => {
    expect(playbackFailureForStatus(0, true)).toBe('offline')
    expect(playbackFailureForStatus(403, false)).toBe('offline')
    expect(
      [401, 403, 404, 410, 451, 500, 418].map(status => playbackFailureForStatus(status, true)),
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
    expect(playbackFailureForResult('stream_limit')).toBe('stream_limit')
    expect(playbackFailureForResult('stream_stopped')).toBe('stream_stopped')
    expect(playbackFailureForResult('subscription_required')).toBe('subscription_required')
    expect(playbackFailureForResult('validation_error')).toBeUndefined()
  })

  test('is transient if the network or the server may recover', () => {
    expect((['offline', 'unavailable', 'unknown'] as const).every(isTransientFailure)).toBe(true)
    expect((['forbidden', 'stream_limit', 'signed_out'] as const).some(isTransientFailure)).toBe(
      false,
    )
  })
})
