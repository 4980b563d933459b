/** Words of the screen for a title that this viewer cannot play: what is needed, and until when the viewer had it. */
import type { PrimaryAction } from '../catalogue/primary-action.ts'
import type { Key } from '../i18n/keys.ts'
import type { Translate } from '../i18n/translate.ts'
import { formatDate } from '../text/date.ts'

type Facts = {
  action: PrimaryAction['kind']
  /** End of the last subscription; null if there never was one. */
  subscriptionEndedAt: Date | null
  /** End of the viewer's last ticket for this title; null without one. */
  ticketEndedAt: Date | null
  /** The service's reason, for a lock that no action opens. */
  reason: string
}

export function lockWords(
  facts: Facts,
  t: Translate<Key<'player'>>,
): { title: string; text: string } {
  const { action, subscriptionEndedAt, ticketEndedAt, reason } = facts
  const ended = (key: 'subscriptionUntil' | 'ticketUntil', at: Date | null) =>
    at ? `${t(`player.lock.${key}`, { date: formatDate(at, t.language) })} ` : ''
  switch (action) {
    case 'subscribe':
    case 'renew':
      return {
        title: t('player.lock.title.subscription'),
        text: ended('subscriptionUntil', subscriptionEndedAt) + t('player.lock.resumes'),
      }
    case 'buy_ticket':
      return {
        title: t('player.lock.title.ticket'),
        text: ended('ticketUntil', ticketEndedAt) + t('player.lock.resumes'),
      }
    case 'sign_in':
      return { title: t('player.lock.title.sign_in'), text: t('player.lock.resumesSignedIn') }
    default:
      return { title: t('player.lock.title.other'), text: reason }
  }
}
