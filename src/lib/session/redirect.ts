import { barePath } from '../i18n/languages.ts'

const MAX_LENGTH = 2_048
const HERE = 'https://here.invalid'
/** Never a return path: these would redirect in a circle, or are no pages. */
const NO_RETURN = /^\/(login|register|sso|api|fake|dev|payments|webhooks|media)(\/|$)/i

/** Validates `redirect=…`: a path of this site, else `/`. */
export function safeRedirect(raw: string | null | undefined): string {
  if (!raw || raw.length > MAX_LENGTH || !isPlainPath(raw)) return '/'
  const url = URL.parse(raw, HERE)
  if (
    url?.origin !== HERE ||
    !isPlainPath(url.pathname) ||
    NO_RETURN.test(barePath(decode(url.pathname) ?? ''))
  )
    return '/'
  return url.pathname + url.search + url.hash
}

/** Checks the decoded forms too: the next reader may decode the path again. */
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
