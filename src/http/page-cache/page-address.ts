/**
 * The canonical address of a catalogue page: its key in the page cache, and the only part of a URL that it is rendered from.
 * serve-cached-pages.ts reads the cache by it, and pages.ts fills the cache.
 */
import type { ChildBand } from '#src/contract/values.ts'
import { barePath } from '#src/lib/i18n/languages.ts'

/** Maximum length of a canonical address; every link of the site is shorter. */
const MAX_KEY = 512

/** Pages that may be cached, each with the query parameters that it reads, in the order of the key. */
const CATALOGUE_PAGES: ReadonlyArray<readonly [path: RegExp, reads: readonly string[]]> = [
  [/^\/$/, []],
  [/^\/contents$/, ['types', 'order', 'categories', 'flags', 'offset']],
  [/^\/contents\/[^/]+\/[^/]+$/, []],
  [/^\/artists\/[^/]+\/[^/]+$/, ['offset']],
  [/^\/categories(\/[^/]+\/[^/]+)?$/, []],
  [/^\/cinema-online$/, ['offset']],
  [/^\/(cards|hero)\/[^/]+$/, []],
  [/^\/rows\/(home|categories\/[^/]+)\/[^/]+$/, []],
  [/^\/(about|accessibility|apps|contact-us|faq|privacy|rules|smart-tv)$/, []],
  [/^\/(feed\.xml|sitemap\.xml|sitemap\/[^/]+\.xml)$/, []],
]
/** A page with a search query is never cached, because the query is user input. */
const SEARCH = 'query'

/** Paths that every URL parser leaves unchanged: no dot segments, escapes, empty segments or trailing slash. */
const PLAIN = /^\/$|^(?:\/[\w~-][\w~.-]*)+$/
/** A segment with one of these after decoding could be split, or decoded a second time, by a later reader. */
const AMBIGUOUS = /[\p{Cc}\p{Cs}%/\\]/u
/** Segments that are empty after the router has removed `.html`. */
const NO_NAME = /^\.(\.|html)?$/
/** Encoded spaces, which some parsers trim. */
const BLANK = /%(20|C2%A0|E2%80%8[0-9A-F]|E2%80%A[89F]|E2%81%9F|E3%80%80|E1%9A%80|EF%BB%BF)/

/**
 * Returns the canonical address of a catalogue page; null for any other URL. Dot segments, backslashes, empty segments and escapes
 * are resolved like in the router. Known parameters come in a fixed order, encoded, the first of repeated ones; others are dropped.
 */
export function pageAddress(url: string): string | null {
  const cut = url.search(/[?#]/)
  const path = canonicalPath(cut === -1 ? url : url.slice(0, cut))
  if (path === null || BLANK.test(path)) return null
  const reads = readsOf(path)
  if (!reads) return null
  const query = cut === -1 ? '' : canonicalQuery(url.slice(cut), reads)
  if (query === null || path.length + query.length > MAX_KEY) return null
  return path + query
}

/** Returns the path as the router resolves it; null for a malformed or ambiguous path, which is answered with 404. */
export function canonicalPath(path: string): string | null {
  if (PLAIN.test(path)) return path
  if (!path.startsWith('/')) return null
  try {
    const segments = new URL(`http://site${path}`).pathname.split('/').filter(Boolean)
    const decoded = segments.map(decodeURIComponent)
    if (decoded.some(segment => AMBIGUOUS.test(segment) || NO_NAME.test(segment))) return null
    return `/${decoded.map(encodeSegment).join('/')}`
  } catch {
    return null
  }
}

function readsOf(path: string): readonly string[] | undefined {
  const bare = barePath(path)
  return CATALOGUE_PAGES.find(([pattern]) => pattern.test(bare))?.[1]
}

function canonicalQuery(search: string, reads: readonly string[]): string | null {
  const query = new URLSearchParams(search.replace(/#.*$/s, ''))
  if (reads.length > 1 && query.get(SEARCH)?.trim()) return null
  const pairs = reads.flatMap(name => {
    const value = query.get(name)
    return value ? [`${name}=${encodeURIComponent(value)}`] : []
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function encodeSegment(segment: string): string {
  return encodeURI(segment).replace(/[?#]/g, encodeURIComponent)
}

/** The origin of a request. Absolute links of the page begin with it. */
export type RequestOrigin = { isHttps: boolean; host: string | undefined }

/**
 * Returns the key of a cache entry. Without SITE_URL it contains the origin, because the page's links begin with it. Each band of
 * children has entries of its own.
 */
export function cacheKey(
  { SITE_URL }: { SITE_URL?: string | undefined },
  { isHttps, host }: RequestOrigin,
  address: string,
  band: ChildBand | null = null,
): string {
  const prefix = band ? `${band} ` : ''
  if (SITE_URL?.startsWith('https:')) return prefix + address
  return `${prefix}${isHttps ? 'https' : 'http'} ${SITE_URL ? '' : (host ?? '').toLowerCase()}${address}`
}

/** The parameter by which a child's home page explains why the child was redirected to it. */
const REDIRECT_REASON = /[?&](from=(?:grown-ups|age))(?:[&#]|$)/
const ROWS = /^\/categories\/[^/?]+\/[^/?]+$/

/** Returns the address for a page of a band of children: their home page also reads the reason of a redirect. */
export function pageAddressForBand(url: string, address: string): string {
  const [, reason] = REDIRECT_REASON.exec(url) ?? []
  return reason && ROWS.test(barePath(address)) ? `${address}?${reason}` : address
}
