// Shows the subscription alert from the `state` cookie. Closing it hides it for 720 minutes in all tabs.

import { pathLanguage } from '../i18n/languages.ts'
import { isChildProfile } from '../session/profile.ts'
import { readStateCookie, type SessionState } from '../session/state.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { deviceStorage } from '../storage/web-storage.ts'
import { formatDayAndMonth } from '../text/date.ts'
import { fromWire } from '../text/tehran.ts'
import { DAY_PLACEHOLDER, subscriptionAlert, subscriptionEndedText } from './subscription-alert.ts'

const CLOSED = 'subscription-alert-closed'

function show(alert: HTMLElement): void {
  const { user, profile } = readStateCookie(readCookies())
  const days = user?.subscription_remaining_in_day ?? 0
  const closedAt = Number(deviceStorage.get(CLOSED)) || null
  const kind =
    user &&
    !isChildProfile(profile) &&
    subscriptionAlert(location.pathname, {
      days,
      isRenewed: Boolean(user.next_debit_at),
      closedAt,
      now: Date.now(),
    })
  alert.hidden = !kind
  if (!kind) return
  alert.dataset.kind = kind
  const text = alert.querySelector<HTMLElement>('[data-alert-text]')
  const link = alert.querySelector<HTMLAnchorElement>(`[data-alert-link="${kind}"]`)
  const endings = JSON.parse(text?.dataset.endings ?? '[]') as string[]
  if (text)
    text.textContent =
      kind === 'none'
        ? withoutSubscription(text, user)
        : kind === 'ending'
          ? (endings[days - 1] ?? '')
          : nextDebit(text, user.next_debit_at ?? '')
  for (const each of alert.querySelectorAll<HTMLElement>('[data-alert-link]'))
    each.hidden = each !== link
}

function nextDebit({ dataset }: HTMLElement, at: string): string {
  const day = formatDayAndMonth(fromWire(at), pathLanguage(location.pathname))
  return (dataset.renewing ?? '').replace(DAY_PLACEHOLDER, () => day)
}

function withoutSubscription({ dataset }: HTMLElement, user: SessionState['user']): string {
  const { none = '', ended = '', endedOn = '' } = dataset
  const endedAt = user?.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
  const language = pathLanguage(location.pathname)
  return subscriptionEndedText({ none, ended, endedOn }, { endedAt, now: new Date(), language })
}

const alert = document.querySelector<HTMLElement>('[data-subscription-alert]')
if (alert) {
  show(alert)
  alert.querySelector('[data-alert-close]')?.addEventListener('click', () => {
    deviceStorage.set(CLOSED, String(Date.now()))
    show(alert)
  })
  addEventListener('storage', ({ key }) => {
    if (key === CLOSED) show(alert)
  })
  addEventListener('pageshow', () => show(alert))
}
