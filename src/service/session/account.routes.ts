import { eq } from 'drizzle-orm'
import {
  changePassword,
  checkPassword,
  confirmReauth,
  endSessions,
  getSelf,
  listAvatars,
  listSessions,
  sendReauthCode,
  setFirstPassword,
  updateSelf,
} from '#src/contract/endpoints/session.ts'
import { inTransaction } from '../db/open.ts'
import { users } from '../db/schema/session.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError, invalidField } from '../http/api-error.ts'
import type { On } from '../http/router.ts'
import { avatars, refuseUnknownAvatar } from '../profiles/avatars.ts'
import { refuseBirthday } from '../profiles/birthday.ts'
import { activeSessions, deviceView, endOwn, revokeOthers } from './devices.ts'
import { askerOf, sendCode, takeCode } from './otp.ts'
import { hashSecret, refuseWeak } from './password.ts'
import { markProved, spendCodeProof } from './reauth.ts'
import { checkPasswordOf } from './sign-in.ts'
import { birthdayColumns, userById, userView, withoutPerson } from './users.ts'

export function accountRoutes(on: On, deps: Deps): void {
  on(getSelf)(async ({ viewer, language }) => {
    const { userId, isSso, profile } = viewer
    const user = await userView(deps, await userById(deps, userId), { isSso, language })
    if (!profile) return { ...withoutPerson(user), profile }
    const { id, isPrimary: is_primary, ageType: age_type } = profile
    const watching = { id, is_primary, age_type }
    return { ...(age_type === 'adult' ? user : withoutPerson(user)), profile: watching }
  })

  on(updateSelf)(async ({ viewer, body, language }) => {
    const { birthday, email, avatar, wants_reminders: wantsReminders, ...names } = body
    if (avatar !== undefined) refuseUnknownAvatar(avatar)
    if (birthday) refuseBirthday(birthday, deps.now())
    const [row] = await deps.db
      .update(users)
      .set({
        ...names,
        ...(avatar === undefined ? {} : { avatar }),
        ...(wantsReminders === undefined ? {} : { wantsReminders }),
        ...(email === undefined ? {} : { email: email || null }),
        ...(birthday === undefined ? {} : birthdayColumns(birthday)),
        updatedAt: deps.now(),
      })
      .where(eq(users.id, viewer.userId))
      .returning()
    if (!row) throw new ApiError('unauthorized')
    return userView(deps, row, { isSso: viewer.isSso, language })
  })

  on(listAvatars)(async () => ({ items: avatars }))
  sessionsOf(on, deps)
  passwordRoutes(on, deps)
}

function sessionsOf(on: On, deps: Deps): void {
  on(listSessions)(async ({ viewer }) => {
    const rows = await activeSessions(deps.db, viewer.userId, deps.now())
    return { items: rows.reverse().map(row => deviceView(row, viewer.sessionId)) }
  })

  on(sendReauthCode)(async ({ viewer, address, language, header }) => {
    const { msisdn } = await userById(deps, viewer.userId)
    return sendCode(
      deps,
      { msisdn, purpose: 'reauth', userId: viewer.userId },
      askerOf({ address, language, header }),
    )
  })

  on(confirmReauth)(async ({ viewer, body, address }) => {
    const { otp, tracker_id, password } = body
    if (otp && tracker_id) await proveByCode(deps, viewer, { otp, tracker_id })
    else if (password) await proveByPassword(deps, viewer, password, address, 'password')
    else throw invalidField('password', 'validation.required')
    const proof = otp && tracker_id ? 'code' : 'password'
    await markProved(deps, viewer, proof)
    deps.log.info({ event: 'reauthenticated', by: proof, user: viewer.userId }, 'security')
    return {}
  })

  on(endSessions)(async ({ viewer, body }) => {
    await inTransaction(deps.db, tx => endOwn(tx, viewer.userId, body.sessions, deps.now()))
    deps.log.info({ event: 'devices_ended', user: viewer.userId }, 'security')
    return {}
  })
}

function passwordRoutes(on: On, deps: Deps): void {
  on(checkPassword)(async ({ viewer, body, address }) => {
    const { msisdn } = await userById(deps, viewer.userId)
    const user = await checkPasswordOf(deps, {
      msisdn,
      password: body.password,
      address,
      known: viewer.sessionId,
    })
    return { is_valid: user !== null }
  })

  on(setFirstPassword)(async ({ viewer, body }) => {
    const user = await userById(deps, viewer.userId)
    refuseWeak('password', body.password, user.msisdn)
    await storePassword(deps, viewer, body.password, user.passwordHash !== null)
    await spendCodeProof(deps, viewer)
    return {}
  })

  on(changePassword)(async ({ viewer, body, address }) => {
    const user = await userById(deps, viewer.userId)
    refuseWeak('new_password', body.new_password, user.msisdn)
    await proveByPassword(deps, viewer, body.current_password, address, 'current_password')
    await storePassword(deps, viewer, body.new_password, true)
    return {}
  })
}

type CodeProof = { otp: string; tracker_id: string }

async function proveByCode(deps: Deps, viewer: Viewer, proof: CodeProof): Promise<void> {
  const { msisdn } = await userById(deps, viewer.userId)
  await takeCode(deps, { msisdn, purpose: 'reauth', userId: viewer.userId }, proof)
}

async function proveByPassword(
  deps: Deps,
  viewer: Viewer,
  password: string,
  address: string,
  field: string,
): Promise<void> {
  const { msisdn } = await userById(deps, viewer.userId)
  if (!(await checkPasswordOf(deps, { msisdn, password, address, known: viewer.sessionId })))
    throw new ApiError('wrong_password', { errors: { [field]: 'errors.wrong_password' } })
}

async function storePassword(
  deps: Deps,
  viewer: Viewer,
  password: string,
  endsOthers: boolean,
): Promise<void> {
  const passwordHash = await hashSecret(password, deps.random)
  await inTransaction(deps.db, async tx => {
    const now = deps.now()
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, viewer.userId))
    if (endsOthers) await revokeOthers(tx, viewer, now)
  })
  deps.log.info({ event: 'password_set', user: viewer.userId }, 'security')
}
