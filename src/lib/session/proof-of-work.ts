// After a 428 response the browser solves a proof of work and repeats the call; the page shows the progress.
import { PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import type { ProofOfWorkChallenge } from '#src/contract/proof-of-work.ts'
import type { CallOptions } from '../api/client.ts'
import { toFailure } from '../api/failure.ts'

/** Thrown when the viewer cancelled the proof of work; this is not a failure. */
export class ProofCancelled extends Error {}

type Prover = {
  /** @throws ProofCancelled, or the error of the call */
  run: <T>(call: (options?: CallOptions) => Promise<T>) => Promise<T>
  cancel: () => void
}
/** Progress from 0 to 1; null while nothing is being solved. */
export type ProofShare = number | null

/**
 * Maximum number of proofs per call. A proof is bound to the client address, which a mobile carrier may change between
 * calls.
 */
const PROOFS_MAX = 3

export function createProver(onShare: (share: ProofShare) => void): Prover {
  let abort = new AbortController()
  async function solved(challenge: ProofOfWorkChallenge, apiError: unknown): Promise<string> {
    onShare(0)
    try {
      const { solveProof } = await import('./solve-proof.ts')
      const proof = await solveProof(challenge, { abort, onShare })
      if (abort.signal.aborted) throw new ProofCancelled()
      if (!proof) throw apiError
      return proof
    } finally {
      onShare(null)
    }
  }
  return {
    async run(call) {
      abort = new AbortController()
      let options: CallOptions | undefined
      for (let proofs = 0; ; proofs++) {
        try {
          return await call(options)
        } catch (error) {
          const challenge = challengeOf(error)
          if (!challenge || proofs === PROOFS_MAX) throw error
          options = { headers: { [PROOF_OF_WORK_HEADER]: await solved(challenge, error) } }
        }
      }
    },
    cancel: () => abort.abort(),
  }
}

function challengeOf(error: unknown): ProofOfWorkChallenge | null {
  const failure = toFailure(error)
  return failure.kind === 'api_error' && failure.result === 'proof_required'
    ? (failure.data as ProofOfWorkChallenge | null)
    : null
}
