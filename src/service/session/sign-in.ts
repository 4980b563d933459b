import type { Device, Language } from '#src/contract/fields.ts'
import { PASSWORD_TRIES } from '#src/contract/limits.ts'
import type { LoginResult } from '#src/contract/session.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { addKnownDevice } from './known-device.ts'
import { verifySecret } from './password.ts'
import { openSession } from './sessions.ts'
import { type UserRow, userByMsisdn, userView } from './users.ts'

type PasswordAttempt = {
  msisdn: string
  password: string
  address: string
  /** What proves that the number has signed in here before: a device of its own, or the session itself. */
  known: string | null
}

/**
 * Counted before it is compared, and as slow for an unknown number as for a known one. A known device has a counter of
 * its own, which strangers cannot fill; all others share one for the number, and one for each address.
 */
export async function verifyPassword(
  deps: Deps,
  { msisdn, password, address, known }: PasswordAttempt,
): Promise<UserRow | null> {
  const { tries, seconds, perAddress } = PASSWORD_TRIES
  const rule = { points: tries, seconds }
  const [name, key] = known ? ['password-known', `${msisdn}|${known}`] : ['password', msisdn]
  if (!known) await deps.limits.secure('password-address', address, { points: perAddress, seconds })
  await deps.limits.secure(name, key, rule)
  const user = await userByMsisdn(deps, msisdn)
  const isRight = await verifySecret(password, user?.passwordHash ?? null)
  if (!user || !isRight) {
    deps.log.info({ event: 'password_wrong', to: maskMsisdn(msisdn) }, 'security')
    return null
  }
  await deps.limits.forget(name, key)
  return user
}

type SignInOptions = {
  device: Device
  address: string
  language: Language
  by: 'code' | 'password' | 'partner' | 'television'
  /** The header of that name. */
  knownDevices: string | undefined
}

/** Counts an attempt to sign in by how it ends. @throws what `attempt` throws */
export async function countSignIn<T>(
  { metrics }: Pick<Deps, 'metrics'>,
  method: SignInOptions['by'],
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    const result = await attempt()
    metrics.signIn(method, 'ok')
    return result
  } catch (error) {
    metrics.signIn(method, error instanceof ApiError ? error.result : 'unknown')
    throw error
  }
}

/** @throws ApiError account_blocked, session_limit */
export async function signIn(deps: Deps, user: UserRow, how: SignInOptions): Promise<LoginResult> {
  const isSso = how.by === 'partner'
  const accessToken = await openSession(deps, {
    userId: user.id,
    device: how.device,
    address: how.address,
    isSso,
    authMethod: how.by === 'code' || how.by === 'password' ? how.by : null,
  })
  logSignIn(deps, user, how.by)
  const { language, knownDevices } = how
  return loginResult(deps, user, accessToken, { isSso, language, knownDevices })
}

export function logSignIn(deps: Deps, user: UserRow, by: string): void {
  const to = maskMsisdn(user.msisdn)
  deps.log.info({ event: 'signed_in', by, user: user.id, to }, 'security')
}

export async function loginResult(
  deps: Deps,
  user: UserRow,
  accessToken: string,
  how: { isSso: boolean; language: Language; knownDevices: string | undefined },
): Promise<LoginResult> {
  return {
    user: await userView(deps, user, how),
    access_token: accessToken,
    is_new: false,
    known_devices: addKnownDevice(deps, { msisdn: user.msisdn, given: how.knownDevices }),
  }
}
