import { afterEach, expect, test, vi } from 'vitest'
import { readCookies, unstoredCookies } from '#src/lib/storage/read-cookies.ts'
import { acceptsCookies, writeCookie } from '#src/lib/storage/write-cookie.ts'

afterEach(() => {
  unstoredCookies.clear()
  vi.unstubAllGlobals()
})

/** A document that stores cookies as a browser does, without their attributes. */
function aDocument(): { cookie: string } {
  const jar = new Map<string, string>()
  return {
    get cookie() {
      return [...jar.values()].join('; ')
    },
    set cookie(cookie) {
      const pair = cookie.split(';')[0] ?? ''
      const name = pair.split('=')[0] ?? ''
      if (/Max-Age=0/.test(cookie)) jar.delete(name)
      else jar.set(name, pair)
    },
  }
}

test('cookies are stored by the browser, and the check leaves none behind', () => {
  const browser = aDocument()
  vi.stubGlobal('document', browser)
  writeCookie('tv-mode=on; Path=/; Max-Age=60')
  expect(acceptsCookies()).toBe(true)
  expect(browser.cookie).toBe('tv-mode=on')
  expect(readCookies()).toBe('tv-mode=on')
})

test('a browser that blocks cookies ignores them silently: they last for the page', () => {
  vi.stubGlobal('document', {
    get cookie() {
      return ''
    },
    set cookie(_: string) {},
  })
  expect(acceptsCookies()).toBe(false)
  writeCookie('tv-mode=on; Path=/')
  writeCookie('tv-mode=off; Path=/')
  writeCookie('third_parties=declined; Path=/')
  expect(readCookies()).toMatch(/(?:^|; )tv-mode=off; third_parties=declined$/)
})

test('a frame without an origin has no cookies, and nothing throws', () => {
  vi.stubGlobal(
    'document',
    Object.defineProperty({}, 'cookie', {
      get: () => {
        throw new DOMException('sandboxed', 'SecurityError')
      },
      set: () => {
        throw new DOMException('sandboxed', 'SecurityError')
      },
    }),
  )
  expect(acceptsCookies()).toBe(false)
  writeCookie('tv-mode=on')
  expect(readCookies()).toMatch(/(?:^|; )tv-mode=on$/)
})
