/** Request headers of the API that are its own. */
import type { Solved } from './proof.ts'

/** The `known_devices` value that a sign-in gave to this device. */
export const KNOWN_DEVICES_HEADER = 'known-devices'
/** The solution of the challenge in a 428 `proof_required`. */
export const PROOF_HEADER = 'proof'

/** The value of PROOF_HEADER: JSON in base64url. The schema `Proof` decodes it. */
export function encodeProof({ challenge, solution }: Solved): string {
  return btoa(JSON.stringify({ challenge, solution }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
