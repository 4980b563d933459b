import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Env } from './env.ts'

/** Keys of one purpose: that of SECRET, which signs and stores, then those of SECRET_PREVIOUS, which are accepted. */
export type KeySet = readonly [Buffer, ...Buffer[]]

export type Keyring = {
  /** The key of SECRET for one purpose. */
  key: (purpose: string) => Buffer
  keys: (purpose: string) => KeySet
  /** Names SECRET in rows whose hashes hang on it; null in a row says that it was not noted. It tells nothing of SECRET. */
  keyId: string
  /** Names each SECRET of SECRET_PREVIOUS, in the order of `keys`. */
  previousKeyIds: readonly string[]
}

export function createKeyring({
  SECRET,
  SECRET_PREVIOUS,
}: Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>): Keyring {
  return {
    key: purpose => deriveKey(SECRET, purpose),
    keys: purpose => keySet({ SECRET, SECRET_PREVIOUS }, purpose),
    keyId: keyIdOf(SECRET),
    previousKeyIds: SECRET_PREVIOUS.map(keyIdOf),
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

/** A 32-byte key for one purpose (`otp`, `session`, `media`…), so that no two uses share a key. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pardeh:${purpose}`, 32))
}

/** 10 characters that name a SECRET. */
export function keyIdOf(secret: string): string {
  return hash('sha256', deriveKey(secret, 'key-id'), 'hex').slice(0, 10)
}

/** A keyed hash in base64url: how codes and tokens are stored. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether `given` is the keyed hash of this text under one of the keys. */
export function isKeyedHash(keys: KeySet, text: string, given: string): boolean {
  return keys.some(key => isSameText(given, keyedHash(key, text)))
}

/** Compares in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
