/** The one rule for how long a notification stays, whether an island shows it or a failed call does. */
import { NOTIFICATION_LONG_MS, NOTIFICATION_MS } from '#src/contract/limits.ts'
import type { Failure } from '../api/failure.ts'

export type Stay = 'default' | 'long' | 'until_closed'

/** Device limit, stream limit and missing subscription: the viewer has to act on them (spec §8). */
const LONG_CODES: ReadonlySet<number> = new Set([40038, 40039, 40040])

export function stayOfFailure(failure: Failure): Stay {
  return failure.kind === 'api_error' && LONG_CODES.has(failure.code) ? 'long' : 'default'
}

/** Null for a notification that stays until the viewer closes it. */
export function durationOf(stay: Stay): number | null {
  if (stay === 'until_closed') return null
  return stay === 'long' ? NOTIFICATION_LONG_MS : NOTIFICATION_MS
}
