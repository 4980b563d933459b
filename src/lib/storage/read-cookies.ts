/** Cookies that the browser refused to store, for this page: pairs of name and value by name. */
export const unstoredCookies = new Map<string, string>()

/** Returns the cookies that scripts may read, in the form of `document.cookie`. */
export function readCookies(): string {
  return [storedCookies(), ...unstoredCookies.values()].join('; ')
}

/** Returns no cookies in a frame without an origin, where reading them throws. */
export function storedCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}
