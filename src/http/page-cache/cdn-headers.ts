/** Headers that tell a CDN how long it may store a catalogue page, and by which tags the page will be purged. */
import type { CachedPage } from './page-cache.ts'

/** Cookies of a session. A CDN must not store the reply to a request that has one. */
const SESSION_COOKIE = /(?:^|[;\s])(?:state|session|__Host-session)\s*=/
/** A stale page may be served for 10 seconds while a fresh one is fetched, and for a day while no node can be reached. */
const STALE = 'stale-while-revalidate=10, stale-if-error=86400'

/** Returns the headers for a CDN; none for a page that is out of date or will be within a second. `now` is in milliseconds. */
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

/** True if a request carries no session, neither a browser's nor a native client's. */
export function isAnonymous(header: (name: string) => string | undefined): boolean {
  if (header('authorization') !== undefined || header('profile-token') !== undefined) return false
  return !SESSION_COOKIE.test(header('cookie') ?? '')
}
