// Shows the subscription alert from the `state` cookie. Closing it hides it for 720 minutes in all tabs.
import { languageOf } from '../i18n/languages.ts'
import { isChild } from '../session/profile.ts'
import { readState, type SessionState } from '../session/state.ts'
import { fromWire } from '../text/tehran.ts'
import { alertFor, endedText } from './subscription-alert.ts'

const CLOSED = 'subscription-alert-closed'

function show(alert: HTMLElement): void {
  const { user, profile } = readState(document.cookie)
  const days = user?.subscription_remaining_in_day ?? 0
  const closedAt = Number(localStorage.getItem(CLOSED)) || null
  const kind =
    user && !isChild(profile) && alertFor(location.pathname, { days, closedAt, now: Date.now() })
  alert.hidden = !kind
  if (!kind) return
  alert.dataset.kind = kind
  const text = alert.querySelector<HTMLElement>('[data-alert-text]')
  const buy = alert.querySelector<HTMLElement>('[data-alert-buy]')
  const endings = JSON.parse(text?.dataset.endings ?? '[]') as string[]
  if (text)
    text.textContent = (kind === 'none' ? withoutSubscription(text, user) : endings[days - 1]) ?? ''
  if (buy) buy.textContent = (kind === 'none' ? buy.dataset.buyText : buy.dataset.extendText) ?? ''
}

function withoutSubscription({ dataset }: HTMLElement, user: SessionState['user']): string {
  const { none = '', ended = '', endedOn = '' } = dataset
  const endedAt = user?.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
  const language = languageOf(location.pathname)
  return endedText({ none, ended, endedOn }, { endedAt, now: new Date(), language })
}

const alert = document.querySelector<HTMLElement>('[data-subscription-alert]')
if (alert) {
  show(alert)
  alert.querySelector('[data-alert-close]')?.addEventListener('click', () => {
    localStorage.setItem(CLOSED, String(Date.now()))
    show(alert)
  })
  addEventListener('storage', ({ key }) => {
    if (key === CLOSED) show(alert)
  })
  addEventListener('pageshow', () => show(alert))
}
