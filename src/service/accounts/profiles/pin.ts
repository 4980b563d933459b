import { and, eq } from 'drizzle-orm'
import { PIN_TRIES } from '#src/contract/limits.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { keyedHash } from '../../platform/keys.ts'
import { hasEnteredPin, rememberPin } from '../session/entered-pins.ts'
import { hashSecret, verifySecret } from '../session/password.ts'

const RULE = { points: PIN_TRIES.tries, seconds: PIN_TRIES.seconds }

type Locked = { id: string; pinHash: string | null; pinKeyId: string | null }
/** The columns of a stored PIN. */
export type StoredPin = Pick<Locked, 'pinHash' | 'pinKeyId'>

export const NO_PIN: StoredPin = { pinHash: null, pinKeyId: null }

/** Hashes a PIN together with a key of this installation, because four digits alone could be guessed from a stolen table. */
export async function hashPin(deps: Deps, profileId: string, pin: string): Promise<StoredPin> {
  const pinHash = await hashSecret(peppered(deps.key('pin'), profileId, pin), deps.random)
  return { pinHash, pinKeyId: deps.keyId }
}

type PinEntry = { pin: string; sessionId: string; field?: 'pin' | 'current_pin' }

/**
 * Counts the try, then compares the PIN. A device that has entered this PIN before has tries of its own, so that a child at the television
 * cannot lock its parents out; all other devices share the tries of the profile.
 * @throws ApiError wrong_pin, too_many_requests
 */
export async function checkPin(
  deps: Deps,
  locked: Locked,
  { pin, sessionId, field = 'pin' }: PinEntry,
): Promise<void> {
  const { id, pinHash } = locked
  if (pinHash === null) return
  if (pin === '') throw new ApiError('wrong_pin', { errors: { [field]: 'validation.required' } })
  const isKnown = await hasEnteredPin(deps, sessionId, id)
  const [name, counter] = isKnown ? ['pin-known', `${id}|${sessionId}`] : ['pin', id]
  await deps.limits.secure(name, counter, RULE)
  const key = await keyOfPin(deps, locked, pin)
  if (!key) {
    deps.log.info({ event: 'pin_wrong', profile: id }, 'security')
    throw new ApiError('wrong_pin', { errors: { [field]: 'errors.wrong_pin' } })
  }
  await deps.limits.forget(name, counter)
  if (!isKnown) await rememberPin(deps.db, sessionId, id)
  if (key.isPrevious) await renewPinHash(deps, locked, pin)
}

/**
 * Returns the key with which the PIN is correct, or null. Comparing is slow on purpose, so if the id of the key is stored, only that key is
 * tried.
 */
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

export async function resetPinTries(
  deps: Deps,
  profileId: string,
  sessionId: string,
): Promise<void> {
  await deps.limits.forget('pin', profileId)
  await deps.limits.forget('pin-known', `${profileId}|${sessionId}`)
}

function peppered(key: Buffer, profileId: string, pin: string): string {
  return keyedHash(key, `${profileId}|${pin}`)
}
