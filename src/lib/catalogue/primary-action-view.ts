/** A primary action as a link with its text, an icon, and a line that says why. */
import { isRecent } from '../checkout/subscription-alert.ts'
import type { Key } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import { watchedPercent } from '../library/continue-watching.ts'
import {
  choicePath,
  loginPath,
  playPath,
  profilePath,
  reminderPath,
  ticketPath,
} from '../routes.ts'
import { formatRelativeDay } from '../text/date.ts'
import { durationInWords } from '../text/duration.ts'
import { formatPrice } from '../text/price.ts'
import type { ActionTitle, PrimaryAction } from './primary-action.ts'

export type ActionT = Translate<Key<'catalogue'>>
export type ActionView = {
  kind: PrimaryAction['kind']
  text: string
  icon: string
  /** Null where there is nothing to press. */
  href: string | null
  note: string | null
  /** Watched, from 0 to 100; null where that is not shown. */
  percent: number | null
  /** It leads to a purchase. */
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

/** `returnTo`: where a purchase or a sign-in leads back to; the player by default. */
export function actionView(
  action: PrimaryAction,
  title: ActionTitle,
  t: ActionT,
  { now, returnTo }: { now: Date; returnTo?: string },
): ActionView {
  return {
    kind: action.kind,
    icon: ICONS[action.kind],
    text: textOf(action, t),
    href: hrefOf(action, title, t, returnTo),
    note: noteOf(action, t, now),
    percent: 'current_time' in action ? Math.round(watchedPercent({ progress: action })) : null,
    isForAdults: ['buy_ticket', 'renew', 'subscribe'].includes(action.kind),
  }
}

function textOf(action: PrimaryAction, t: ActionT): string {
  if (action.kind === 'blocked') return t(`catalogue.action.blocked.${action.why}`)
  if (action.kind === 'buy_ticket')
    return t('catalogue.action.buy_ticket', { price: formatPrice(action.ticket.total, t.language) })
  if (action.kind === 'resume_episode' || action.kind === 'next_episode') {
    const { season, number } = action
    return t(`catalogue.action.${action.kind}`, { season, number })
  }
  return t(`catalogue.action.${action.kind}`)
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
      return choicePath({ packageId: null, back }, language)
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

/** «اشتراک شما دیروز تمام شد.», without the day for one that ended long ago. */
export function endedNote(
  endedAt: Date,
  t: Translate<'catalogue.action.ended' | 'catalogue.action.endedOn'>,
  now: Date,
): string {
  if (!isRecent(endedAt, now)) return t('catalogue.action.ended')
  return t('catalogue.action.endedOn', { day: formatRelativeDay(endedAt, now, t.language) })
}
