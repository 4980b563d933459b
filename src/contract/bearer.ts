/** The scheme of the Authorization header that carries access tokens (RFC 6750). */
const SCHEME = /^Bearer (.+)$/

/** Returns the value of the header for an access token. */
export function bearerAuthorization(token: string): string {
  return `Bearer ${token}`
}

/** Returns the token in an Authorization header; undefined without a header and for another scheme. */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  return SCHEME.exec(authorization ?? '')?.[1]
}
