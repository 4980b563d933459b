/**
 * Signs the address of a stream for a viewer, a path and a time. A token reads
 * `<expiry>.<depth>.<holder>.<signature>` and stands in the path, so that every segment under it is
 * covered: depth says how many parts of the path that follows are the stream's key.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface StreamGrant {
  /** `demo/landscape` */
  stream: string
  /** The viewer's access token; null lets anybody who has the address play it (trailers). */
  bearer: string | null
  /** Epoch seconds. */
  expiresAt: number
}

export interface StreamRequest {
  token: string
  /** What stands behind the token in the path. */
  path: string
  bearer: string | null
  /** Epoch seconds. */
  now: number
}

export type StreamVerdict =
  | { kind: 'granted'; stream: string; file: string }
  | { kind: 'refused'; reason: 'malformed' | 'forged' | 'expired' }

const SIGNATURE_LENGTH = 32
const HOLDER_LENGTH = 12
const ANYBODY = '-'
const TOKEN = /^([0-9a-z]{1,10})\.([1-9])\.(-|[\w-]{12})\.([\w-]{32})$/

export function signStream(key: Buffer, { stream, bearer, expiresAt }: StreamGrant): string {
  const holder = holderOf(key, bearer)
  const depth = stream.split('/').length
  const claims = `${expiresAt.toString(36)}.${depth}.${holder}`
  return `${claims}.${signature(key, claims, stream)}`
}

/** Compares text with text, so that no second spelling of a signature is taken. */
export function checkStream(
  key: Buffer,
  { token, path, bearer, now }: StreamRequest,
): StreamVerdict {
  const [, expiry, depth, holder, signed] = TOKEN.exec(token) ?? []
  if (!expiry || !depth || !holder || !signed) return { kind: 'refused', reason: 'malformed' }
  const parts = path.split('/')
  const stream = parts.slice(0, Number(depth)).join('/')
  const file = parts.slice(Number(depth)).join('/')
  const expected = signature(key, `${expiry}.${depth}.${holder}`, stream)
  const isForHolder = holder === ANYBODY || sameText(holder, holderOf(key, bearer))
  if (!sameText(signed, expected) || !isForHolder) return { kind: 'refused', reason: 'forged' }
  if (Number.parseInt(expiry, 36) <= now) return { kind: 'refused', reason: 'expired' }
  return { kind: 'granted', stream, file }
}

function holderOf(key: Buffer, bearer: string | null) {
  return bearer === null ? ANYBODY : digest(key, `holder\n${bearer}`).slice(0, HOLDER_LENGTH)
}

function signature(key: Buffer, claims: string, stream: string) {
  return digest(key, `stream\n${claims}\n${stream}`).slice(0, SIGNATURE_LENGTH)
}

function digest(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function sameText(left: string, right: string) {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
