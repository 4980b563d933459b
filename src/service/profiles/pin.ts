import { PIN_TRIES } from '#src/contract/limits.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { keyedHash } from '../keys.ts'
import { hashSecret, verifySecret } from '../session/password.ts'

const RULE = { points: PIN_TRIES.tries, seconds: PIN_TRIES.seconds }

type Locked = { id: string; pinHash: string | null }

/** Four digits alone could be tried out in a stolen table: the key of this installation goes in first. */
export function hashPin(deps: Deps, profileId: string, pin: string): Promise<string> {
  return hashSecret(peppered(deps, profileId, pin), deps.random)
}

/**
 * Counts the try for the profile, whichever device it comes from, then compares.
 * @throws ApiError wrong_pin, too_many_requests
 */
export async function checkPin(
  deps: Deps,
  { id, pinHash }: Locked,
  pin: string,
  field: 'pin' | 'current_pin' = 'pin',
): Promise<void> {
  if (pinHash === null) return
  if (pin === '') throw new ApiError('wrong_pin', { errors: { [field]: 'validation.required' } })
  await deps.limits.secure('pin', id, RULE)
  if (!(await verifySecret(peppered(deps, id, pin), pinHash))) {
    deps.log.info({ event: 'pin_wrong', profile: id }, 'security')
    throw new ApiError('wrong_pin', { errors: { [field]: 'errors.wrong_pin' } })
  }
  await resetPinTries(deps, id)
}

export function resetPinTries(deps: Deps, profileId: string): Promise<void> {
  return deps.limits.forget('pin', profileId)
}

function peppered(deps: Deps, profileId: string, pin: string): string {
  return keyedHash(deps.key('pin'), `${profileId}|${pin}`)
}
