import type { Endpoint } from '#src/contract/endpoint.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import type { Deps, Viewer } from '../deps.ts'
import { isRecentlyAuthenticated, reauthRequired } from '../session/reauth.ts'
import { ApiError } from './api-error.ts'

type Asked = Pick<Endpoint, 'access' | 'reauth' | 'notForChildren'>

/**
 * Whether a signed-in viewer may call an endpoint, by its `access`, `notForChildren` and `reauth`.
 * @throws ApiError profile_unauthorized, profile_not_have_permission, reauth_required
 */
export async function checkPermission(
  deps: Deps,
  endpoint: Asked,
  viewer: Viewer,
  language: Language,
): Promise<void> {
  const { access, reauth, notForChildren = false } = endpoint
  const { profile } = viewer
  const isForAdults = access === 'adult' || access === 'primary' || notForChildren
  if (!profile && (access === 'profile' || access === 'adult' || access === 'primary'))
    throw new ApiError('profile_unauthorized')
  if (isForAdults && isChild(viewer)) {
    const message = getT(language)('errors.for_grown_ups')
    throw new ApiError('profile_not_have_permission', { message })
  }
  if (access === 'primary' && !profile?.isPrimary) throw new ApiError('profile_not_have_permission')
  if (reauth && !isRecentlyAuthenticated(viewer, reauth, deps.now()))
    throw await reauthRequired(deps, viewer, reauth)
}

/** A kid or teen profile is watching. */
export function isChild({ profile }: Pick<Viewer, 'profile'>): boolean {
  return profile !== null && profile.ageType !== 'adult'
}
