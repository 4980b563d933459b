/** All failures of playback, and whether a retry can help. */
export const FAILURES = {
  offline: { retry: true },
  forbidden: { retry: true },
  not_found: { retry: false },
  stalled: { retry: true },
  decode: { retry: true },
  unsupported: { retry: false },
  drm: { retry: true },
  stream_limit: { retry: true },
  stream_stopped: { retry: true },
  subscription_required: { retry: false },
  carrier_required: { retry: false },
  outside_iran: { retry: true },
  age_restricted: { retry: false },
  signed_out: { retry: false },
  unavailable: { retry: true },
  unknown: { retry: true },
} as const satisfies Record<string, { retry: boolean }>

export type FailureKind = keyof typeof FAILURES

/** True for network and server failures that may pass: a running stream keeps playing. */
export function isTransientFailure(kind: FailureKind): boolean {
  return kind === 'offline' || kind === 'unavailable' || kind === 'unknown'
}

/** Returns the failure for an HTTP status of a media request or of the playback call. */
export function playbackFailureForStatus(status: number, isOnline: boolean): FailureKind {
  if (!isOnline || status === 0) return 'offline'
  if (status === 401) return 'signed_out'
  if (status === 403 || status === 410) return 'forbidden'
  if (status === 404) return 'not_found'
  if (status === 451) return 'age_restricted'
  return status >= 500 ? 'unavailable' : 'unknown'
}

const RESULT_FAILURES: Record<string, FailureKind> = {
  stream_limit: 'stream_limit',
  stream_stopped: 'stream_stopped',
  subscription_required: 'subscription_required',
  carrier_required: 'carrier_required',
  outside_iran: 'outside_iran',
  content_is_age_restricted: 'age_restricted',
  profile_not_have_permission: 'age_restricted',
  unauthorized: 'signed_out',
  profile_unauthorized: 'signed_out',
  not_found: 'not_found',
  gone: 'not_found',
}

/** Returns the failure for an API error's `operation_result`; undefined if only the status is meaningful. */
export function playbackFailureForResult(operationResult: string): FailureKind | undefined {
  return RESULT_FAILURES[operationResult]
}
