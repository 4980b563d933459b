/** Turns access reasons into API errors and card flags. */
import type { AccessReason } from '#src/contract/access.ts'
import type { Flag } from '#src/contract/content.ts'
import type { ErrorCode } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Decision } from './decision.ts'

export const ERROR_CODES = {
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

/** Messages for reasons whose error code has a misleading default message. */
const MESSAGES = {
  coming_soon: 'errors.coming_soon',
  no_video: 'errors.coming_soon',
  ticket: 'errors.ticket_required',
  owned: 'cinema.ticket.owned',
} as const satisfies Partial<Record<AccessReason, string>>

export function accessError(reason: AccessReason, language: Language): ApiError {
  const message = reason in MESSAGES ? MESSAGES[reason as keyof typeof MESSAGES] : null
  return new ApiError(ERROR_CODES[reason], message ? { message: getT(language)(message) } : {})
}

/**
 * Returns the flags of a card. `playable` with `has_access` means that the title plays now. A title above the age limit gets no other flag.
 */
export function accessFlags({ see, play }: Decision): Flag[] {
  if (see === 'age_restricted') return ['age_restricted']
  if (play === null) return ['playable', 'has_access']
  return play === 'coming_soon' || play === 'no_video' ? [] : ['playable']
}
