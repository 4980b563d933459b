import { expect, test } from 'vitest'
import { RESULTS } from '#src/contract/envelope.ts'
import type { Failure } from '#src/lib/api/failure.ts'
import { failureStay, notificationDuration } from '#src/lib/notifications/stay.ts'

const failed = (result: keyof typeof RESULTS) =>
  ({ kind: 'api_error', result, code: RESULTS[result][1] }) as Failure

test.each([
  ['default', 3_000],
  ['long', 6_000],
  ['until_closed', null],
] as const)('a %s notification stays for %s ms', (stay, duration) => {
  expect(notificationDuration(stay)).toBe(duration)
})

test.each([
  ['session_limit', 6_000],
  ['stream_limit', 6_000],
  ['subscription_required', 6_000],
  ['not_found', 3_000],
  ['unauthorized', 3_000],
] as const)('the notification of %s stays for %s ms', (result, duration) => {
  expect(notificationDuration(failureStay(failed(result)))).toBe(duration)
})

test('a call without a response is reported for the default duration', () => {
  expect(failureStay({ kind: 'no_response' })).toBe('default')
})
