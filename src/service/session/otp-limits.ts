/**
 * Who may ask for a code: one a minute and five an hour for a number; for an address twenty an hour, and with a proof of
 * work many more, for behind a carrier's address there are thousands. All points are taken before anything is sent, and
 * given back where nothing was.
 */
import { CODES_PER_HOUR, OTP } from '#src/contract/limits.ts'
import type { Deps } from '../deps.ts'
import { isIPv6, limitKey } from '../http/address.ts'
import { ApiError } from '../http/api-error.ts'
import type { LimitRule } from '../http/rate-limits.ts'
import { newProofOfWork, releaseProofOfWork, verifyProofOfWork } from './proof-of-work.ts'

const HOUR = 3_600

type LimitPoint = {
  name: string
  key: string
  rule: LimitRule
  /** Beyond so many a proof of work is asked for. */
  free?: number
}
export type OtpRequestCount = { points: LimitPoint[]; proof: string | undefined }

/** @throws ApiError too_many_requests, proof_required; then nothing is counted */
export async function countOtpRequest(
  deps: Deps,
  { msisdn, address, proof }: { msisdn: string; address: string; proof: string | undefined },
): Promise<OtpRequestCount> {
  const counted: OtpRequestCount = { points: [], proof: undefined }
  let needsProof = false
  for (const point of pointsOf(msisdn, address)) {
    const { isTaken, taken, wait } = await deps.limits.take(point.name, point.key, point.rule)
    if (!isTaken) {
      await undoCount(deps, counted)
      throw new ApiError('too_many_requests', { retryAfter: wait })
    }
    counted.points.push(point)
    if (point.free !== undefined && taken > point.free) needsProof = true
  }
  if (!needsProof) return counted
  const subject = [msisdn, limitKey(address)].join('|')
  if (proof && (await verifyProofOfWork(deps, subject, proof))) return { ...counted, proof }
  await undoCount(deps, counted)
  throw new ApiError('proof_required', { data: await newProofOfWork(deps, subject) })
}

function pointsOf(msisdn: string, address: string): LimitPoint[] {
  const points: LimitPoint[] = [
    { name: 'otp-minute', key: msisdn, rule: { points: 1, seconds: OTP.resendSeconds } },
    { name: 'otp-hour', key: msisdn, rule: { points: CODES_PER_HOUR.number, seconds: HOUR } },
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

/** Nothing went out: as if it had not been asked for. */
export async function undoCount(deps: Deps, { points, proof }: OtpRequestCount): Promise<void> {
  for (const { name, key } of points) await deps.limits.giveBack(name, key)
  if (proof) await releaseProofOfWork(deps, proof)
}

/** It may have gone out: the next one has to wait its minute, but nobody is shut out for an hour. */
export async function undoHourlyCount(deps: Deps, counted: OtpRequestCount): Promise<void> {
  await undoCount(deps, {
    ...counted,
    points: counted.points.filter(({ name }) => name !== 'otp-minute'),
  })
}
