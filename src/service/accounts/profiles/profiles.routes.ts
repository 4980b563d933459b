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
import type { Deps, Viewer } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { type On, router, type ServiceEnv } from '../../platform/http/router.ts'
import { requireKnownAvatar } from '../session/avatars.ts'
import { birthdayValues, withFullYear } from '../session/birthday.ts'
import { rememberPin } from '../session/entered-pins.ts'
import { otpRequesterOf, sendCode, verifyCode } from '../session/otp.ts'
import { issueProfileToken, revokeOtherProfileTokens } from '../session/profile-tokens.ts'
import { requireUser } from '../session/users.ts'
import { checkPin, hashPin, NO_PIN } from './pin.ts'
import { pinResetRoutes } from './pin-reset.routes.ts'
import {
  changeProfile,
  deleteSecondaryProfile,
  insertProfile,
  OWN_PROFILES,
  profileView,
  requireProfile,
  wireProfile,
} from './profiles.queries.ts'

export function profilesRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)
  readAndSwitch(on, deps)
  manage(on, deps)
  remove(on, deps)
  pinResetRoutes(on, deps)
  return app
}

function readAndSwitch(on: On, deps: Deps): void {
  on(
    listProfiles,
    OWN_PROFILES,
  )(async ({ viewer, row }) => ({
    items: (row?.profiles ?? []).map(profile => shownTo(viewer, wireProfile(profile))),
  }))

  on(getProfile)(async ({ viewer, params }) =>
    shownTo(viewer, profileView(await requireProfile(deps.db, viewer.userId, params.id))),
  )

  on(switchProfile)(async ({ viewer, body }) => {
    const row = await requireProfile(deps.db, viewer.userId, body.profile_id)
    await checkPin(deps, row, { pin: body.pin, sessionId: viewer.sessionId })
    const profile_access_token = await issueProfileToken(deps, viewer, row)
    const { id, name, avatar, is_primary, age_type } = profileView(row)
    return {
      profile: { id, name, avatar: avatar.image_path, is_primary, age_type },
      profile_access_token,
    }
  })
}

/** Returns the profile; only adult profiles see birthdays. */
/** Only adults see birthdays. */
function shownTo({ profile }: Viewer, view: Profile): Profile {
  return profile?.ageType === 'adult' ? view : { ...view, birthday: null }
}

function manage(on: On, deps: Deps): void {
  on(createProfile)(async ({ viewer, body }) => {
    const { pin, ...rest } = body
    const fields = { ...rest, birthday: withFullYear(rest.birthday, deps.now()) }
    requireKnownAvatar(fields.avatar)
    const row = await insertProfile(deps, viewer.userId, fields)
    if (!pin) return profileView(row)
    return profileView(await changeProfile(deps.db, row.id, await hashPin(deps, row.id, pin)))
  })

  on(updateProfile)(async ({ viewer, params, body }) => {
    const { pin, birthday: given, age_type, ...names } = body
    const birthday = withFullYear(given, deps.now())
    if (names.avatar !== undefined) requireKnownAvatar(names.avatar)
    const before = await requireProfile(deps.db, viewer.userId, params.id)
    if (before.isPrimary && age_type && age_type !== 'adult')
      throw invalidField('age_type', 'validation.primaryIsAdult')
    // An existing PIN is changed only by setPin, which asks for the old one.
    if (pin !== undefined && before.pinHash) throw invalidField('pin', 'validation.invalid')
    const row = await changeProfile(deps.db, before.id, {
      ...names,
      ...(age_type ? { ageType: age_type } : {}),
      ...(birthday === undefined ? {} : birthdayValues(birthday)),
      ...(pin ? await hashPin(deps, before.id, pin) : {}),
      updatedAt: deps.now(),
    })
    if (pin) await lockElsewhere(deps, row.id, viewer.sessionId)
    return profileView(row)
  })

  on(setPin)(async ({ viewer, params, body }) => {
    const row = await requireProfile(deps.db, viewer.userId, params.id)
    const { sessionId } = viewer
    await checkPin(deps, row, { pin: body.current_pin ?? '', sessionId, field: 'current_pin' })
    const pin = body.pin ? await hashPin(deps, row.id, body.pin) : NO_PIN
    await changeProfile(deps.db, row.id, { ...pin, updatedAt: deps.now() })
    if (pin.pinHash) await lockElsewhere(deps, row.id, sessionId)
    deps.log.info({ event: pin.pinHash ? 'pin_set' : 'pin_removed', profile: row.id }, 'security')
    return {}
  })
}

/** Locks the profile on other devices after its PIN was set in this session. */
async function lockElsewhere(deps: Deps, profileId: string, sessionId: string): Promise<void> {
  await revokeOtherProfileTokens(deps.db, profileId, sessionId)
  await rememberPin(deps.db, sessionId, profileId)
}

function remove(on: On, deps: Deps): void {
  on(sendDeleteCode)(async ({ viewer, params, address, language, header }) => {
    const row = await deletable(deps, viewer.userId, params.id)
    const { msisdn } = await requireUser(deps, viewer.userId)
    return sendCode(
      deps,
      { msisdn, purpose: 'delete_profile', userId: viewer.userId, profileId: row.id },
      otpRequesterOf({ address, language, header, viewer }),
    )
  })

  on(deleteProfile)(async ({ viewer, params, body }) => {
    const row = await deletable(deps, viewer.userId, params.id)
    const { msisdn } = await requireUser(deps, viewer.userId)
    const subject = { msisdn, userId: viewer.userId, profileId: row.id }
    await verifyCode(deps, { ...subject, purpose: 'delete_profile' }, body)
    await deleteSecondaryProfile(deps.db, row.id)
    deps.log.info({ event: 'profile_deleted', user: viewer.userId, profile: row.id }, 'security')
    return {}
  })
}

async function deletable(deps: Deps, userId: string, id: string) {
  const row = await requireProfile(deps.db, userId, id)
  if (row.isPrimary) throw new ApiError('forbidden')
  return row
}
