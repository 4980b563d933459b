/**
 * Limits requests for codes: one per minute and five per hour for a number, all but the first with a proof of work; twenty per hour for
 * an address, and many more with a proof of work, because thousands of users share a carrier's address. Devices on which the number has
 * signed in have a budget of their own, so that strangers cannot use up the owner's codes. All points are taken before a message is
 * sent, and returned if none was sent.
 */
import { CODES_PER_HOUR, OTP } from '#src/contract/limits.ts'
import type { Deps } from '../../platform/deps.ts'
import { isIPv6, limitKey } from '../../platform/http/address.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Limit } from '../../platform/http/rate-limits.ts'
import { newProofOfWork, releaseProofOfWork, verifyProofOfWork } from './proof-of-work.ts'

const HOUR = 3_600

type LimitPoint = Limit & {
  /** Number of requests after which a proof of work is required. */
  free?: number
}
export type OtpRequestBy = {
  msisdn: string
  address: string
  proof: string | undefined
  /** Identifies a device on which the number has signed in, or a session of its user; null for all others. */
  known: string | null
}
export type OtpRequestCount = { points: LimitPoint[]; proof: string | undefined }

/** Counts a request. @throws ApiError too_many_requests, proof_required; then nothing is counted */
export async function countOtpRequest(
  deps: Deps,
  { msisdn, address, proof, known }: OtpRequestBy,
): Promise<OtpRequestCount> {
  const points = known ? pointsOfKnown(msisdn, known) : pointsOf(msisdn, address)
  const results = await deps.limits.takeInTurn(points)
  const isTaken = (_: LimitPoint, index: number) => results[index]?.isTaken === true
  const counted: OtpRequestCount = { points: points.filter(isTaken), proof: undefined }
  const exhausted = results.find(result => !result.isTaken)
  if (exhausted) {
    await undoOtpCount(deps, counted)
    throw new ApiError('too_many_requests', { retryAfter: exhausted.wait })
  }
  const needsProof = points.some(
    ({ free }, index) => free !== undefined && (results[index]?.taken ?? 0) > free,
  )
  if (!needsProof) return counted
  const subject = [msisdn, limitKey(address)].join('|')
  if (proof && (await verifyProofOfWork(deps, subject, proof))) return { ...counted, proof }
  await undoOtpCount(deps, counted)
  throw new ApiError('proof_required', { data: await newProofOfWork(deps, subject) })
}

function pointsOfKnown(msisdn: string, known: string): LimitPoint[] {
  const minute = { points: 1, seconds: OTP.resendSeconds }
  const hour = { points: CODES_PER_HOUR.known, seconds: HOUR }
  return [
    { name: 'otp-known-minute', key: `${msisdn}|${known}`, rule: minute },
    { name: 'otp-known-hour', key: msisdn, rule: hour },
  ]
}

function pointsOf(msisdn: string, address: string): LimitPoint[] {
  const points: LimitPoint[] = [
    { name: 'otp-minute', key: msisdn, rule: { points: 1, seconds: OTP.resendSeconds } },
    {
      name: 'otp-hour',
      key: msisdn,
      rule: { points: CODES_PER_HOUR.number, seconds: HOUR },
      free: CODES_PER_HOUR.free,
    },
    { name: 'otp-total', key: msisdn, rule: { points: CODES_PER_HOUR.numberTotal, seconds: HOUR } },
    {
      name: 'otp-address',
      key: limitKey(address),
      rule: { points: CODES_PER_HOUR.addressWithProof, seconds: HOUR },
      free: CODES_PER_HOUR.address,
    },
  ]
  if (isIPv6(address))
    points.push({
      name: 'otp-wide',
      key: limitKey(address, CODES_PER_HOUR.wideBits),
      rule: { points: CODES_PER_HOUR.wideWithProof, seconds: HOUR },
      free: CODES_PER_HOUR.wide,
    })
  return points
}

/** Undoes the count, because no message was sent. */
export async function undoOtpCount(deps: Deps, { points, proof }: OtpRequestCount): Promise<void> {
  for (const { name, key } of points) await deps.limits.giveBack(name, key)
  if (proof) await releaseProofOfWork(deps, proof)
}

/** Returns the points of a code that has signed its owner in: it was not a stranger's, and must not count for others at the address. */
export async function forgetUsedCode(
  deps: Deps,
  { msisdn, address, known }: Omit<OtpRequestBy, 'proof'>,
): Promise<void> {
  if (known) return
  for (const { name, key } of pointsOf(msisdn, address))
    if (name !== 'otp-minute' && name !== 'otp-total') await deps.limits.giveBack(name, key)
}

/** Undoes only the hourly count, because the message may have been sent: the next request must wait a minute, but not an hour. */
export async function undoHourlyOtpCount(deps: Deps, counted: OtpRequestCount): Promise<void> {
  await undoOtpCount(deps, {
    ...counted,
    points: counted.points.filter(({ name }) => !name.endsWith('-minute')),
  })
}
