import type { Deps } from '../deps.ts'
import { keyedHash } from '../keys.ts'

const BYTES = 16

/** An opaque token of 128 bits; only its keyed hash is stored. */
export function newToken(deps: Deps): string {
  return deps.random.bytes(BYTES).toString('base64url')
}

export function hashToken(deps: Deps, token: string): string {
  return keyedHash(deps.key('token'), token)
}
