/**
 * A signed address reads `…/media/s/<token>/<key>/…`; every address under it carries the token in its
 * path, so that a playlist's relative addresses are signed too. Renewal swaps that one path segment.
 */
const SIGNED = /\/s\/([^/]+)\//

export function tokenOf(url: string): string | null {
  return SIGNED.exec(url)?.[1] ?? null
}

export function withToken(url: string, token: string | null): string {
  if (token === null) return url
  return url.replace(SIGNED, () => `/s/${token}/`)
}

/** Milliseconds to wait before asking for a new address: three quarters of its life, at least 2 s. */
export function renewalDelay(expiresInSeconds: number): number {
  return Math.max(2_000, expiresInSeconds * 750)
}
