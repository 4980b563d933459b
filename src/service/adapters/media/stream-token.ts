/**
 * Signs a stream's URL for a viewer, a stream and a time. The token `<expiry>.<depth>.<holder>.<signature>`
 * is a path segment, so that it covers every file of the stream. Depth is the number of path segments
 * after it that are the stream's key. The token of a receiver, such as a television, has `~` and the id of a lease as its holder.
 */
import { createHmac } from 'node:crypto'
import { isSameText, type KeySet } from '../../keys.ts'

export interface StreamGrant {
  /** `demo/landscape` */
  stream: string
  /** The viewer's access token; null lets anyone with the URL play (trailers). */
  bearer: string | null
  /** Of the playback that a receiver shows: who serves the file asks whether it still runs. */
  leaseId?: string
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

export type StreamVerdict =
  | {
      kind: 'granted'
      stream: string
      file: string
      /** Null for what is not a receiver's. */
      leaseId: string | null
    }
  | { kind: 'denied'; reason: 'malformed' | 'forged' | 'expired' }

const SIGNATURE_LENGTH = 32
const HOLDER_LENGTH = 12
const ANYONE = '-'
const RECEIVER = '~'
const TOKEN = /^([0-9a-z]{1,10})\.([1-9])\.(-|[\w-]{12}|~[0-9A-Za-z]{16})\.([\w-]{32})$/

export function signStream(key: Buffer, grant: StreamGrant): string {
  const { stream, bearer, leaseId, expiresAt } = grant
  const holder = leaseId === undefined ? holderOf(key, bearer) : `${RECEIVER}${leaseId}`
  const depth = stream.split('/').length
  const claims = `${expiresAt.toString(36)}.${depth}.${holder}`
  return `${claims}.${signature(key, claims, stream)}`
}

/** Compares the signature as text: decoding it would accept other spellings of it. */
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
  const leaseId = holder.startsWith(RECEIVER) ? holder.slice(RECEIVER.length) : null
  const isForHolder =
    holder === ANYONE || leaseId !== null || isSameText(holder, holderOf(key, bearer))
  if (!isSameText(signed, expected) || !isForHolder) return { kind: 'denied', reason: 'forged' }
  if (Number.parseInt(expiry, 36) <= now) return { kind: 'denied', reason: 'expired' }
  return { kind: 'granted', stream, file, leaseId }
}

function holderOf(key: Buffer, bearer: string | null) {
  return bearer === null ? ANYONE : digest(key, `holder\n${bearer}`).slice(0, HOLDER_LENGTH)
}

function signature(key: Buffer, claims: string, stream: string) {
  return digest(key, `stream\n${claims}\n${stream}`).slice(0, SIGNATURE_LENGTH)
}

function digest(key: Buffer, text: string) {
  return createHmac('sha256', key).update(text).digest('base64url')
}
