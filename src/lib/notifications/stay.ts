/** Defines how long a notification stays, for islands and failed calls alike. */
import { NOTIFICATION_LONG_MS, NOTIFICATION_MS } from '#src/contract/limits.ts'
import type { Failure } from '../api/failure.ts'

export type Stay = 'default' | 'long' | 'until_closed'

/** Device limit, stream limit and missing subscription require an action by the viewer (spec §8). */
const LONG_CODES: ReadonlySet<number> = new Set([40038, 40039, 40040])

export function failureStay(failure: Failure): Stay {
  return failure.kind === 'api_error' && LONG_CODES.has(failure.code) ? 'long' : 'default'
}

/** Returns the duration in ms; null for a notification that stays until the viewer closes it. */
export function notificationDuration(stay: Stay): number | null {
  if (stay === 'until_closed') return null
  return stay === 'long' ? NOTIFICATION_LONG_MS : NOTIFICATION_MS
}
