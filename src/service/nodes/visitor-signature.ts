/**
 * How a page node tells a service node who calls: signed by a key that both derive from SECRET. Addresses of nodes need no trust, and
 * what a client sends in this header has no effect.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CHILD_BANDS, type ChildBand } from '#src/contract/values.ts'
import { deriveKey } from '../keys.ts'

export const VISITOR_HEADER = 'pardeh-visitor'
/** Of calls that a page node makes for itself, below /nodes. A visitor's call never carries it, whatever its path. */
export const NODE_HEADER = 'pardeh-node'

/** `address` is empty for a call that is made for nobody: of a page that is the same for everyone, or for all children of a band. */
export type SignedVisitor = { address: string; requestId: string; band?: ChildBand | undefined }

export function nodeKey(secret: string): Buffer {
  return deriveKey(secret, 'nodes')
}

export function signVisitor({ address, requestId, band }: SignedVisitor, key: Uint8Array): string {
  const text = `${address},${requestId}${band ? `,${band}` : ''}`
  return `${text},${macOf(text, key)}`
}

export function signNode(key: Uint8Array): string {
  return macOf('node', key)
}

export function isNode(header: string, key: Uint8Array): boolean {
  return isSame(header, signNode(key))
}

/** Null for a header that this key did not sign. */
export function readVisitor(header: string, key: Uint8Array): SignedVisitor | null {
  const cut = header.lastIndexOf(',')
  const text = header.slice(0, Math.max(0, cut))
  if (!isSame(header.slice(cut + 1), macOf(text, key))) return null
  const [address = '', requestId = '', named] = text.split(',')
  if (named === undefined) return { address, requestId }
  // One of a later release: what the youngest may see is for all.
  return { address, requestId, band: CHILD_BANDS.find(band => band === named) ?? CHILD_BANDS[0] }
}

function macOf(text: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
