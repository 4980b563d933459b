// The subscription alert and the label of the buy button (spec section 4).

import type { Language } from '#src/contract/languages.ts'
import { ALERT_AGAIN_MINUTES, BUY_BUTTON_DAYS } from '#src/contract/limits.ts'
import { barePath } from '../i18n/languages.ts'
import type { Translate } from '../i18n/translate.ts'
import { formatRelativeDay } from '../text/date.ts'
import { fromWire, tehranDay } from '../text/tehran.ts'

/** `none` asks the viewer to buy, `ending` to extend. */
export type AlertKind = 'none' | 'ending'

// The pages of the spec, and the payment pages.
const HIDDEN_ON = /^\/(packages|tickets|payment|dd-agreement|cinema-online\/ticket)(\/|$)/

/** Stands in the text for the day on which the subscription ended; only the browser knows it. */
export const DAY = '{day}'
/** Days for which a text says when the last subscription ended. */
export const ENDED_RECENTLY_DAYS = 30

type EndedTexts = { ended: string; endedOn: string; none: string }

/** What a viewer without a subscription reads: when it ended, or that there is none. */
export function endedText(
  texts: EndedTexts,
  { endedAt, now, language }: { endedAt: Date | null; now: Date; language: Language },
): string {
  if (!endedAt) return texts.none
  if (!isRecent(endedAt, now)) return texts.ended
  return texts.endedOn.replace(DAY, () => formatRelativeDay(endedAt, now, language))
}

/** The same for the account: `YYYY-MM-DDTHH:mm:ss`, or null for somebody who never had a subscription. */
export function noSubscriptionText(
  endedAt: string | null,
  now: Date,
  t: Translate<
    | 'shell.account.subscriptionEnded'
    | 'shell.account.subscriptionEndedOn'
    | 'shell.account.subscriptionNone'
  >,
): string {
  const texts = {
    ended: t('shell.account.subscriptionEnded'),
    endedOn: t('shell.account.subscriptionEndedOn', { day: DAY }),
    none: t('shell.account.subscriptionNone'),
  }
  return endedText(texts, {
    endedAt: endedAt ? fromWire(endedAt) : null,
    now,
    language: t.language,
  })
}

export function isRecent(endedAt: Date, now: Date): boolean {
  return tehranDay(now) - tehranDay(endedAt) <= ENDED_RECENTLY_DAYS
}

/** The alert that a signed-in viewer sees on a path; null for none. `closedAt`: when the viewer closed it last. */
export function alertFor(
  path: string,
  { days, closedAt, now }: { days: number; closedAt: number | null; now: number },
): AlertKind | null {
  if (days > BUY_BUTTON_DAYS || HIDDEN_ON.test(barePath(path))) return null
  if (closedAt !== null && now - closedAt < ALERT_AGAIN_MINUTES * 60_000) return null
  return days <= 0 ? 'none' : 'ending'
}

/** Buy without remaining days, otherwise extend. */
export function buyLabel(days: number): 'checkout.buy' | 'checkout.extend' {
  return days <= 0 ? 'checkout.buy' : 'checkout.extend'
}

export function showsBuyButton(days: number): boolean {
  return days <= BUY_BUTTON_DAYS
}
