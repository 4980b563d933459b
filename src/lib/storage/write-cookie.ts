/** Writes cookies that scripts may read. Those that the browser refuses last for the page. */
import { storedCookies, unstoredCookies } from './read-cookies.ts'

/** @param cookie name, value and attributes as in `document.cookie` */
export function writeCookie(cookie: string): void {
  const [pair = ''] = cookie.split(';')
  const [name = ''] = pair.split('=')
  store(cookie)
  if (isStored(pair)) unstoredCookies.delete(name)
  else unstoredCookies.set(name, pair)
}

/** True if the browser stores cookies for this page. `navigator.cookieEnabled` is true in browsers that block them. */
export function acceptsCookies(): boolean {
  const probe = 'cookie-check=1'
  store(`${probe}; SameSite=Lax`)
  const isAccepted = isStored(probe)
  store(`${probe}; Max-Age=0`)
  return isAccepted
}

function isStored(pair: string): boolean {
  return storedCookies().split('; ').includes(pair)
}

function store(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store, and none without TLS
    document.cookie = cookie
  } catch {
    // A frame without an origin has no cookies.
  }
}
