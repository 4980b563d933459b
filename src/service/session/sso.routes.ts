import { checkSso, thirdPartyLogin } from '#src/contract/endpoints/session.ts'
import { KNOWN_DEVICES_HEADER } from '#src/contract/headers.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { type CarrierClaim, partnerBackUrl, readPartnerToken } from '../adapters/sso/partner.ts'
import type { Deps } from '../deps.ts'
import { endCarrier, grantCarrier } from '../entitlements/carrier.ts'
import { ApiError } from '../http/api-error.ts'
import type { On } from '../http/router.ts'
import { countSignIn, signIn } from './sign-in.ts'
import { type CreatePrimaryProfile, ensureUser } from './users.ts'

export function ssoRoutes(on: On, deps: Deps, createPrimaryProfile: CreatePrimaryProfile): void {
  on(checkSso)(async ({ query, address }) => {
    await deps.limits.secure('sso-address', address, { points: 60, seconds: 900 })
    const next_url = partnerBackUrl(deps.env)
    const claims = await readPartnerToken(deps, query.expiration_token)
    return claims
      ? { is_valid: true, msisdn_hint: maskMsisdn(claims.msisdn), next_url }
      : { is_valid: false, msisdn_hint: '', next_url }
  })

  on(thirdPartyLogin)(call =>
    countSignIn(deps, 'partner', async () => {
      const { body, address, language, header } = call
      await deps.limits.secure('sso-address', address, { points: 60, seconds: 900 })
      const claims = await readPartnerToken(deps, body.token)
      if (!claims || !(await isFirstUse(deps, claims.id)))
        throw new ApiError('unauthorized_sso', { next_url: partnerBackUrl(deps.env) })
      const { msisdn, partner } = claims
      const { user, isNew } = await ensureUser(
        deps,
        { msisdn, language, partner },
        createPrimaryProfile,
      )
      if (claims.carrier !== undefined) await applyCarrierClaim(deps, user.id, claims.carrier)
      const result = await signIn(deps, user, {
        device: body.device,
        address,
        language,
        by: 'partner',
        knownDevices: header(KNOWN_DEVICES_HEADER),
      })
      return { ...result, is_new: isNew }
    }),
  )
}

async function applyCarrierClaim(deps: Deps, userId: string, claim: CarrierClaim): Promise<void> {
  const now = deps.now()
  const endsAt = new Date((claim?.ends_at ?? 0) * 1_000)
  if (endsAt > now) {
    const texts = { title: claim?.title, menu: claim?.description }
    await grantCarrier(deps.db, { userId, endsAt, ...texts }, now)
  } else await endCarrier(deps.db, userId, now)
  const event = endsAt > now ? 'carrier_granted' : 'carrier_ended'
  deps.log.info({ event, user: userId }, 'security')
}

/** A token signs in once, for longer than any of them lives. */
async function isFirstUse(deps: Deps, tokenId: string): Promise<boolean> {
  try {
    await deps.limits.secure('sso-token', tokenId, { points: 1, seconds: 3_600 })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
