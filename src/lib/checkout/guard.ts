import type { Language } from '#src/contract/fields.ts'
import { loginPath } from '../routes.ts'

type Visit = { url: URL; locals: { language: Language; isSignedIn: boolean } }

/** Where somebody who is not signed in goes first, to come back after; null for who is. */
export function loginFirst({ url, locals }: Visit): string | null {
  return locals.isSignedIn ? null : loginPath(url.pathname + url.search, locals.language)
}
