/**
 * How a page node tells a service node who calls: signed by a key that both derive from SECRET. Addresses of nodes need no trust, and
 * what a client sends in this header has no effect.
 */
import { CHILD_BANDS, type ChildBand } from '#src/contract/values.ts'
import { deriveKey, isKeyedHash, type KeySet, keyedHash, keySet } from '../keys.ts'

export const VISITOR_HEADER = 'pardeh-visitor'
/** Of calls that a page node makes for itself, below /nodes. A visitor's call never carries it, whatever its path. */
export const NODE_HEADER = 'pardeh-node'

/** `address` is empty for a call that is made for nobody: of a page that is the same for everyone, or for all children of a band. */
export type SignedVisitor = { address: string; requestId: string; band?: ChildBand | undefined }

const PURPOSE = 'nodes'

/** What a node signs with. */
export function nodeKey(secret: string): Buffer {
  return deriveKey(secret, PURPOSE)
}

/** What a node accepts from others. */
export function nodeKeys(secrets: Parameters<typeof keySet>[0]): KeySet {
  return keySet(secrets, PURPOSE)
}

export function signVisitor({ address, requestId, band }: SignedVisitor, key: Buffer): string {
  const text = `${address},${requestId}${band ? `,${band}` : ''}`
  return `${text},${keyedHash(key, text)}`
}

export function signNode(key: Buffer): string {
  return keyedHash(key, 'node')
}

export function isNode(header: string, keys: KeySet): boolean {
  return isKeyedHash(keys, 'node', header)
}

/** Null for a header that none of these keys signed. */
export function readVisitor(header: string, keys: KeySet): SignedVisitor | null {
  const cut = header.lastIndexOf(',')
  const text = header.slice(0, Math.max(0, cut))
  if (!isKeyedHash(keys, text, header.slice(cut + 1))) return null
  const [address = '', requestId = '', named] = text.split(',')
  if (named === undefined) return { address, requestId }
  // One of a later release: what the youngest may see is for all.
  return { address, requestId, band: CHILD_BANDS.find(band => band === named) ?? CHILD_BANDS[0] }
}
