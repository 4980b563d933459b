// Where somebody came from who paid, and is led back to.
import type { Transaction } from '#src/contract/checkout.ts'
import { barePath } from '../i18n/languages.ts'
import { safeRedirect } from '../session/redirect.ts'

/** The page that a payment leads back to, or null: what was stored passes the check of every `redirect=`. */
export function paymentReturnPath({
  return_path,
}: Pick<Transaction, 'return_path'>): string | null {
  const path = safeRedirect(return_path)
  return path === '/' ? null : path
}

/** The public id of the title that a path is about, to play it or to read of it. */
export function contentIdIn(path: string): string | null {
  return /^\/(?:play|contents)\/([\w-]+)/.exec(barePath(path))?.[1] ?? null
}
