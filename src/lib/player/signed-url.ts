/**
 * A signed URL is `…/media/s/<token>/<key>/…`. The token is in the path, so a playlist's relative URLs
 * carry it too. Renewal replaces that path segment.
 */
const SIGNED = /\/s\/([^/]+)\//

export function tokenOf(url: string): string | null {
  return SIGNED.exec(url)?.[1] ?? null
}

export function withToken(url: string, token: string | null): string {
  if (token === null) return url
  return url.replace(SIGNED, () => `/s/${token}/`)
}

/** Milliseconds until the URL is renewed: three quarters of its lifetime, at least 2 s. */
export function renewalDelay(expiresInSeconds: number): number {
  return Math.max(2_000, expiresInSeconds * 750)
}
