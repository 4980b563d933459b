/**
 * Links to a media server that checks them itself, by nginx's `secure_link` with the configuration ops/nginx/media.nginx.conf:
 * `/media/s/<expiry>-<signature>/<stream>/-/<file>`. The signature covers the stream and the expiry, so that the relative URLs of a
 * playlist are signed too. `-` ends the stream: no part of its key may begin with it.
 */
import { createHash } from 'node:crypto'
import { PLAYBACK } from '#src/contract/limits.ts'

export interface MediaLink {
  /** Without the file, and without a last slash. */
  path: string
  /** Epoch seconds. */
  expiresAt: number
}

/**
 * All links to a stream within five minutes are the same, so that browsers and caches reuse what they have.
 * @param now epoch seconds
 */
export function mediaLink(secret: string, stream: string, now: number): MediaLink {
  const life = PLAYBACK.urlSeconds
  const expiresAt = Math.ceil((now + life) / life) * life
  return { path: signedPath(secret, stream, expiresAt), expiresAt }
}

/** nginx compares MD5 in base64url: its `secure_link_md5` has no other hash. */
export function signedPath(secret: string, stream: string, expiresAt: number): string {
  const signature = createHash('md5').update(`${expiresAt}/${stream} ${secret}`).digest('base64url')
  return `/media/s/${expiresAt}-${signature}/${stream}/-`
}
