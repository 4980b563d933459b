/**
 * The canonical address of a catalogue page: its key in the page cache, and all of a URL that it is rendered from. Used where
 * the cache is read (page-cache.ts) and where it is filled (pages.ts).
 */
import type { ChildBand } from '#src/contract/values.ts'
import { barePath } from '#src/lib/i18n/languages.ts'

/** No link of the site is longer. */
const MAX_KEY = 512

/** The pages that may be cached, each with the query parameters that it reads, in the order of the key. */
const CATALOGUE_PAGES: ReadonlyArray<readonly [path: RegExp, reads: readonly string[]]> = [
  [/^\/$/, []],
  [/^\/contents$/, ['types', 'order', 'categories', 'flags', 'offset']],
  [/^\/contents\/[^/]+\/[^/]+$/, []],
  [/^\/artists\/[^/]+\/[^/]+$/, ['offset']],
  [/^\/categories(\/[^/]+\/[^/]+)?$/, []],
  [/^\/cinema-online$/, ['offset']],
  [/^\/rows\/(home|categories\/[^/]+)\/[^/]+$/, []],
  [/^\/(about|accessibility|apps|contact-us|faq|privacy|rules|smart-tv)$/, []],
  [/^\/(feed\.xml|sitemap\.xml|sitemap\/[^/]+\.xml)$/, []],
]
/** The query of a search is user input: its page is rendered per request and never cached. */
const SEARCH = 'query'

/** Paths that no URL parser changes: no dot segment, no escape, no empty segment, no slash at the end. */
const PLAIN = /^\/$|^(?:\/[\w~-][\w~.-]*)+$/
/** A segment with one of these after decoding could be split, or decoded a second time, by a later reader. */
const AMBIGUOUS = /[\p{Cc}\p{Cs}%/\\]/u
/** The router removes `.html`, which leaves an empty name. */
const NO_NAME = /^\.(\.|html)?$/
/** Encoded blanks, which some parsers trim. */
const BLANK = /%(20|C2%A0|E2%80%8[0-9A-F]|E2%80%A[89F]|E2%81%9F|E3%80%80|E1%9A%80|EF%BB%BF)/

/**
 * The canonical address of a catalogue page, or null for any other URL: dot segments, backslashes, empty segments and
 * escapes resolved as the router does, parameters in one order with encoded values, the first of repeated ones, no others.
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

/** @returns null for a path that is malformed or ambiguous, which is answered with 404 */
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

/** The origin of a request, which the page's own links begin with. */
export type RequestOrigin = { isHttps: boolean; host: string | undefined }

/**
 * The key of a cache entry. Without SITE_URL it holds the origin, since the page's links begin with it. Each band of children has
 * entries of its own.
 */
export function cacheKey(
  { SITE_URL }: { SITE_URL?: string | undefined },
  { isHttps, host }: RequestOrigin,
  address: string,
  band: ChildBand | null = null,
): string {
  const of = band ? `${band} ` : ''
  if (SITE_URL?.startsWith('https:')) return of + address
  return `${of}${isHttps ? 'https' : 'http'} ${SITE_URL ? '' : (host ?? '').toLowerCase()}${address}`
}

/** Why a child was led to its home, which says so. */
const LED = /[?&](from=(?:grown-ups|age))(?:[&#]|$)/
const ROWS = /^\/categories\/[^/?]+\/[^/?]+$/

/** The same for children of a band: their home says why it was opened. */
export function bandAddress(url: string, address: string): string {
  const [, led] = LED.exec(url) ?? []
  return led && ROWS.test(barePath(address)) ? `${address}?${led}` : address
}
