/**
 * Links to a media server that checks them, by nginx's `secure_link` with the configuration ops/nginx/media.nginx.conf:
 * `/media/s/<expiry>-<signature>/<stream>/-/<file>`. The signature covers the stream and the expiry, so the relative URLs in a
 * playlist are signed too. `-` marks the end of the stream key; no part of a key may begin with it.
 */
import { createHash } from 'node:crypto'

export interface MediaLink {
  /** Path without the file and without a trailing slash. */
  path: string
  /** Epoch seconds. */
  expiresAt: number
}

/**
 * Returns a signed link. All links to a stream within `life` seconds are the same, so that browsers and caches can reuse files.
 * @param now epoch seconds
 * @param life of the link in seconds, which is valid for up to twice as long
 */
export function mediaLink(secret: string, stream: string, now: number, life: number): MediaLink {
  const expiresAt = Math.ceil((now + life) / life) * life
  return { path: signedPath(secret, stream, expiresAt), expiresAt }
}

/** Returns the signed path. nginx's `secure_link_md5` supports no hash but MD5 in base64url. */
export function signedPath(secret: string, stream: string, expiresAt: number): string {
  const signature = createHash('md5').update(`${expiresAt}/${stream} ${secret}`).digest('base64url')
  return `/media/s/${expiresAt}-${signature}/${stream}/-`
}
