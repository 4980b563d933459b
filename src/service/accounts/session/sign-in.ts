import type { Device, Language } from '#src/contract/fields.ts'
import { ADDRESS_TRIES, PASSWORD_TRIES } from '#src/contract/limits.ts'
import type { LoginResult } from '#src/contract/session.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { countAttempt } from './address-limits.ts'
import { addKnownDevice } from './known-device.ts'
import { verifySecret } from './password.ts'
import { openSession } from './sessions.ts'
import {
  findUserByMsisdn,
  readShownUser,
  type UserRow,
  userView,
  withoutPersonalData,
} from './users.ts'

type PasswordAttempt = {
  msisdn: string
  password: string
  address: string
  /** Value of the header proof. */
  proof?: string | undefined
  /** The proof that the number has signed in here before: a device of its own, or the session itself. */
  known: string | null
}

/**
 * Counts the attempt before comparing, and takes as long for an unknown number as for a known one. A known device has its own counter,
 * which strangers cannot fill; all other devices share one per number, and one of wrong passwords per address.
 * @throws ApiError too_many_requests, proof_required
 */
export async function verifyPassword(
  deps: Deps,
  { msisdn, password, address, proof, known }: PasswordAttempt,
): Promise<UserRow | null> {
  const { tries, seconds } = PASSWORD_TRIES
  const rule = { points: tries, seconds }
  const [name, key] = known ? ['password-known', `${msisdn}|${known}`] : ['password', msisdn]
  const undo = known
    ? null
    : await countAttempt(deps, ADDRESS_TRIES.password, { address, subject: msisdn, proof })
  await deps.limits.secure(name, key, rule)
  const user = await findUserByMsisdn(deps, msisdn)
  const isRight = await verifySecret(password, user?.passwordHash ?? null)
  if (!user || !isRight) {
    deps.log.info({ event: 'password_wrong', to: maskMsisdn(msisdn) }, 'security')
    return null
  }
  await deps.limits.forget(name, key)
  await undo?.()
  return user
}

type SignInOptions = {
  device: Device
  address: string
  language: Language
  by: 'code' | 'password' | 'partner' | 'television'
  /** The header with this name. */
  knownDevices: string | undefined
}

/** Counts an attempt to sign in by its result. @throws the error of `attempt` */
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
    // No profile is chosen yet, so the reply says as little as `/users/_self` does then.
    user: withoutPersonalData(userView(deps, await readShownUser(deps, user.id), how)),
    access_token: accessToken,
    is_new: false,
    known_devices: addKnownDevice(deps, { msisdn: user.msisdn, given: how.knownDevices }),
  }
}
