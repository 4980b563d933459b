/** What a CDN is told of a catalogue page: how long it may store it, and by which tags it will be purged. Browsers revalidate. */
import type { CachedPage } from './page-store.ts'

/** Cookies of a session. A request with one gets a page of the nodes alone, and no CDN stores it. */
const SESSION_COOKIE = /(?:^|[;\s])(?:state|session|__Host-session)\s*=/
/** While a fresh page is fetched, and while no node can be reached. */
const STALE = 'stale-while-revalidate=10, stale-if-error=86400'

/** Empty for a page that is out of date, or will be within a second. */
export function cdnHeaders(
  { tags, freshUntil }: Pick<CachedPage, 'tags' | 'freshUntil'>,
  now = Date.now(),
): Record<string, string> {
  const seconds = Math.floor((freshUntil - now) / 1_000)
  if (seconds < 1) return {}
  const control = `max-age=${seconds}, ${STALE}`
  return {
    'Surrogate-Control': control,
    'CDN-Cache-Control': control,
    'Surrogate-Key': tags.join(' '),
    'Cache-Tag': tags.join(','),
  }
}

/** Whether a request carries no session, neither a browser's nor a native client's. */
export function isAnonymous(header: (name: string) => string | undefined): boolean {
  if (header('authorization') !== undefined || header('profile-token') !== undefined) return false
  return !SESSION_COOKIE.test(header('cookie') ?? '')
}
