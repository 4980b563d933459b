import type { Deps } from '../deps.ts'
import { keyedHash } from '../keys.ts'

const BYTES = 16

/** An opaque token of 128 bits; only its keyed hash is stored. */
export function newToken(deps: Deps): string {
  return deps.random.bytes(BYTES).toString('base64url')
}

/** How a token is stored. */
export function hashToken(deps: Deps, token: string): string {
  return keyedHash(deps.key('token'), token)
}

/** All that a token may be stored as: under SECRET, and under those of SECRET_PREVIOUS. */
export function tokenHashes(deps: Deps, token: string): string[] {
  return deps.keys('token').map(key => keyedHash(key, token))
}
