import { parseBearerToken } from '#src/contract/bearer.ts'
import type { Authorize } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { NO_CALLER, readAlone } from '../../platform/http/session-read.ts'
import { authenticate } from './authenticate.ts'
import { checkPermission } from './permission.ts'

/**
 * Returns the viewer of a call, null if the endpoint accepts anonymous callers and the caller is not signed in, and what the call reads.
 * @throws ApiError unauthorized, or the refusal of `checkPermission`
 */
export const authorize: Authorize = async (deps, endpoint, call) => {
  const { header, language, reads, sessions } = call
  const { access } = endpoint
  const token = parseBearerToken(header('authorization'))
  const asVisitor = async () => ({
    viewer: null,
    row:
      reads && !reads.read.isOfCaller
        ? await readAlone(deps, reads.read, NO_CALLER, reads.values)
        : null,
  })
  if (access === 'limited' || (!token && access === 'anonymous')) return asVisitor()
  const optional = access === 'anonymous'
  if (!token) throw new ApiError('unauthorized')
  // A switch replaces the profile token, so it does not matter that another tab or request has replaced it first.
  const profileToken = endpoint.session === 'switches' ? undefined : header('profile-token')
  const authenticated = await authenticate(deps, { token, profileToken, optional, reads, sessions })
  if (!authenticated) return asVisitor()
  await checkPermission(deps, endpoint, authenticated.viewer, language)
  return authenticated
}
