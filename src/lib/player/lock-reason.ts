/** Failures of playback that a subscription, a ticket or an account resolves. */
import type { AccessReason } from '#src/contract/access.ts'
import type { ActionTitle } from '../catalogue/primary-action.ts'
import type { FailureKind } from './failure.ts'

const REASONS = {
  subscription_required: 'subscription',
  carrier_required: 'carrier',
  outside_iran: 'outside_iran',
  age_restricted: 'age_restricted',
  signed_out: 'sign_in',
} as const satisfies Partial<Record<FailureKind, AccessReason>>
export type LockKind = keyof typeof REASONS

export function isLockFailure(kind: FailureKind): kind is LockKind {
  return Object.hasOwn(REASONS, kind)
}

/** Returns the reason. The service uses one error for a missing subscription and a missing ticket. */
export function lockReason(kind: LockKind, { needsTicket }: ActionTitle): AccessReason {
  return kind === 'subscription_required' && needsTicket ? 'ticket' : REASONS[kind]
}
