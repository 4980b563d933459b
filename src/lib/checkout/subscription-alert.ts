// The subscription alert and the words of the buy button (spec section 4).
import { ALERT_AGAIN_MINUTES, BUY_BUTTON_DAYS } from '#src/contract/limits.ts'
import { barePath } from '../i18n/languages.ts'

/** `none` urges to buy, `ending` to extend; they look different. */
export type AlertKind = 'none' | 'ending'

// The pages of the spec, and those on which somebody is paying already.
const HIDDEN_ON = /^\/(packages|tickets|payment|dd-agreement|cinema-online\/ticket)(\/|$)/

/** Which alert a signed-in viewer sees on a path; null for none. `closedAt` is when it was closed last. */
export function alertFor(
  path: string,
  { days, closedAt, now }: { days: number; closedAt: number | null; now: number },
): AlertKind | null {
  if (days > BUY_BUTTON_DAYS || HIDDEN_ON.test(barePath(path))) return null
  if (closedAt !== null && now - closedAt < ALERT_AGAIN_MINUTES * 60_000) return null
  return days <= 0 ? 'none' : 'ending'
}

/** With none, or no days left, one buys; otherwise one extends. */
export function buyLabel(days: number): 'checkout.buy' | 'checkout.extend' {
  return days <= 0 ? 'checkout.buy' : 'checkout.extend'
}

export function showsBuyButton(days: number): boolean {
  return days <= BUY_BUTTON_DAYS
}
