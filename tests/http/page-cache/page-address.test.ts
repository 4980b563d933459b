import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cacheKey, canonicalPath, pageAddress } from '#src/http/page-cache/page-address.ts'
import { readListing } from '#src/lib/catalogue/listing.ts'

const SITE = { SITE_URL: 'https://example.com' }
const asked = { isHttps: true, host: 'example.com' }

describe('the address of a catalogue page', () => {
  it.each([
    ['/', '/'],
    ['/./', '/'],
    ['/x/..', '/'],
    ['/%2e/', '/'],
    ['/x/%2E%2e', '/'],
    ['//', '/'],
    ['/\\', '/'],
    ['/#a', '/'],
    ['/?fbclid=1', '/'],
    ['/?types=series', '/'],
    ['/en/', '/en'],
    ['/contents/', '/contents'],
    ['/rows/home/AbC123?utm_source=x', '/rows/home/AbC123'],
    ['/en/cards/AbC123/?utm_source=x', '/en/cards/AbC123'],
    ['/hero/AbC123?utm_source=x', '/hero/AbC123'],
    ['/en/rows/categories/kids/kids-latest/', '/en/rows/categories/kids/kids-latest'],
    ['/%63ontents', '/contents'],
    ['/contents//AbC123///a-slug/', '/contents/AbC123/a-slug'],
    ['/contents/AbC123/%d9%81', '/contents/AbC123/%D9%81'],
    ['/contents/AbC123/ف', '/contents/AbC123/%D9%81'],
    ['/contents/AbC123/a%2Cb', '/contents/AbC123/a,b'],
    ['/contents?order=latest&types=series&utm_source=x', '/contents?types=series&order=latest'],
    ['/contents?types=series&types=movie', '/contents?types=series'],
    ['/contents?types=&offset=24', '/contents?offset=24'],
    ['/contents?query=%20', '/contents'],
    ['/en/contents?types=series%26order%3Dlatest', '/en/contents?types=series%26order%3Dlatest'],
  ])('%s is %s', (url, address) => {
    expect(pageAddress(url)).toBe(address)
  })

  it.each([
    ['an unknown path', '/user'],
    ['a row without a page', '/rows/AbC123'],
    ['a card without a title', '/cards'],
    ['a second language in the path', '/en/en/contents'],
    ['a search, whose words belong to one visitor', '/contents?query=a'],
    ['an escape within an escape', '/contents/a/%2561'],
    ['an escaped slash', '/contents/a%2Fb/c'],
    ['an escaped backslash', '/contents/a%5Cb/c'],
    ['a control character', '/contents/a/b%00'],
    ['broken UTF-8', '/contents/a/%ff'],
    ['a blank', '/contents/%20/a'],
    ['a blank that is not ASCII', '/contents/a/b%c2%a0'],
    ['half a character', '/contents/a/%ed%a0%80'],
    ['an ending without a name', '/contents/a/.html'],
    ['a broken escape', '/contents/a/%'],
    ['another site’s address', 'http://evil.example/'],
    ['no path', '*'],
    ['an address that is too long', `/contents?categories=${'a'.repeat(600)}`],
  ])('%s has no key', (_, url) => {
    expect(pageAddress(url)).toBeNull()
  })

  it('is its own canonical address for every URL parser', () => {
    fc.assert(
      fc.property(anAddress, url => {
        const address = pageAddress(url)
        if (address === null) return
        expect(pageAddress(address)).toBe(address)
        expect(decodeURI(address.split('?')[0] as string)).not.toMatch(/\s/)
        const { pathname, search } = new URL(`http://site${address}`)
        expect(pathname + search).toBe(address)
        // The router decodes a path once, or repeatedly until nothing encoded remains.
        const decoded = decodeURI(pathname)
        expect(decodeURI(decoded)).toBe(decoded)
        expect(canonicalPath(decoded)).toBe(pathname)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('the key of a cached page', () => {
  it('contains everything that a page reads: two URLs with one key render the same page', () => {
    fc.assert(
      fc.property(aListing, aListing, (one, other) => {
        const [a, b] = [pageAddress(one), pageAddress(other)]
        if (a === null || b === null) return
        // The page is rendered from the key and must read from it the same as from the URL.
        expect(inputsOf(a)).toEqual(inputsOf(one))
        if (cacheKey(SITE, asked, a) === cacheKey(SITE, asked, b))
          expect(inputsOf(one)).toEqual(inputsOf(other))
        else if (a.split('?')[0] === b.split('?')[0])
          expect(valuesOf(one)).not.toEqual(valuesOf(other))
      }),
      { numRuns: 5_000 },
    )
  })

  it('cannot be forged by separators within a value', () => {
    fc.assert(
      fc.property(fc.dictionary(aName, aValue), fc.dictionary(aName, aValue), (one, other) => {
        const [a, b] = [one, other].map(pairs =>
          pageAddress(`/contents?${new URLSearchParams(pairs)}`),
        )
        if (a == null || b == null) return
        expect(a === b).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)))
      }),
      { numRuns: 5_000 },
    )
  })

  it('contains the origin that the links of the page begin with, unless SITE_URL defines it', () => {
    const keyOf = (env: { SITE_URL?: string }, isHttps: boolean, host: string) =>
      cacheKey(env, { isHttps, host }, '/')
    expect(keyOf(SITE, true, 'www.example.com')).toBe(keyOf(SITE, false, 'other.example.com'))
    const keys = [
      keyOf({}, false, 'localhost:4321'),
      keyOf({}, true, 'localhost:4321'),
      keyOf({}, false, '127.0.0.1:4321'),
      keyOf({ SITE_URL: 'http://localhost:4321' }, false, 'localhost:4321'),
      keyOf({ SITE_URL: 'http://localhost:4321' }, true, 'localhost:4321'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(keyOf({}, false, 'LOCALHOST:4321')).toBe(keyOf({}, false, 'localhost:4321'))
  })
})

const aName = fc.constantFrom('types', 'order', 'categories', 'flags', 'offset')
const aValue = fc.string({
  minLength: 1,
  maxLength: 12,
  unit: fc.constantFrom(...'a&=?#%+/ ;,\\.2٢ف', '%26', '%3D', '\u0000', '\n'),
})
const aSegment = fc.string({
  maxLength: 6,
  unit: fc.constantFrom(
    ...'aZ0-_.~%2eEfF5cC,;:@&=+$!*()\'"<>|^`{}[] ف',
    '%2e',
    '%2F',
    '%25',
    '\\',
    '/',
  ),
})
const anAddress = fc
  .tuple(
    fc.constantFrom('', '/en', '/contents', '/artists', '/en/contents', '/categories', '/.', '//'),
    fc.array(aSegment, { maxLength: 3 }),
    fc.constantFrom('', '/', '?', '?offset=24', '?types=a&types=b', '#x'),
  )
  .map(([start, segments, end]) => `/${[start.slice(1), ...segments].join('/')}${end}`)
const aListing = fc
  .tuple(
    fc.constantFrom('/contents', '/contents/', '/en/contents', '/x/../contents', '/%63ontents'),
    fc.array(
      fc.tuple(
        fc.constantFrom('types', 'order', 'categories', 'flags', 'offset', 'utm', '__proto__'),
        fc.constantFrom('series', 'single_video', 'latest', '24', '&order=latest', 'a=b', ' ', ''),
        fc.boolean(),
      ),
      { maxLength: 5 },
    ),
  )
  .map(([path, pairs]) => {
    const query = pairs.map(([name, value, isEncoded]) =>
      isEncoded ? `${name}=${encodeURIComponent(value)}` : `${name}=${value.replace(' ', '+')}`,
    )
    return pairs.length > 0 ? `${path}?${query.join('&')}` : path
  })

/** Returns the values that the listing reads from its URL. */
function inputsOf(url: string) {
  const { pathname, searchParams } = new URL(`http://site${url}`)
  return { path: canonicalPath(pathname), listing: readListing(searchParams) }
}

/** Returns the same values as raw text, before they are parsed. */
function valuesOf(url: string): Array<string | null> {
  const { searchParams } = new URL(`http://site${url}`)
  return ['types', 'order', 'categories', 'flags', 'offset'].map(
    name => searchParams.get(name) || null,
  )
}

function sorted(pairs: Record<string, string>) {
  return Object.entries(pairs).toSorted()
}
