/** The scheme of the Authorization header that carries access tokens (RFC 6750), written and read. */
const SCHEME = /^Bearer (.+)$/

export function bearer(token: string): string {
  return `Bearer ${token}`
}

export function bearerToken(authorization: string | undefined): string | undefined {
  return SCHEME.exec(authorization ?? '')?.[1]
}
