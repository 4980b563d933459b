/** Headers that this API defines. */
import type { Solved } from './proof-of-work.ts'

/** Request header with the `known_devices` value that this device got at its last sign-in. */
export const KNOWN_DEVICES_HEADER = 'known-devices'
/** Request header with the solution of the challenge in a 428 `proof_required`. */
export const PROOF_OF_WORK_HEADER = 'proof'

/** Returns the value of PROOF_OF_WORK_HEADER: JSON in base64url. The schema `ProofOfWork` decodes it. */
export function encodeProofOfWork({ challenge, solution }: Solved): string {
  return btoa(JSON.stringify({ challenge, solution }))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Reply header that confirms the band of children for which a call was answered. Nodes of a release without bands do not send it. */
export const BAND_HEADER = 'pardeh-band'
