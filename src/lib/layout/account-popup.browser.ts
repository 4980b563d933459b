/** Fills the account popup of a cached page from the `state` cookie. Loaded for signed-in viewers only. */

import { DAY_PLACEHOLDER, subscriptionEndedText } from '../checkout/subscription-alert.ts'
import { pathLanguage } from '../i18n/languages.ts'
import { isChildProfile } from '../session/profile.ts'
import { readStateCookie, type SessionState } from '../session/state.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { formatDayAndMonth } from '../text/date.ts'
import { localDigits } from '../text/digits.ts'
import { fromWire } from '../text/tehran.ts'
import { remainingDaysText } from './account-popup.ts'

type User = NonNullable<SessionState['user']>

export function fillAccountPopup(): void {
  const { user, profile } = readStateCookie(readCookies())
  const popup = document.querySelector<HTMLElement>('#account')
  const name = popup?.querySelector<HTMLElement>('[data-account-name]')
  const days = popup?.querySelector<HTMLElement>('[data-account-days]')
  if (!user || !name || !days) return
  const language = pathLanguage(location.pathname)
  const fullName =
    profile && isChildProfile(profile) ? profile.name : `${user.name} ${user.family}`.trim()
  name.textContent = fullName || localDigits(user.msisdn, language)
  name.dir = fullName ? 'auto' : 'ltr'
  const [text, link] = days.children
  if (text) text.textContent = subscriptionText(user, days.dataset)
  const { buyText = '', extendText = '' } = (link as HTMLElement).dataset
  if (link) link.textContent = user.subscription_remaining_in_day > 0 ? extendText : buyText
}

function subscriptionText(user: User, texts: DOMStringMap): string {
  const language = pathLanguage(location.pathname)
  const { one = '', many = '', none = '', ended = '', endedOn = '', renewing = '' } = texts
  const left = user.subscription_remaining_in_day
  if (user.next_debit_at) {
    const day = formatDayAndMonth(fromWire(user.next_debit_at), language)
    return renewing.replace(DAY_PLACEHOLDER, () => day)
  }
  if (left > 0) return remainingDaysText(left, { one, many }, language)
  const endedAt = user.subscription_ended_at ? fromWire(user.subscription_ended_at) : null
  return subscriptionEndedText({ none, ended, endedOn }, { endedAt, now: new Date(), language })
}
