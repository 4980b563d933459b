import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Challenge, proofText } from '#src/contract/proof.ts'
import type { Failure } from '#src/lib/api/failure.ts'

/** What a browser answers to a 428. */
export async function proofOf(refusal: Failure): Promise<string> {
  const challenge = Challenge.parse(refusal.kind === 'refused' ? refusal.data : null)
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('no solution')
  return proofText({ challenge, solution })
}
