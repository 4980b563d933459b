import type { Hono } from 'hono'
import {
  createProfile,
  deleteProfile,
  getProfile,
  listProfiles,
  sendDeleteCode,
  setPin,
  switchProfile,
  updateProfile,
} from '#src/contract/endpoints/profiles.ts'
import type { Profile } from '#src/contract/profiles.ts'
import type { Deps, Viewer } from '../deps.ts'
import { ApiError, invalidField } from '../http/api-error.ts'
import { type On, router, type ServiceEnv } from '../http/router.ts'
import { requireKnownAvatar } from '../session/avatars.ts'
import { birthdayColumns, fullBirthday } from '../session/birthday.ts'
import { requesterOf, sendCode, verifyCode } from '../session/otp.ts'
import { issueProfileToken, revokeOtherProfileTokens } from '../session/profile-tokens.ts'
import { userById } from '../session/users.ts'
import { checkPin, hashPin, NO_PIN } from './pin.ts'
import { resetRoutes } from './pin-reset.routes.ts'
import {
  changeProfile,
  dropProfile,
  insertProfile,
  type ProfileRow,
  profileOf,
  profilesOf,
  profileView,
} from './profiles.queries.ts'

export function profilesRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)
  readAndSwitch(on, deps)
  manage(on, deps)
  remove(on, deps)
  resetRoutes(on, deps)
  return app
}

function readAndSwitch(on: On, deps: Deps): void {
  on(listProfiles)(async ({ viewer }) => ({
    items: (await profilesOf(deps.db, viewer.userId)).map(row => shownTo(viewer, row)),
  }))

  on(getProfile)(async ({ viewer, params }) =>
    shownTo(viewer, await profileOf(deps.db, viewer.userId, params.id)),
  )

  on(switchProfile)(async ({ viewer, body }) => {
    const row = await profileOf(deps.db, viewer.userId, body.profile_id)
    await checkPin(deps, row, body.pin)
    const profile_access_token = await issueProfileToken(deps, viewer, row.id)
    const { id, name, avatar, is_primary, age_type } = profileView(row)
    return {
      profile: { id, name, avatar: avatar.image_path, is_primary, age_type },
      profile_access_token,
    }
  })
}

/** Birthdays are told to adults alone. */
function shownTo({ profile }: Viewer, row: ProfileRow): Profile {
  const view = profileView(row)
  return profile?.ageType === 'adult' ? view : { ...view, birthday: null }
}

function manage(on: On, deps: Deps): void {
  on(createProfile)(async ({ viewer, body }) => {
    const { pin, ...rest } = body
    const fields = { ...rest, birthday: fullBirthday(rest.birthday, deps.now()) }
    requireKnownAvatar(fields.avatar)
    const row = await insertProfile(deps, viewer.userId, fields)
    if (!pin) return profileView(row)
    return profileView(await changeProfile(deps.db, row.id, await hashPin(deps, row.id, pin)))
  })

  on(updateProfile)(async ({ viewer, params, body }) => {
    const { pin, birthday: given, age_type, ...names } = body
    const birthday = fullBirthday(given, deps.now())
    if (names.avatar !== undefined) requireKnownAvatar(names.avatar)
    const before = await profileOf(deps.db, viewer.userId, params.id)
    if (before.isPrimary && age_type && age_type !== 'adult')
      throw invalidField('age_type', 'validation.primaryIsAdult')
    // A lock that is there is changed by setPin alone, which asks for the old one.
    if (pin !== undefined && before.pinHash) throw invalidField('pin', 'validation.invalid')
    const row = await changeProfile(deps.db, before.id, {
      ...names,
      ...(age_type ? { ageType: age_type } : {}),
      ...(birthday === undefined ? {} : birthdayColumns(birthday)),
      ...(pin ? await hashPin(deps, before.id, pin) : {}),
      updatedAt: deps.now(),
    })
    if (pin) await revokeOtherProfileTokens(deps.db, row.id, viewer.sessionId)
    return profileView(row)
  })

  on(setPin)(async ({ viewer, params, body }) => {
    const row = await profileOf(deps.db, viewer.userId, params.id)
    await checkPin(deps, row, body.current_pin ?? '', 'current_pin')
    const pin = body.pin ? await hashPin(deps, row.id, body.pin) : NO_PIN
    await changeProfile(deps.db, row.id, { ...pin, updatedAt: deps.now() })
    if (pin.pinHash) await revokeOtherProfileTokens(deps.db, row.id, viewer.sessionId)
    deps.log.info({ event: pin.pinHash ? 'pin_set' : 'pin_removed', profile: row.id }, 'security')
    return {}
  })
}

function remove(on: On, deps: Deps): void {
  on(sendDeleteCode)(async ({ viewer, params, address, language, header }) => {
    const row = await deletable(deps, viewer.userId, params.id)
    const { msisdn } = await userById(deps, viewer.userId)
    return sendCode(
      deps,
      { msisdn, purpose: 'delete_profile', userId: viewer.userId, profileId: row.id },
      requesterOf({ address, language, header }),
    )
  })

  on(deleteProfile)(async ({ viewer, params, body }) => {
    const row = await deletable(deps, viewer.userId, params.id)
    const { msisdn } = await userById(deps, viewer.userId)
    const subject = { msisdn, userId: viewer.userId, profileId: row.id }
    await verifyCode(deps, { ...subject, purpose: 'delete_profile' }, body)
    await dropProfile(deps.db, row.id)
    deps.log.info({ event: 'profile_deleted', user: viewer.userId, profile: row.id }, 'security')
    return {}
  })
}

async function deletable(deps: Deps, userId: string, id: string) {
  const row = await profileOf(deps.db, userId, id)
  if (row.isPrimary) throw new ApiError('forbidden')
  return row
}
