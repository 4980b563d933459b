import type { ErrorCode } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { MAX_DEVICES, MAX_PROFILES } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { durationInWords } from '#src/lib/text/duration.ts'

const MAXIMUM: Partial<Record<ErrorCode, number>> = {
  profile_limit: MAX_PROFILES,
  session_limit: MAX_DEVICES,
  stream_limit: MAX_DEVICES,
}

/** Those that say for how long. */
const WAITING = ['too_many_requests', 'sms_paused'] as const

/** display_message of a refusal, ready to show. */
export function errorText(language: Language, result: ErrorCode, seconds?: number): string {
  const t = getT(language)
  const waiting = seconds ? WAITING.find(name => name === result) : undefined
  if (waiting && seconds)
    return t(`errors.${waiting}_for`, { wait: durationInWords(seconds, language) })
  return t(`errors.${result}`, { max: MAXIMUM[result] ?? 0 })
}
