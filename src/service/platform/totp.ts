/** Codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds. */
import { Secret, TOTP } from 'otpauth'

const SECONDS = 30
const SECRET_BYTES = 20

function totpOf(secret: string, { label = '', issuer = '' } = {}): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), period: SECONDS, label, issuer })
}

/** Returns a new secret in base 32. */
export function newTotpSecret(random: { bytes: (length: number) => Buffer }): string {
  return new Secret({ buffer: new Uint8Array(random.bytes(SECRET_BYTES)).buffer }).base32
}

/** Returns the address that authenticator apps read from a QR code. */
export function totpAddress(secret: string, names: { label: string; issuer: string }): string {
  return totpOf(secret, names).toString()
}

export function totpCode(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() })
}

/** Returns the step of a code that is valid now, or was or will be within 30 seconds; null for a wrong code. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1_000 / SECONDS) + delta
}
