import { describe, expect, test } from 'vitest'
import { errorsOf } from '#src/contract/call-errors.ts'
import { getPlayback, heartbeat, makeReceiverLink } from '#src/contract/endpoints/player.ts'
import { RESULTS } from '#src/contract/envelope.ts'
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

  const calls = [getPlayback, heartbeat, makeReceiverLink]
  const codes = calls.flatMap(call => errorsOf(call, { hasParams: true, hasBody: false }))
  const generic = ['validation_error', 'too_many_requests', 'unauthorized_sso', 'forbidden']
  test.each([...new Set(codes)].filter(code => RESULTS[code][0] < 500 && !generic.includes(code)))(
    'has a kind of its own for the error %s of a call of the player',
    code => {
      expect(playbackFailureForResult(code)).toBeDefined()
    },
  )

  test('is transient if the network or the server may recover', () => {
    expect((['offline', 'unavailable', 'unknown'] as const).every(isTransientFailure)).toBe(true)
    expect((['forbidden', 'stream_limit', 'signed_out'] as const).some(isTransientFailure)).toBe(
      false,
    )
  })
})
