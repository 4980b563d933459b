/**
 * Limits attempts by address. Thousands of visitors may share a carrier's address, and honest ones must not shut others out: an attempt
 * that succeeds is not counted, and after the free ones a proof of work is required instead of a refusal.
 */
import type { Deps } from '../../platform/deps.ts'
import { limitKey } from '../../platform/http/address.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { newProofOfWork, verifyProofOfWork } from './proof-of-work.ts'

export type AddressLimit = {
  name: string
  /** Attempts within `seconds` that need no proof of work. */
  free: number
  /** Attempts after which the address is refused, even with a proof of work. */
  withProof: number
  seconds: number
}
export type AddressAttempt = {
  address: string
  /** Text to which the proof of work is bound in addition to the address, such as a mobile number. */
  subject: string
  /** Value of the header proof. */
  proof: string | undefined
}

/**
 * Counts an attempt before it is made.
 * @returns undoes the count, for an attempt that succeeded
 * @throws ApiError proof_required, too_many_requests; then nothing is counted
 */
export async function countAttempt(
  deps: Deps,
  { name, free, withProof, seconds }: AddressLimit,
  { address, subject, proof }: AddressAttempt,
): Promise<() => Promise<void>> {
  const { isTaken, taken, wait } = await deps.limits.take(name, address, {
    points: withProof,
    seconds,
  })
  if (!isTaken) throw new ApiError('too_many_requests', { retryAfter: wait })
  const undo = () => deps.limits.giveBack(name, address)
  if (taken <= free) return undo
  const bound = [name, subject, limitKey(address)].join('|')
  if (proof && (await verifyProofOfWork(deps, bound, proof))) return undo
  await undo()
  throw new ApiError('proof_required', { data: await newProofOfWork(deps, bound) })
}
