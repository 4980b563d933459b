import { languageOf } from '../i18n/languages.ts'
import { createApi } from './client.ts'

/** The browser's client: own origin, tokens in an HttpOnly cookie that this code never sees. */
export const api = createApi({
  baseURL: '/api',
  headers: () => ({ 'Accept-Language': languageOf(globalThis.location?.pathname ?? '/') }),
})

/** A key for one try of the user, kept while the same form is sent again. */
export function newIdempotencyKey(): string {
  return (
    globalThis.crypto.randomUUID?.() ??
    [...globalThis.crypto.getRandomValues(new Uint8Array(16))]
      .map(byte => byte.toString(16).padStart(2, '0'))
      .join('')
  )
}
