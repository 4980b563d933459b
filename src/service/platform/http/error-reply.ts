/** The response to a failed call: status, envelope, Retry-After and no caching. */
import { type ErrorCode, failureEnvelope, RESULTS } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { MAX_DEVICES, MAX_PROFILES } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { durationInWords } from '#src/lib/text/duration.ts'
import type { ApiErrorDetails } from './api-error.ts'

/** Seconds after which a retry of a 503 makes sense. */
const UNAVAILABLE_SECONDS = 5

const MAXIMUM: Partial<Record<ErrorCode, number>> = {
  profile_limit: MAX_PROFILES,
  session_limit: MAX_DEVICES,
  stream_limit: MAX_DEVICES,
}

/** Codes whose text contains the time to wait. */
const WITH_DURATION = ['too_many_requests', 'sms_paused', 'provider_paused'] as const

export function errorReply(...failed: Parameters<typeof failedCallReply>): Response {
  const reply = failedCallReply(...failed)
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ...failureHeaders(reply) }
  return new Response(JSON.stringify(reply.envelope), { status: reply.status, headers })
}

export function failureHeaders({
  retryAfter,
}: {
  retryAfter: number | undefined
}): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    ...(retryAfter ? { 'Retry-After': String(retryAfter) } : {}),
  }
}

/** @param language language of `display_message`, which is left out without it */
export function failedCallReply(
  result: ErrorCode,
  details: ApiErrorDetails = {},
  language?: Language,
) {
  const [status] = RESULTS[result]
  const { data = null, errors, next_url } = details
  const retryAfter = details.retryAfter ?? (status === 503 ? UNAVAILABLE_SECONDS : undefined)
  const message = details.message ?? (language && errorText(language, result, retryAfter))
  const meta = {
    ...(message ? { display_message: message } : {}),
    ...(next_url ? { next_url } : {}),
    ...(retryAfter ? { retry_after: retryAfter } : {}),
    ...(errors ? { errors } : {}),
  }
  return { status, retryAfter, envelope: failureEnvelope(result, meta, data) }
}

function errorText(language: Language, result: ErrorCode, seconds?: number): string {
  const t = getT(language)
  const timed = seconds ? WITH_DURATION.find(name => name === result) : undefined
  if (timed && seconds)
    return t(`errors.${timed}_for`, { wait: durationInWords(seconds, language) })
  return t(`errors.${result}`, { max: MAXIMUM[result] ?? 0 })
}
