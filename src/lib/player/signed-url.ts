/**
 * A signed URL is `…/media/s/<token>/<key>/…`. The token is in the path, so the relative URLs of a playlist carry it
 * too. Renewal replaces that path segment. The key of a media server ends in `/-`.
 */
const SIGNED = /\/s\/([^/]+)\//

export function urlToken(url: string): string | null {
  return SIGNED.exec(url)?.[1] ?? null
}

export function withToken(url: string, token: string | null): string {
  if (token === null) return url
  return url.replace(SIGNED, () => `/s/${token}/`)
}

/** True if both URLs sign the same file. A title that gets a new stream during playback has a different file. */
export function isSameFile(url: string, renewed: string): boolean {
  return withToken(url, '') === withToken(renewed, '')
}

/** Returns the milliseconds until the URL is renewed: three quarters of its lifetime, at least 2 s. */
export function renewalDelay(expiresInSeconds: number): number {
  return Math.max(2_000, expiresInSeconds * 750)
}
