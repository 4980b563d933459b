/**
 * Signatures with which a page node tells a service node who the visitor is. Both derive the key from SECRET, so addresses of nodes
 * need not be trusted, and a client cannot forge this header. A signature is valid for one method and path, and for a minute.
 */
import { CHILD_BANDS, type ChildBand } from '#src/contract/values.ts'
import { deriveKey, isKeyedHash, type KeySet, keyedHash, keySet } from '../keys.ts'

export const VISITOR_HEADER = 'pardeh-visitor'
/** Header of calls that a page node makes for itself, below /nodes. A visitor's call never has it, whatever its path. */
export const NODE_HEADER = 'pardeh-node'

/** `address` is empty for a page that is the same for everyone, or for all children of an age band. */
export type SignedVisitor = { address: string; requestId: string; band?: ChildBand | undefined }

/** The request to which a signature belongs; `path` includes the query. */
export type SignedRequest = { method: string; path: string }
/** Why a signature is not accepted: another SECRET or request, or a time that is too far from ours. */
export type Refusal = 'unknown' | 'clock'

const PURPOSE = 'nodes'
/** Maximum difference in ms between the time in a signature and ours, since clocks of nodes differ. */
const VALID_MS = 60_000
const STAMPED = /^2,(\d{13}),(?:(.*),)?([\w-]+)$/

/** Returns the key with which a node signs. */
export function nodeKey(secret: string): Buffer {
  return deriveKey(secret, PURPOSE)
}

/** Returns the keys that a node accepts from others. */
export function nodeKeys(secrets: Parameters<typeof keySet>[0]): KeySet {
  return keySet(secrets, PURPOSE)
}

export function signVisitor(
  { address, requestId, band }: SignedVisitor,
  key: Buffer,
  request: SignedRequest,
  now = Date.now(),
): string {
  const text = `${address},${requestId}${band ? `,${band}` : ''}`
  return `2,${now},${text},${keyedHash(key, stampedText(now, request, text))}`
}

export function signNode(key: Buffer, request: SignedRequest, now = Date.now()): string {
  return `2,${now},${keyedHash(key, stampedText(now, request, 'node'))}`
}

/** Returns true, or why the header is not accepted. */
export function isNode(
  header: string,
  keys: KeySet,
  request: SignedRequest,
  now: number,
): true | Refusal {
  const [, time, text, hash = ''] = STAMPED.exec(header) ?? []
  // Nodes of release 0.1 sign without a time; remove this in 0.3.
  if (time === undefined) return isKeyedHash(keys, 'node', header) || 'unknown'
  if (text !== undefined) return 'unknown'
  return refusalOf({ time, text: 'node', hash }, keys, request, now) ?? true
}

/** Returns the visitor, or why the header is not accepted. */
export function readVisitor(
  header: string,
  keys: KeySet,
  request: SignedRequest,
  now: number,
): SignedVisitor | Refusal {
  const [, time, stamped = '', hash = ''] = STAMPED.exec(header) ?? []
  if (time !== undefined)
    return refusalOf({ time, text: stamped, hash }, keys, request, now) ?? visitorOf(stamped)
  // Nodes of release 0.1 sign without time and request; remove this in 0.3.
  const cut = header.lastIndexOf(',')
  const text = header.slice(0, Math.max(0, cut))
  return isKeyedHash(keys, text, header.slice(cut + 1)) ? visitorOf(text) : 'unknown'
}

type Stamp = { time: string; text: string; hash: string }

function refusalOf(
  { time, text, hash }: Stamp,
  keys: KeySet,
  request: SignedRequest,
  now: number,
): Refusal | null {
  if (!isKeyedHash(keys, stampedText(Number(time), request, text), hash)) return 'unknown'
  return Math.abs(now - Number(time)) > VALID_MS ? 'clock' : null
}

/** The path is decoded, because a proxy between the nodes may encode it in another way. */
function stampedText(time: number, { method, path }: SignedRequest, text: string): string {
  return `2,${time},${method} ${decoded(path)},${text}`
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function visitorOf(text: string): SignedVisitor {
  const [address = '', requestId = '', named] = text.split(',')
  if (named === undefined) return { address, requestId }
  // A band of a later release is unknown: use the youngest, whose titles everyone may see.
  return { address, requestId, band: CHILD_BANDS.find(band => band === named) ?? CHILD_BANDS[0] }
}
