// The page to which a payment returns the viewer.
import type { Transaction } from '#src/contract/checkout.ts'
import { barePath } from '../i18n/languages.ts'
import { safeRedirect } from '../session/redirect.ts'

/** Returns the page to return to after a payment, or null. The stored path is validated like every `redirect=`. */
export function paymentReturnPath({
  return_path,
}: Pick<Transaction, 'return_path'>): string | null {
  const path = safeRedirect(return_path)
  return path === '/' ? null : path
}

/** Returns the short id of the title in a play or content path; null for any other path. */
export function contentIdFromPath(path: string): string | null {
  return /^\/(?:play|contents)\/([\w-]+)/.exec(barePath(path))?.[1] ?? null
}
