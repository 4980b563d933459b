// ALTCHA's solver, loaded when a proof of work is required. The browser's cryptography runs outside the main thread.

import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { encodeProofOfWork } from '#src/contract/headers.ts'
import type { ProofOfWorkChallenge } from '#src/contract/proof-of-work.ts'

const EACH_MS = 100

type Watch = { abort: AbortController; onShare: (share: number) => void }

/** Returns the header value; null after a cancellation and on plain http pages, which have no crypto.subtle. */
export async function solveProof(
  challenge: ProofOfWorkChallenge,
  { abort, onShare }: Watch,
): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const most = challenge.parameters.data.steps
  let tried = 0
  let toldAt = 0
  const solution = await solveChallenge({
    challenge,
    controller: abort,
    deriveKey(...step) {
      tried += 1
      const now = performance.now()
      if (now - toldAt > EACH_MS) {
        toldAt = now
        onShare(Math.min(1, tried / most))
      }
      return deriveKey(...step)
    },
  })
  return solution && encodeProofOfWork({ challenge, solution })
}
