/** What a reason looks like outside: the one place that turns it into a refusal, or into flags of a mark. */
import type { AccessReason } from '#src/contract/access.ts'
import type { Flag } from '#src/contract/content.ts'
import type { ErrorCode } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { ApiError } from '../http/api-error.ts'
import type { Decision } from './decision.ts'

export const RESULT_OF = {
  age_restricted: 'content_is_age_restricted',
  coming_soon: 'not_found',
  no_video: 'not_found',
  outside_iran: 'outside_iran',
  sign_in: 'unauthorized',
  profile: 'profile_unauthorized',
  subscription: 'subscription_required',
  carrier: 'carrier_required',
  ticket: 'subscription_required',
  not_sold: 'not_found',
  owned: 'conflict',
} as const satisfies Record<AccessReason, ErrorCode>

/** Where the words of the result would mislead. */
const MESSAGES = {
  coming_soon: 'errors.coming_soon',
  ticket: 'errors.ticket_required',
  owned: 'cinema.ticket.owned',
} as const satisfies Partial<Record<AccessReason, string>>

export function errorFor(reason: AccessReason, language: Language): ApiError {
  const message = reason in MESSAGES ? MESSAGES[reason as keyof typeof MESSAGES] : null
  return new ApiError(RESULT_OF[reason], message ? { message: getT(language)(message) } : {})
}

/** `playable` and `has_access` together say that it plays now; above the band a title has no other mark. */
export function flagsOf({ see, play }: Decision): Flag[] {
  if (see === 'age_restricted') return ['age_restricted']
  if (play === null) return ['playable', 'has_access']
  return play === 'coming_soon' || play === 'no_video' ? [] : ['playable']
}
