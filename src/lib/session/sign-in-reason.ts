/** The reason for which a visitor is asked to sign in, by the page to which they return. */
import { barePath } from '../i18n/languages.ts'

/** The first pattern that matches the path without its language applies. */
const REASONS = [
  ['watch', /^\/play\//],
  ['buy', /^\/(packages|payment|dd-agreement|cinema-online\/ticket)(\/|\?|$)/],
  ['support', /^\/tickets(\/|\?|$)/],
  ['vote', /^\/(surveys|survey-groups)\//],
  ['television', /^\/(tv|smart-tv)(\/|\?|$)/],
  ['account', /^\/(user|profile)(\/|\?|$)/],
  ['return', /^\/[^?#]/],
] as const satisfies readonly (readonly [string, RegExp])[]

export type SignInReason = (typeof REASONS)[number][0]

/** @param back path of this site @returns null if the visitor returns to the home page */
export function signInReason(back: string): SignInReason | null {
  const path = barePath(back)
  return REASONS.find(([, pattern]) => pattern.test(path))?.[0] ?? null
}
