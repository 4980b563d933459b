/**
 * Signs the URL of a stream for a viewer and a time. The token `<expiry>.<depth>.<holder>.<signature>` is a path segment, so it
 * covers every file of the stream. Depth is the number of path segments after it that form the stream's key. In the token of a
 * receiver, such as a television, the holder is `~` and the id of a lease; in that of a native player it is `~~` and the id.
 */
import { isSameText, type KeySet, keyedHash } from '../../keys.ts'

export interface StreamGrant {
  /** Key of the stream, such as `demo/landscape`. */
  stream: string
  /** The viewer's access token; null lets anyone with the URL play (trailers). */
  bearer: string | null
  /** Lease of the playback on a receiver. The server that sends the file checks that it is still valid. */
  leaseId?: string
  /** True for a native player, whose app renews the lease by heartbeats. */
  isNative?: boolean
  /** Epoch seconds. */
  expiresAt: number
}

export interface StreamRequest {
  token: string
  /** The path after the token. */
  path: string
  bearer: string | null
  /** Epoch seconds. */
  now: number
}

export interface ViewerRequest {
  /** The access token that the link is bound to. */
  bearer: string
  stream: string
}

export interface RunningPlaybacks {
  /** True if the session of this token still plays a title of the stream. */
  admits(request: ViewerRequest): Promise<boolean>
}

export type StreamVerdict =
  | {
      kind: 'granted'
      stream: string
      file: string
      /** Lease of a receiver or native player; null for every other viewer. */
      leaseId: string | null
      isNative: boolean
      /** The link is one viewer's own, and no receiver's. */
      isViewers: boolean
    }
  | { kind: 'denied'; reason: 'malformed' | 'forged' | 'expired' }

const SIGNATURE_LENGTH = 32
const HOLDER_LENGTH = 12
const ANYONE = '-'
const RECEIVER = '~'
const NATIVE = '~~'
const TOKEN = /^([0-9a-z]{1,10})\.([1-9])\.(-|[\w-]{12}|~{1,2}[0-9A-Za-z]{16})\.([\w-]{32})$/

/** Returns the token for a grant. */
export function signStream(key: Buffer, grant: StreamGrant): string {
  const { stream, bearer, leaseId, isNative, expiresAt } = grant
  const lessee = isNative ? NATIVE : RECEIVER
  const holder = leaseId === undefined ? holderOf(key, bearer) : `${lessee}${leaseId}`
  const depth = stream.split('/').length
  const claims = `${expiresAt.toString(36)}.${depth}.${holder}`
  return `${claims}.${signature(key, claims, stream)}`
}

/** Checks a token. Signatures are compared as text, since decoding would accept other spellings of the same bytes. */
export function checkStream(keys: KeySet, request: StreamRequest): StreamVerdict {
  const [first, ...others] = keys.map(key => checkUnder(key, request))
  const isForged = first?.kind === 'denied' && first.reason === 'forged'
  const other = isForged && others.find(each => each.kind !== 'denied' || each.reason !== 'forged')
  return other || (first as StreamVerdict)
}

function checkUnder(key: Buffer, { token, path, bearer, now }: StreamRequest): StreamVerdict {
  const [, expiry, depth, holder, signed] = TOKEN.exec(token) ?? []
  if (!expiry || !depth || !holder || !signed) return { kind: 'denied', reason: 'malformed' }
  const parts = path.split('/')
  const stream = parts.slice(0, Number(depth)).join('/')
  const file = parts.slice(Number(depth)).join('/')
  const expected = signature(key, `${expiry}.${depth}.${holder}`, stream)
  const isNative = holder.startsWith(NATIVE)
  const leaseId = holder.startsWith(RECEIVER) ? holder.replace(/^~+/, '') : null
  const isForHolder =
    holder === ANYONE || leaseId !== null || isSameText(holder, holderOf(key, bearer))
  if (!isSameText(signed, expected) || !isForHolder) return { kind: 'denied', reason: 'forged' }
  if (Number.parseInt(expiry, 36) <= now) return { kind: 'denied', reason: 'expired' }
  const isViewers = holder !== ANYONE && leaseId === null
  return { kind: 'granted', stream, file, leaseId, isNative, isViewers }
}

function holderOf(key: Buffer, bearer: string | null) {
  return bearer === null ? ANYONE : keyedHash(key, `holder\n${bearer}`).slice(0, HOLDER_LENGTH)
}

function signature(key: Buffer, claims: string, stream: string) {
  return keyedHash(key, `stream\n${claims}\n${stream}`).slice(0, SIGNATURE_LENGTH)
}
