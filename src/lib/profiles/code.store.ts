// A code by SMS that confirms something about a profile or the account: asked for, awaited, asked for again.
import { atom, type ReadableAtom } from 'nanostores'
import type { CodeSent } from '#src/contract/session.ts'
import { type Failure, failureOf } from '../api/failure.ts'

export type CodeState = {
  sent: { tracker: string; length: number; resendAt: number } | null
  isBusy: boolean
  failure: Failure | null
}
export type CodeFlow = {
  $code: ReadableAtom<CodeState>
  send: () => Promise<void>
  /** What the code is for; answers whether it went through. */
  confirm: (work: (tracker: string) => Promise<void>) => Promise<boolean>
}

export function createCode(ask: () => Promise<CodeSent>, now: () => number): CodeFlow {
  const $code = atom<CodeState>({ sent: null, isBusy: false, failure: null })
  async function attempt(work: () => Promise<Partial<CodeState>>): Promise<boolean> {
    if ($code.get().isBusy) return false
    $code.set({ ...$code.get(), isBusy: true, failure: null })
    try {
      $code.set({ ...$code.get(), ...(await work()), isBusy: false })
      return true
    } catch (error) {
      $code.set({ ...$code.get(), isBusy: false, failure: failureOf(error) })
      return false
    }
  }
  return {
    $code,
    async send() {
      await attempt(async () => {
        const { tracker_id, code_length, resend_in } = await ask()
        const resendAt = now() + resend_in * 1000
        return { sent: { tracker: tracker_id, length: code_length, resendAt } }
      })
    },
    confirm: work =>
      attempt(async () => {
        await work($code.get().sent?.tracker ?? '')
        return {}
      }),
  }
}
