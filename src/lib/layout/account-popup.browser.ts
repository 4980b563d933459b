/** Fills the account popup of a cached page from the `state` cookie. Loaded for signed-in viewers only. */
import { endedText } from '../checkout/subscription-alert.ts'
import { languageOf } from '../i18n/languages.ts'
import { isChild } from '../session/profile.ts'
import { readState, type SessionState } from '../session/state.ts'
import { localDigits } from '../text/digits.ts'
import { fromWire } from '../text/tehran.ts'
import { remainingText } from './account-popup.ts'

type User = NonNullable<SessionState['user']>

export function fillAccountPopup(): void {
  const { user, profile } = readState(document.cookie)
  const popup = document.querySelector<HTMLElement>('#account')
  const name = popup?.querySelector<HTMLElement>('[data-account-name]')
  const days = popup?.querySelector<HTMLElement>('[data-account-days]')
  if (!user || !name || !days) return
  const language = languageOf(location.pathname)
  const fullName = profile && isChild(profile) ? profile.name : `${user.name} ${user.family}`.trim()
  name.textContent = fullName || localDigits(user.msisdn, language)
  name.dir = fullName ? 'auto' : 'ltr'
  const [text, link] = days.children
  if (text) text.textContent = subscriptionText(user, days.dataset)
  const { buyText = '', extendText = '' } = (link as HTMLElement).dataset
  if (link) link.textContent = user.subscription_remaining_in_day > 0 ? extendText : buyText
}

function subscriptionText(user: User, texts: DOMStringMap): string {
  const language = languageOf(location.pathname)
  const { one = '', many = '', none = '', ended = '', endedOn = '' } = texts
  const left = user.subscription_remaining_in_day
  if (left > 0) return remainingText(left, { one, many }, language)
  const endedAt = user.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
  return endedText({ none, ended, endedOn }, { endedAt, now: new Date(), language })
}
