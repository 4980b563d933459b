// A one-time SMS code that confirms a change of a profile or of the account: requested, entered, requested again.
import { atom, type ReadableAtom } from 'nanostores'
import type { CodeSent } from '#src/contract/session.ts'
import type { CallOptions } from '../api/client.ts'
import { type Failure, toFailure } from '../api/failure.ts'
import { createProver, ProofCancelled, type ProofShare } from './proof-of-work.ts'

type SmsCodeState = {
  sent: { tracker: string; length: number; resendAt: number } | null
  isBusy: boolean
  /** Progress of the proof of work that is required for codes beyond the usual number. */
  proof: ProofShare
  failure: Failure | null
}
export type SmsCode = {
  $code: ReadableAtom<SmsCodeState>
  send: () => Promise<void>
  cancelProof: () => void
  /** Runs the confirmed action. Resolves to true if it succeeded. */
  confirm: (work: (tracker: string) => Promise<void>) => Promise<boolean>
}

export type RequestCode = (options?: CallOptions) => Promise<CodeSent>

export function createSmsCode(ask: RequestCode, now: () => number): SmsCode {
  const $code = atom<SmsCodeState>({ sent: null, isBusy: false, proof: null, failure: null })
  const prover = createProver(proof => $code.set({ ...$code.get(), proof }))
  async function attempt(work: () => Promise<Partial<SmsCodeState>>): Promise<boolean> {
    if ($code.get().isBusy) return false
    $code.set({ ...$code.get(), isBusy: true, failure: null })
    try {
      $code.set({ ...$code.get(), ...(await work()), isBusy: false })
      return true
    } catch (error) {
      const failure = error instanceof ProofCancelled ? null : toFailure(error)
      $code.set({ ...$code.get(), isBusy: false, failure })
      return false
    }
  }
  return {
    $code,
    async send() {
      await attempt(async () => {
        const { tracker_id, code_length, resend_in } = await prover.run(ask)
        const resendAt = now() + resend_in * 1000
        return { sent: { tracker: tracker_id, length: code_length, resendAt } }
      })
    },
    cancelProof: prover.cancel,
    confirm: work =>
      attempt(async () => {
        await work($code.get().sent?.tracker ?? '')
        return {}
      }),
  }
}
