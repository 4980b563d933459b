// The subscription alert and the label of the buy button (spec section 4).
import { ALERT_AGAIN_MINUTES, BUY_BUTTON_DAYS } from '#src/contract/limits.ts'
import { barePath } from '../i18n/languages.ts'

/** `none` asks the viewer to buy, `ending` to extend. */
export type AlertKind = 'none' | 'ending'

// The pages of the spec, and the payment pages.
const HIDDEN_ON = /^\/(packages|tickets|payment|dd-agreement|cinema-online\/ticket)(\/|$)/

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
