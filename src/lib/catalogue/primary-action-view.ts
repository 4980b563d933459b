/** A primary action as a link with its text, an icon and an explanation. */
import { hasEndedRecently } from '../checkout/subscription-alert.ts'
import type { Key } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import { watchedPercent } from '../library/continue-watching.ts'
import {
  loginPath,
  packageChoicePath,
  playPath,
  profilePath,
  reminderPath,
  ticketPath,
} from '../routes.ts'
import { formatRelativeDay } from '../text/date.ts'
import { durationInWords } from '../text/duration.ts'
import { formatPrice } from '../text/price.ts'
import type { ActionTitle, PrimaryAction } from './primary-action.ts'

type ActionT = Translate<Key<'catalogue'>>
export type ActionView = {
  kind: PrimaryAction['kind']
  text: string
  icon: string
  /** Null if there is nothing to press. */
  href: string | null
  note: string | null
  /** Watched share from 0 to 100; null if it is not shown. */
  percent: number | null
  /** True if the action starts a purchase, which a child cannot make. */
  isForAdults: boolean
}

const ICONS: Record<PrimaryAction['kind'], string> = {
  play: 'i-lucide-play',
  play_first: 'i-lucide-play',
  play_live: 'i-lucide-radio',
  listen: 'i-lucide-headphones',
  resume: 'i-lucide-play',
  resume_listening: 'i-lucide-headphones',
  resume_episode: 'i-lucide-play',
  next_episode: 'i-lucide-play',
  watch_again: 'i-lucide-rotate-ccw',
  buy_ticket: 'i-lucide-ticket',
  renew: 'i-lucide-sparkles',
  subscribe: 'i-lucide-sparkles',
  sign_in: 'i-lucide-log-in',
  choose_profile: 'i-lucide-users',
  remind: 'i-lucide-bell',
  blocked: 'i-lucide-lock',
}

type BeforePlayback = 'subscribe' | 'renew' | 'sign_in' | 'choose_profile'
/** Actions whose text says what comes after them. */
const BEFORE_PLAYBACK: Record<BeforePlayback, true> = {
  subscribe: true,
  renew: true,
  sign_in: true,
  choose_profile: true,
}

/**
 * Returns the view of an action. `returnTo` is the page to return to after a purchase or a sign-in; default: the
 * player.
 */
export function actionView(
  action: PrimaryAction,
  title: ActionTitle,
  t: ActionT,
  { now, returnTo }: { now: Date; returnTo?: string },
): ActionView {
  return {
    kind: action.kind,
    icon: ICONS[action.kind],
    text: textOf(action, title, t),
    href: hrefOf(action, title, t, returnTo),
    note: noteOf(action, t, now),
    percent: 'current_time' in action ? Math.round(watchedPercent({ progress: action })) : null,
    isForAdults: ['buy_ticket', 'renew', 'subscribe'].includes(action.kind),
  }
}

function textOf(action: PrimaryAction, { kind }: ActionTitle, t: ActionT): string {
  if (action.kind === 'blocked') return t(`catalogue.action.blocked.${action.why}`)
  if (action.kind === 'buy_ticket')
    return t('catalogue.action.buy_ticket', { price: formatPrice(action.ticket.total, t.language) })
  if (action.kind === 'resume_episode' || action.kind === 'next_episode') {
    const { season, number } = action
    return t(`catalogue.action.${action.kind}`, { season, number })
  }
  // Books are listened to. Other actions of theirs have kinds of their own.
  if (kind === 'audio_book' && isBeforePlayback(action.kind))
    return t(`catalogue.action.listener.${action.kind}`)
  return t(`catalogue.action.${action.kind}`)
}

function isBeforePlayback(kind: PrimaryAction['kind']): kind is BeforePlayback {
  return kind in BEFORE_PLAYBACK
}

function hrefOf(
  action: PrimaryAction,
  title: ActionTitle,
  t: ActionT,
  returnTo: string | undefined,
): string | null {
  const { language } = t
  if ('play' in action) return playPath({ short_id: action.play }, language)
  const back = returnTo ?? playPath({ short_id: title.first ?? title.short_id }, language)
  switch (action.kind) {
    case 'buy_ticket':
      return ticketPath(action.ticket, language)
    case 'renew':
    case 'subscribe':
      return packageChoicePath({ packageId: null, back }, language)
    case 'sign_in':
      return loginPath(back, language)
    case 'choose_profile':
      return profilePath(back, language)
    case 'remind':
      return reminderPath(title, language)
    default:
      return null
  }
}

function noteOf(action: PrimaryAction, t: ActionT, now: Date): string | null {
  if (action.kind === 'renew') return endedNote(action.endedAt, t, now)
  if (!('current_time' in action) || action.current_time <= 0) return null
  const left = action.duration - action.current_time
  if (left <= 0) return null
  const duration = durationInWords(Math.max(60, Math.round(left / 60) * 60), t.language)
  return t('catalogue.action.left', { duration })
}

/** Returns «اشتراک شما دیروز تمام شد.», without the day if the subscription ended long ago. */
function endedNote(
  endedAt: Date,
  t: Translate<'catalogue.action.ended' | 'catalogue.action.endedOn'>,
  now: Date,
): string {
  if (!hasEndedRecently(endedAt, now)) return t('catalogue.action.ended')
  return t('catalogue.action.endedOn', { day: formatRelativeDay(endedAt, now, t.language) })
}
