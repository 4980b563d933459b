import { createHmac, hkdfSync } from 'node:crypto'

/** A 32-byte key for one purpose (`otp`, `session`, `media`…), so that no two uses share a key. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pardeh:${purpose}`, 32))
}

/** A keyed hash in base64url: how codes and tokens are stored. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
