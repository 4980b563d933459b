// One address for a catalogue page: what its cache entry is called and what it is rendered from. Both the socket, which
// reads the cache, and the renderer, which fills it, ask here; nothing else of a request's URL reaches such a page.
import { barePath } from '#src/lib/i18n/languages.ts'

/** Longer addresses are none of ours. */
const MAX_KEY = 512

/** The pages that may be cached, each with the query parameters that it reads, in the order of the key. */
const CATALOGUE_PAGES: ReadonlyArray<readonly [path: RegExp, reads: readonly string[]]> = [
  [/^\/$/, []],
  [/^\/contents$/, ['types', 'order', 'categories', 'flags', 'offset']],
  [/^\/contents\/[^/]+\/[^/]+$/, []],
  [/^\/artists\/[^/]+\/[^/]+$/, ['offset']],
  [/^\/categories(\/[^/]+\/[^/]+)?$/, []],
  [/^\/cinema-online$/, ['offset']],
  [/^\/(about|apps|contact-us|faq|privacy|rules|smart-tv)$/, []],
  [/^\/(feed\.xml|sitemap\.xml|sitemap\/[^/]+\.xml)$/, []],
]
/** A search is somebody's own words: its page is made for who asks and never cached. */
const SEARCH = 'query'

/** Paths that every URL parser leaves as they are: no dot segment, no escape, no empty segment, no slash at the end. */
const PLAIN = /^\/$|^(?:\/[\w~-][\w~.-]*)+$/
/** A segment that holds one of these after decoding could be split, or decoded once more, by whoever reads it next. */
const AMBIGUOUS = /[\p{Cc}\p{Cs}%/\\]/u
/** The router cuts `.html` off, and is left with nothing. */
const NO_NAME = /^\.(\.|html)?$/
/** Blanks, encoded: some readers trim them. */
const BLANK = /%(20|C2%A0|E2%80%8[0-9A-F]|E2%80%A[89F]|E2%81%9F|E3%80%80|E1%9A%80|EF%BB%BF)/

/**
 * The canonical address of a catalogue page, or null where the URL is none: dot segments, backslashes, empty segments and
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

/** @returns null for a path that is broken, or that routers may read in more than one way: it leads nowhere */
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

/** What of a request the page's own links say: its origin. */
export type Asked = { isHttps: boolean; host: string | undefined }

/** The name of a cache entry. Without a SITE_URL the origin that a page's links begin with is the request's. */
export function cacheKey(
  { SITE_URL }: { SITE_URL?: string | undefined },
  { isHttps, host }: Asked,
  address: string,
): string {
  if (SITE_URL?.startsWith('https:')) return address
  return `${isHttps ? 'https' : 'http'} ${SITE_URL ? '' : (host ?? '').toLowerCase()}${address}`
}
