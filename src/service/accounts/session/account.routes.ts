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
import { inTransaction } from '../../platform/db/open.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import type { On } from '../../platform/http/router.ts'
import { avatars, requireKnownAvatar } from './avatars.ts'
import { birthdayValues, withFullYear } from './birthday.ts'
import { otpRequesterOf, sendCode, verifyCode } from './otp.ts'
import { hashSecret, requireStrongPassword } from './password.ts'
import { consumeCodeReauth, markReauthenticated } from './reauth.ts'
import { deviceView, endOwnSessions, readActiveSessions, revokeOtherSessions } from './sessions.ts'
import { verifyPassword } from './sign-in.ts'
import { OWN_USER, readShownUser, requireUser, userView, withoutPersonalData } from './users.ts'

export function accountRoutes(on: On, deps: Deps): void {
  on(
    getSelf,
    OWN_USER,
  )(async ({ viewer, language, row }) => {
    if (!row) throw new ApiError('unauthorized')
    const { isSso, profile } = viewer
    const user = userView(deps, row, {
      isSso,
      language,
      isPrimary: profile?.isPrimary ?? false,
    })
    if (!profile) return { ...withoutPersonalData(user), profile }
    const { id, isPrimary: is_primary, ageType: age_type } = profile
    const watching = { id, is_primary, age_type }
    return { ...(age_type === 'adult' ? user : withoutPersonalData(user)), profile: watching }
  })

  on(updateSelf)(async ({ viewer, body, language }) => {
    const { birthday: given, email, avatar, wants_reminders: wantsReminders, ...names } = body
    if (avatar !== undefined) requireKnownAvatar(avatar)
    const birthday = withFullYear(given, deps.now())
    const [row] = await deps.db
      .update(users)
      .set({
        ...names,
        ...(avatar === undefined ? {} : { avatar }),
        ...(wantsReminders === undefined ? {} : { wantsReminders }),
        ...(email === undefined ? {} : { email: email || null }),
        ...(birthday === undefined ? {} : birthdayValues(birthday)),
        updatedAt: deps.now(),
      })
      .where(eq(users.id, viewer.userId))
      .returning({ id: users.id })
    if (!row) throw new ApiError('unauthorized')
    const user = await readShownUser(deps, row.id)
    const { isSso, profile } = viewer
    return userView(deps, user, { isSso, language, isPrimary: profile?.isPrimary ?? false })
  })

  on(listAvatars)(async () => ({ items: avatars }))
  sessionRoutes(on, deps)
  passwordRoutes(on, deps)
}

function sessionRoutes(on: On, deps: Deps): void {
  on(listSessions)(async ({ viewer }) => {
    const rows = await readActiveSessions(deps.db, viewer.userId, deps.now())
    return { items: rows.reverse().map(row => deviceView(row, viewer.sessionId)) }
  })

  on(sendReauthCode)(async ({ viewer, address, language, header }) => {
    const { msisdn } = await requireUser(deps, viewer.userId)
    return sendCode(
      deps,
      { msisdn, purpose: 'reauth', userId: viewer.userId },
      otpRequesterOf({ address, language, header, viewer }),
    )
  })

  on(confirmReauth)(async ({ viewer, body, address }) => {
    const { otp, tracker_id, password } = body
    if (otp && tracker_id) await verifyReauthCode(deps, viewer, { otp, tracker_id })
    else if (password) await verifyReauthPassword(deps, viewer, password, address, 'password')
    else throw invalidField('password', 'validation.required')
    const method = otp && tracker_id ? 'code' : 'password'
    await markReauthenticated(deps, viewer, method)
    deps.log.info({ event: 'reauthenticated', by: method, user: viewer.userId }, 'security')
    return {}
  })

  on(endSessions)(async ({ viewer, body }) => {
    await inTransaction(deps.db, tx => endOwnSessions(tx, viewer.userId, body.sessions, deps.now()))
    deps.log.info({ event: 'devices_ended', user: viewer.userId }, 'security')
    return {}
  })
}

function passwordRoutes(on: On, deps: Deps): void {
  on(checkPassword)(async ({ viewer, body, address }) => {
    const { msisdn } = await requireUser(deps, viewer.userId)
    const user = await verifyPassword(deps, {
      msisdn,
      password: body.password,
      address,
      known: viewer.sessionId,
    })
    return { is_valid: user !== null }
  })

  on(setFirstPassword)(async ({ viewer, body }) => {
    const user = await requireUser(deps, viewer.userId)
    requireStrongPassword('password', body.password, user.msisdn)
    await storePassword(deps, viewer, body.password, user.passwordHash !== null)
    await consumeCodeReauth(deps, viewer)
    return {}
  })

  on(changePassword)(async ({ viewer, body, address }) => {
    const user = await requireUser(deps, viewer.userId)
    requireStrongPassword('new_password', body.new_password, user.msisdn)
    await verifyReauthPassword(deps, viewer, body.current_password, address, 'current_password')
    await storePassword(deps, viewer, body.new_password, true)
    return {}
  })
}

type CodeInput = { otp: string; tracker_id: string }

async function verifyReauthCode(deps: Deps, viewer: Viewer, method: CodeInput): Promise<void> {
  const { msisdn } = await requireUser(deps, viewer.userId)
  await verifyCode(deps, { msisdn, purpose: 'reauth', userId: viewer.userId }, method)
}

async function verifyReauthPassword(
  deps: Deps,
  viewer: Viewer,
  password: string,
  address: string,
  field: string,
): Promise<void> {
  const { msisdn } = await requireUser(deps, viewer.userId)
  if (!(await verifyPassword(deps, { msisdn, password, address, known: viewer.sessionId })))
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
    if (endsOthers) await revokeOtherSessions(tx, viewer, now)
  })
  deps.log.info({ event: 'password_set', user: viewer.userId }, 'security')
}
