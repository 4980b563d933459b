import type { Deps } from '../../platform/deps.ts'
import { keyedHash } from '../../platform/keys.ts'

const BYTES = 16

/** Returns an opaque token of 128 bits; only its keyed hash is stored. */
export function newToken(deps: Deps): string {
  return deps.random.bytes(BYTES).toString('base64url')
}

/** Returns the hash under which a token is stored. */
export function hashToken(deps: Deps, token: string): string {
  return keyedHash(deps.key('token'), token)
}

/** Returns every hash under which a token may be stored: with SECRET, and with each of SECRET_PREVIOUS. */
export function tokenHashes(deps: Deps, token: string): string[] {
  return deps.keys('token').map(key => keyedHash(key, token))
}
