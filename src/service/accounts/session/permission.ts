import type { Endpoint } from '#src/contract/endpoint.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isRecentlyAuthenticated, reauthRequired } from './reauth.ts'

type Asked = Pick<Endpoint, 'access' | 'reauth' | 'notForChildren'>

/**
 * Checks that a signed-in viewer may call an endpoint, by its `access`, `notForChildren` and `reauth`.
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
  if (isForAdults && isChildWatching(viewer)) {
    const message = getT(language)('errors.for_grown_ups')
    throw new ApiError('profile_not_have_permission', { message })
  }
  if (access === 'primary' && !profile?.isPrimary) throw new ApiError('profile_not_have_permission')
  if (reauth && !isRecentlyAuthenticated(viewer, reauth, deps.now()))
    throw await reauthRequired(deps, viewer, reauth)
}

/** True if the session chose a kid or teen profile, also for a call without its token, so that leaving the token out opens nothing. */
function isChildWatching({ ageType }: Pick<Viewer, 'ageType'>): boolean {
  return ageType !== null && ageType !== 'adult'
}
