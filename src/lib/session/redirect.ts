import { barePath } from '../i18n/languages.ts'

const MAX_LENGTH = 2_048
const HERE = 'https://here.invalid'
/** Paths that are never a return path, because they would redirect in a circle or are not pages. */
const NO_RETURN = /^\/(login|register|sso|api|fake|dev|payments|webhooks|media)(\/|$)/i

/** Pages that a viewer passes on the way to another one. `/profile` without `redirect` is a page of its own. */
const SIGN_IN_PAGE = /^\/(login|register|sso)\/?$/
const PASSED_PAGE = /^\/(login|register|sso|profile|profile\/pin)\/?$/

/** True for the pages on which a visitor signs in. */
export const isSignInPage = (path: string) =>
  SIGN_IN_PAGE.test(barePath(path.split(/[?#]/, 1)[0] ?? ''))

/**
 * Returns the page to which a viewer returns who has to sign in or to choose a profile at `path`: the page itself, or
 * the one in its `redirect` if it is a page on the way.
 * @param path path, query and hash of a page of this site
 */
export function returnPath(path: string): string {
  const [page = ''] = path.split(/[?#]/, 1)
  if (!PASSED_PAGE.test(barePath(page))) return path
  const search = path.slice(page.length).split('#', 1)[0]
  const next = new URLSearchParams(search).get('redirect')
  if (next) return safeRedirect(next)
  return isSignInPage(page) ? '/' : path
}

/** Validates `redirect=…`. Returns a path of this site, else `/`. */
export function safeRedirect(raw: string | null | undefined): string {
  if (!raw || raw.length > MAX_LENGTH || !isPlainPath(raw)) return '/'
  const next = returnPath(raw)
  if (next !== raw) return next
  const url = URL.parse(raw, HERE)
  if (
    url?.origin !== HERE ||
    !isPlainPath(url.pathname) ||
    NO_RETURN.test(barePath(decode(url.pathname) ?? ''))
  )
    return '/'
  return url.pathname + url.search + url.hash
}

/** Checks the decoded forms too, because the next reader may decode the path again. */
function isPlainPath(text: string): boolean {
  let path = text.split(/[?#]/)[0] ?? ''
  for (let round = 0; round < 4; round++) {
    if (!/^\/(?![/\\])/.test(path) || /[\\\p{Cc}]|\/\//u.test(path)) return false
    const decoded = decode(path)
    if (decoded === null || decoded === path) return decoded !== null
    path = decoded
  }
  return false
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
