import { deriveKey, keyedHash } from '../keys.ts'

const LENGTH = 16

/** Tells whether two installations have one SECRET, and nothing else of it. */
export function secretFingerprint(secret: string): string {
  return keyedHash(deriveKey(secret, 'backup-fingerprint'), 'pardeh').slice(0, LENGTH)
}
