import { expect, test } from 'vitest'
import { cdnHeaders, isAnonymous } from '#src/http/page-cache/cdn-headers.ts'

const NOW = 1_000_000

test('a page may be cached while it is fresh, under its tags', () => {
  const page = { tags: ['shell', 'content:a1'], freshUntil: NOW + 90_900 }
  expect(cdnHeaders(page, NOW)).toEqual({
    'Surrogate-Control': 'max-age=90, stale-while-revalidate=10, stale-if-error=86400',
    'CDN-Cache-Control': 'max-age=90, stale-while-revalidate=10, stale-if-error=86400',
    'Surrogate-Key': 'shell content:a1',
    'Cache-Tag': 'shell,content:a1',
  })
})

test('a stale page must not be cached', () => {
  for (const freshUntil of [0, NOW, NOW + 999])
    expect(cdnHeaders({ tags: ['shell'], freshUntil }, NOW)).toEqual({})
})

test.each([
  [{}, true],
  [{ cookie: 'theme=dark; estate=1; my-session=2' }, true],
  [{ cookie: 'state=a.b' }, false],
  [{ cookie: 'theme=dark;state=a.b' }, false],
  [{ cookie: 'a=b; session =x' }, false],
  [{ cookie: 'a=b; __Host-session=x' }, false],
  [{ authorization: 'Bearer x' }, false],
  [{ 'profile-token': 'x' }, false],
])('a request with %o is anonymous: %s', (headers: Record<string, string>, expected) => {
  expect(isAnonymous(name => headers[name])).toBe(expected)
})
