import { solveChallenge as solve } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { encodeProofOfWork } from '#src/contract/headers.ts'
import { ProofOfWorkChallenge } from '#src/contract/proof-of-work.ts'
import type { Failure } from '#src/lib/api/failure.ts'

/** Returns the value of the `proof` header for a 428 reply. */
export async function solveChallenge(apiError: Failure): Promise<string> {
  return solved(ProofOfWorkChallenge.parse(apiError.kind === 'api_error' ? apiError.data : null))
}

export async function solved(challenge: ProofOfWorkChallenge): Promise<string> {
  const solution = await solve({ challenge, deriveKey })
  if (!solution) throw new Error('the challenge has no solution')
  return encodeProofOfWork({ challenge, solution })
}
