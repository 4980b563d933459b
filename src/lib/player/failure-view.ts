/** What is said of a failure of playback, and where its actions lead back to: the same for video and audio books. */
import { MAX_DEVICES } from '#src/contract/limits.ts'
import type { ActionTitle } from '../catalogue/primary-action.ts'
import type { Key } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import type { FailureKind } from './failure.ts'
import { isLock, lockReason } from './lock-reason.ts'
import type { PlaybackFailure } from './playback-session.ts'

const TEXTS = {
  offline: 'player.error.network',
  forbidden: 'player.error.access',
  not_found: 'player.error.notFound',
  stalled: 'player.error.stalled',
  decode: 'player.error.decode',
  unsupported: 'player.error.unsupported',
  drm: 'player.error.decode',
  stream_limit: 'player.limit.text',
  subscription_required: 'player.subscribe',
  carrier_required: 'player.carrier',
  outside_iran: 'player.outsideIran',
  age_restricted: 'player.error.age',
  signed_out: 'player.login',
  unavailable: 'player.error.unavailable',
  unknown: 'player.error.unavailable',
} as const satisfies Record<FailureKind, string>

type Failure = Pick<PlaybackFailure, 'kind' | 'message'>

/** The service's message, except for a missing ticket, of which it says that a subscription is missing. */
export function playbackFailureText(
  { kind, message }: Failure,
  title: ActionTitle,
  t: Translate<Key<'player'>>,
): string {
  if (isLock(kind) && lockReason(kind, title) === 'ticket') return t('player.ticket')
  return message ?? t(TEXTS[kind], { max: MAX_DEVICES })
}

/** @param position seconds to resume at */
export function returnPath(path: string, position: number): string {
  const second = Math.floor(position)
  return second > 0 ? `${path}?t=${second}` : path
}
