/**
 * A signed URL is `…/media/s/<token>/<key>/…`. The token is in the path, so a playlist's relative URLs
 * carry it too. Renewal replaces that path segment. A media server's key ends in `/-`.
 */
const SIGNED = /\/s\/([^/]+)\//

export function tokenOf(url: string): string | null {
  return SIGNED.exec(url)?.[1] ?? null
}

export function withToken(url: string, token: string | null): string {
  if (token === null) return url
  return url.replace(SIGNED, () => `/s/${token}/`)
}

/** Both sign the same file: a title that gets a new stream while it plays has another one. */
export function isSameFile(url: string, renewed: string): boolean {
  return withToken(url, '') === withToken(renewed, '')
}

/** Milliseconds until the URL is renewed: three quarters of its lifetime, at least 2 s. */
export function renewalDelay(expiresInSeconds: number): number {
  return Math.max(2_000, expiresInSeconds * 750)
}
