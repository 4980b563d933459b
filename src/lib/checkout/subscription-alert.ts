// The subscription alert and the label of the buy button (spec section 4).
import type { Language } from '#src/contract/languages.ts'
import { ALERT_AGAIN_MINUTES, BUY_BUTTON_DAYS } from '#src/contract/limits.ts'
import { barePath } from '../i18n/languages.ts'
import type { Translate } from '../i18n/translate.ts'
import { formatRelativeDay } from '../text/date.ts'
import { MINUTE_MS } from '../text/milliseconds.ts'
import { fromWire, tehranDay } from '../text/tehran.ts'

/** `none` asks the viewer to buy, `ending` to extend; `renewing` only names the next debit. */
type AlertKind = 'none' | 'ending' | 'renewing'

// The pages of the spec, and the payment pages.
const HIDDEN_ON = /^\/(packages|tickets|payment|dd-agreement|cinema-online\/ticket)(\/|$)/

/** Placeholder for the day on which the subscription ended; only the browser knows the day. */
export const DAY_PLACEHOLDER = '{day}'
/** Number of days for which texts mention the day on which the last subscription ended. */
const ENDED_RECENTLY_DAYS = 30

type EndedTexts = { ended: string; endedOn: string; none: string }

/** Returns the text for a viewer without a subscription: when it ended, or that there never was one. */
export function subscriptionEndedText(
  texts: EndedTexts,
  { endedAt, now, language }: { endedAt: Date | null; now: Date; language: Language },
): string {
  if (!endedAt) return texts.none
  if (!hasEndedRecently(endedAt, now)) return texts.ended
  return texts.endedOn.replace(DAY_PLACEHOLDER, () => formatRelativeDay(endedAt, now, language))
}

/**
 * Returns the same text for the account page.
 * @param endedAt `YYYY-MM-DDTHH:mm:ss`, or null for a user who never had a subscription
 */
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
    endedOn: t('shell.account.subscriptionEndedOn', { day: DAY_PLACEHOLDER }),
    none: t('shell.account.subscriptionNone'),
  }
  return subscriptionEndedText(texts, {
    endedAt: endedAt ? fromWire(endedAt) : null,
    now,
    language: t.language,
  })
}

export function hasEndedRecently(endedAt: Date, now: Date): boolean {
  return tehranDay(now) - tehranDay(endedAt) <= ENDED_RECENTLY_DAYS
}

type AlertViewer = {
  days: number
  /** True if direct debit renews the subscription. */
  isRenewed: boolean
  /** Time at which the viewer last closed the alert. */
  closedAt: number | null
  now: number
}

/** Returns the alert that a signed-in viewer sees on a path, or null. */
export function subscriptionAlert(
  path: string,
  { days, isRenewed, closedAt, now }: AlertViewer,
): AlertKind | null {
  if (days > BUY_BUTTON_DAYS || HIDDEN_ON.test(barePath(path))) return null
  if (closedAt !== null && now - closedAt < ALERT_AGAIN_MINUTES * MINUTE_MS) return null
  if (days <= 0) return 'none'
  return isRenewed ? 'renewing' : 'ending'
}

/** Returns the label for buying if no days remain, otherwise for extending. */
export function buyLabel(days: number): 'checkout.buy' | 'checkout.extend' {
  return days <= 0 ? 'checkout.buy' : 'checkout.extend'
}

export function showsBuyButton(days: number): boolean {
  return days <= BUY_BUTTON_DAYS
}
