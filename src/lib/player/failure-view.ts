/** Texts and return paths of playback failures, shared by video and audio books. */
import { MAX_DEVICES } from '#src/contract/limits.ts'
import type { ActionTitle } from '../catalogue/primary-action.ts'
import type { Key } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import type { FailureKind } from './failure.ts'
import { isLockFailure, lockReason } from './lock-reason.ts'
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
  stream_stopped: 'player.stopped.text',
  subscription_required: 'player.subscribe',
  carrier_required: 'player.carrier',
  outside_iran: 'player.outsideIran',
  age_restricted: 'player.error.age',
  signed_out: 'player.login',
  unavailable: 'player.error.unavailable',
  unknown: 'player.error.unavailable',
} as const satisfies Record<FailureKind, string>

type Failure = Pick<PlaybackFailure, 'kind' | 'message'>

/**
 * Returns the service's message. For a missing ticket the service mentions a subscription, so that text is replaced.
 */
export function playbackFailureText(
  { kind, message }: Failure,
  title: ActionTitle,
  t: Translate<Key<'player'>>,
): string {
  // The heading says the same as the service's message.
  if (kind === 'stream_stopped') return t(TEXTS[kind])
  if (isLockFailure(kind) && lockReason(kind, title) === 'ticket') return t('player.ticket')
  return message ?? t(TEXTS[kind], { max: MAX_DEVICES })
}

/** Returns the heading over the text of a failure, and the label of the button that tries again. */
export function playbackFailureLabels(
  kind: FailureKind,
  t: Translate<Key<'player'>>,
): { title: string; retry: string } {
  if (kind === 'stream_stopped')
    return { title: t('player.stopped.title'), retry: t('player.stopped.continue') }
  const title = t(kind === 'stream_limit' ? 'player.limit.title' : 'player.error.title')
  return { title, retry: t('player.error.restart') }
}

/** Returns the path of the player at a position. @param position seconds */
export function playerReturnPath(path: string, position: number): string {
  const second = Math.floor(position)
  return second > 0 ? `${path}?t=${second}` : path
}
