import { barePath } from '../i18n/languages.ts'

const MAX_LENGTH = 2_048
const HERE = 'https://here.invalid'
/** Not pages to come back to: they would send one round in a circle, or are no pages at all. */
const NO_RETURN = /^\/(login|register|sso|api|fake|dev|payments|webhooks|media)(\/|$)/i

/** Where `redirect=…` may lead: a path of this site, or `/`. */
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

/** Also once and twice decoded: whoever reads it next may decode it again. */
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
