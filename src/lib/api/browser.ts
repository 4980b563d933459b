import { pathLanguage } from '../i18n/languages.ts'
import { createApi } from './client.ts'

/** The browser's client. It calls its own origin; the tokens are in an HttpOnly cookie that scripts cannot read. */
export const api = createApi({
  baseURL: '/api',
  headers: () => ({ 'Accept-Language': pathLanguage(globalThis.location?.pathname ?? '/') }),
})

/** Returns an idempotency key for one submission. A repeated submission of the same form must use the same key. */
export function newIdempotencyKey(): string {
  return (
    globalThis.crypto.randomUUID?.() ??
    [...globalThis.crypto.getRandomValues(new Uint8Array(16))]
      .map(byte => byte.toString(16).padStart(2, '0'))
      .join('')
  )
}
