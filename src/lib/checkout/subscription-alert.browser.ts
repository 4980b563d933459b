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
    showText(
      text,
      kind === 'none'
        ? withoutSubscription(text, user)
        : kind === 'ending'
          ? (endings[days - 1] ?? '')
          : nextDebit(text, user.next_debit_at ?? ''),
    )
  for (const each of alert.querySelectorAll<HTMLElement>('[data-alert-link]'))
    each.hidden = each !== link
}

/** Shows the text. Its second sentence has an element of its own, because a phone has no room for it. */
function showText(element: HTMLElement, text: string): void {
  const end = text.indexOf('. ') + 1 || text.length
  const more = document.createElement('span')
  more.textContent = text.slice(end)
  element.replaceChildren(text.slice(0, end), more)
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

/** While the action of the hero is on the screen of a phone, the alert waits, because it would cover it (subscription-alert.css). */
function waitForHero(alert: HTMLElement): void {
  const actions = document.querySelector('.hero-actions')
  if (!actions) return
  alert.dataset.waits = ''
  new IntersectionObserver(entries => {
    for (const { isIntersecting } of entries) alert.toggleAttribute('data-waits', isIntersecting)
  }).observe(actions)
}

const alert = document.querySelector<HTMLElement>('[data-subscription-alert]')
if (alert) {
  waitForHero(alert)
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
