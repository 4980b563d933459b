/** Encrypts the secrets of authenticators with a key of SECRET, so that a copy of the database is not enough to sign in. */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Deps } from '../../platform/deps.ts'

const PURPOSE = 'staff-totp'
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export function seal({ key, random }: Pick<Deps, 'key' | 'random'>, text: string): string {
  const iv = random.bytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key(PURPOSE), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Returns the text; null if none of the keys opens it. `isOld` is true if a key of SECRET_PREVIOUS did. */
export function unseal(
  { keys }: Pick<Deps, 'keys'>,
  sealed: string,
): { text: string; isOld: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag, body] = [
    bytes.subarray(0, IV_BYTES),
    bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    bytes.subarray(IV_BYTES + TAG_BYTES),
  ]
  for (const [at, key] of keys(PURPOSE).entries()) {
    try {
      const decipher = createDecipheriv(CIPHER, key, iv).setAuthTag(tag)
      const text = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      return { text, isOld: at > 0 }
    } catch {
      // Another secret sealed it.
    }
  }
  return null
}
