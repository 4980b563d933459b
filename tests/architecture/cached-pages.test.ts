import { expect, test } from 'vitest'
import { pageAddress } from '#src/http/page-cache/page-address.ts'
import { sources } from '#tests/support/sources.ts'

const files = sources('src/pages', ['.astro', '.ts'])
const cached = files.filter(({ text }) =>
  /\bsetPageCacheTime\(|layouts\/(Text|Footer)Layout\.astro/.test(text),
)

/** Returns the address of a page: src/pages/artists/[short_id]/[slug].astro is requested as /artists/a/a. */
const addressOf = (path: string) =>
  path
    .replace(/^src\/pages/, '')
    .replace(/\.(astro|ts)$/, '')
    .replace(/\/index$/, '')
    .replace(/\[\w+\]/g, 'a') || '/'

test('every page that may be cached has an address, in both languages', () => {
  expect(cached.length).toBeGreaterThan(10)
  for (const { path } of cached) {
    const address = addressOf(path)
    expect(pageAddress(address), path).toBe(address)
    if (path.endsWith('.astro')) {
      const english = address === '/' ? '/en' : `/en${address}`
      expect(pageAddress(english), path).toBe(english)
    }
  }
})

test('a page that may be cached reads no header, cookie or session', () => {
  for (const { path, text } of cached) {
    expect(text, path).not.toMatch(
      /request\.headers|Astro\.cookies|locals\.(api|session)\b|isSignedIn/,
    )
    expect(text, path).not.toMatch(
      /const \{[^}]*\b(api|session|hasProfile)\b[^}]*\} = Astro\.locals/,
    )
  }
})
