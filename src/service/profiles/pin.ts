import { and, eq } from 'drizzle-orm'
import { PIN_TRIES } from '#src/contract/limits.ts'
import { profiles } from '../db/schema/profiles.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { keyedHash } from '../keys.ts'
import { hashSecret, verifySecret } from '../session/password.ts'

const RULE = { points: PIN_TRIES.tries, seconds: PIN_TRIES.seconds }

type Locked = { id: string; pinHash: string | null; pinKeyId: string | null }
/** The columns of a PIN. */
export type StoredPin = Pick<Locked, 'pinHash' | 'pinKeyId'>

export const NO_PIN: StoredPin = { pinHash: null, pinKeyId: null }

/** Four digits alone could be tried out in a stolen table: the key of this installation goes in first. */
export async function hashPin(deps: Deps, profileId: string, pin: string): Promise<StoredPin> {
  const pinHash = await hashSecret(peppered(deps.key('pin'), profileId, pin), deps.random)
  return { pinHash, pinKeyId: deps.keyId }
}

/**
 * Counts the try for the profile, whichever device it comes from, then compares.
 * @throws ApiError wrong_pin, too_many_requests
 */
export async function checkPin(
  deps: Deps,
  locked: Locked,
  pin: string,
  field: 'pin' | 'current_pin' = 'pin',
): Promise<void> {
  const { id, pinHash } = locked
  if (pinHash === null) return
  if (pin === '') throw new ApiError('wrong_pin', { errors: { [field]: 'validation.required' } })
  await deps.limits.secure('pin', id, RULE)
  const key = await keyOfPin(deps, locked, pin)
  if (!key) {
    deps.log.info({ event: 'pin_wrong', profile: id }, 'security')
    throw new ApiError('wrong_pin', { errors: { [field]: 'errors.wrong_pin' } })
  }
  await resetPinTries(deps, id)
  if (key.isPrevious) await renewPinHash(deps, locked, pin)
}

/** Under which of the keys the PIN is right. Comparing is slow on purpose, so where the key was noted only that one is tried. */
async function keyOfPin(deps: Deps, { id, pinHash, pinKeyId }: Locked, pin: string) {
  const ids = [deps.keyId, ...deps.previousKeyIds]
  const keys = deps.keys('pin').map((key, n) => ({ key, id: ids[n], isPrevious: n > 0 }))
  const noted = keys.filter(each => each.id === pinKeyId)
  for (const each of noted.length > 0 ? noted : keys) {
    if (await verifySecret(peppered(each.key, id, pin), pinHash)) return each
  }
  return null
}

async function renewPinHash(deps: Deps, { id, pinHash }: Locked, pin: string): Promise<void> {
  await deps.db
    .update(profiles)
    .set(await hashPin(deps, id, pin))
    .where(and(eq(profiles.id, id), eq(profiles.pinHash, pinHash as string)))
}

export function resetPinTries(deps: Deps, profileId: string): Promise<void> {
  return deps.limits.forget('pin', profileId)
}

function peppered(key: Buffer, profileId: string, pin: string): string {
  return keyedHash(key, `${profileId}|${pin}`)
}
