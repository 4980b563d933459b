/** Request headers of the API that are its own. */
import type { Solved } from './proof-of-work.ts'

/** The `known_devices` value that a sign-in gave to this device. */
export const KNOWN_DEVICES_HEADER = 'known-devices'
/** The solution of the challenge in a 428 `proof_required`. */
export const PROOF_OF_WORK_HEADER = 'proof'

/** The value of PROOF_OF_WORK_HEADER: JSON in base64url. The schema `ProofOfWork` decodes it. */
export function encodeProofOfWork({ challenge, solution }: Solved): string {
  return btoa(JSON.stringify({ challenge, solution }))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Of a reply to a call for a band of children: it was answered for that band. A node that knows no bands does not say so. */
export const BAND_HEADER = 'pardeh-band'
