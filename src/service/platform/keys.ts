import {
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Env } from './env.ts'

/** Keys for one purpose: that of SECRET, for signing and storing, then those of SECRET_PREVIOUS, which are only accepted. */
export type KeySet = readonly [Buffer, ...Buffer[]]

export type Keyring = {
  /** Returns the key of SECRET for one purpose. */
  key: (purpose: string) => Buffer
  keys: (purpose: string) => KeySet
  /** Id of SECRET, stored in rows with hashes made with it; null in a row means unknown. It reveals nothing about SECRET. */
  keyId: string
  /** Ids of the secrets in SECRET_PREVIOUS, in the order of `keys`. */
  previousKeyIds: readonly string[]
}

/** Our code names about twenty purposes; each endpoint of webhooks has one more. */
const MOST_PURPOSES = 500

export function createKeyring({
  SECRET,
  SECRET_PREVIOUS,
}: Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>): Keyring {
  const derived = new LRUCache<string, KeySet>({ max: MOST_PURPOSES })
  /** Derives each key once, because that takes longer than the hash for which most callers need it. */
  const keys = (purpose: string): KeySet => {
    const known = derived.get(purpose)
    if (known) return known
    const made = keySet({ SECRET, SECRET_PREVIOUS }, purpose)
    derived.set(purpose, made)
    return made
  }
  return {
    key: purpose => keys(purpose)[0],
    keys,
    keyId: secretId(SECRET),
    previousKeyIds: SECRET_PREVIOUS.map(secretId),
  }
}

export function keySet(
  { SECRET, SECRET_PREVIOUS }: Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>,
  purpose: string,
): KeySet {
  return [
    deriveKey(SECRET, purpose),
    ...SECRET_PREVIOUS.map(previous => deriveKey(previous, purpose)),
  ]
}

/** Returns a 32-byte key for one purpose (`otp`, `session`, `media`…), so that no two uses share a key. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pardeh:${purpose}`, 32))
}

/** Returns the id of a SECRET, 10 characters. */
export function secretId(secret: string): string {
  return hash('sha256', deriveKey(secret, 'key-id'), 'hex').slice(0, 10)
}

/** Returns a keyed hash in base64url, the form in which codes and tokens are stored. */
export function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', keyObject(key)).update(text).digest('base64url')
}

/** Node takes ten times as long for a hash with the bytes of a key as with its object. */
const keyObjects = new WeakMap<Uint8Array, KeyObject>()

function keyObject(key: Uint8Array): KeyObject {
  const known = keyObjects.get(key)
  if (known) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}

/** True if `given` is the keyed hash of this text under one of the keys. */
export function isKeyedHash(keys: KeySet, text: string, given: string): boolean {
  return keys.some(key => isSameText(given, keyedHash(key, text)))
}

/** Compares two texts in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
