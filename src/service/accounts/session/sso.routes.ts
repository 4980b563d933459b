import { checkSso, sendPartnerCode, thirdPartyLogin } from '#src/contract/endpoints/session.ts'
import type { Language } from '#src/contract/fields.ts'
import { KNOWN_DEVICES_HEADER } from '#src/contract/headers.ts'
import { PARTNER_FAILURES, PARTNER_LINK_SECONDS } from '#src/contract/limits.ts'
import type { ReauthRequired } from '#src/contract/session.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { endCarrier, grantCarrier } from '../../commerce/entitlements/carrier.ts'
import {
  type CarrierClaim,
  type PartnerClaims,
  partnerBackUrl,
  readPartnerToken,
} from '../../platform/adapters/sso/partner.ts'
import { inTransaction } from '../../platform/db/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { On } from '../../platform/http/router.ts'
import { type OtpSubject, otpRequesterOf, sendCode, verifyCode } from './otp.ts'
import { linkedUser, linkUser } from './partner-links.ts'
import { countSignIn, signIn } from './sign-in.ts'
import { type CreatePrimaryProfile, ensureUser, findUserByMsisdn, type UserRow } from './users.ts'

/** Longer than the lifetime of a token and the time to link it. */
const LINKED = { points: 10, seconds: 3_600 }

export function ssoRoutes(on: On, deps: Deps, createPrimaryProfile: CreatePrimaryProfile): void {
  on(checkSso)(async ({ query, address }) => {
    const next_url = partnerBackUrl(deps.env)
    const claims = await readPartnerToken(deps, query.expiration_token)
    if (!claims) await countFailure(deps, address)
    return claims
      ? { is_valid: true, msisdn_hint: maskMsisdn(claims.msisdn), next_url }
      : { is_valid: false, msisdn_hint: '', next_url }
  })

  on(sendPartnerCode)(async ({ body, address, language, header }) => {
    const claims = await readLinkToken(deps, body.token)
    if (!claims || (await deps.limits.taken('sso-token', claims.id)) > 0)
      throw await refused(deps, address)
    const user = await findUserByMsisdn(deps, claims.msisdn)
    if (!user || (await linkedUser(deps, claims))) throw new ApiError('conflict')
    await deps.limits.take('sso-link', claims.id, LINKED)
    return sendCode(deps, linkSubject(user), otpRequesterOf({ address, language, header }))
  })

  on(thirdPartyLogin)(call =>
    countSignIn(deps, 'partner', async () => {
      const { body, address, language, header } = call
      const { token, device, otp, tracker_id } = body
      const code = otp && tracker_id ? { otp, tracker_id } : null
      const claims = await (code ? readLinkToken(deps, token) : readPartnerToken(deps, token))
      if (!claims) throw await refused(deps, address)
      // This comes before the token is used up, because the same token is sent again with the code.
      const known = await knownUser(deps, claims, code)
      if (!(await isFirstUse(deps, claims.id))) throw await refused(deps, address)
      const { user, isNew } = known
        ? { user: known, isNew: false }
        : await newUser(deps, claims, language, createPrimaryProfile)
      if (claims.carrier !== undefined) await applyCarrierClaim(deps, user.id, claims.carrier)
      const knownDevices = header(KNOWN_DEVICES_HEADER)
      const result = await signIn(deps, user, {
        device,
        address,
        language,
        knownDevices,
        by: 'partner',
      })
      return { ...result, is_new: isNew }
    }),
  )
}

/** Reads a token for which a code may have been sent: such a token may expire while its owner waits for the message. */
async function readLinkToken(deps: Deps, token: string): Promise<PartnerClaims | null> {
  const claims = await readPartnerToken(deps, token)
  if (claims) return claims
  const late = await readPartnerToken(deps, token, PARTNER_LINK_SECONDS)
  return late && (await deps.limits.taken('sso-link', late.id)) > 0 ? late : null
}

function linkSubject({ id, msisdn }: UserRow): OtpSubject {
  return { msisdn, purpose: 'link_partner', userId: id }
}

/**
 * Returns the account of the partner's subscriber; null if the number has none yet. An existing account is linked with a code that was
 * sent to its number, because the partner does not prove who owns the number now.
 * @throws ApiError reauth_required without a code, wrong_otp, otp_expired
 */
async function knownUser(
  deps: Deps,
  claims: PartnerClaims,
  code: { otp: string; tracker_id: string } | null,
): Promise<UserRow | null> {
  const linked = await linkedUser(deps, claims)
  if (linked) return linked
  const user = await findUserByMsisdn(deps, claims.msisdn)
  if (!user) return null
  if (!code) {
    // A concurrent request may have created and linked the account between the two reads.
    const linkedMeanwhile = await linkedUser(deps, claims)
    if (linkedMeanwhile) return linkedMeanwhile
    throw linkRequired(user)
  }
  await verifyCode(deps, linkSubject(user), code)
  await inTransaction(deps.db, tx => linkUser(tx, user.id, claims))
  deps.log.info({ event: 'partner_linked', user: user.id }, 'security')
  return user
}

function linkRequired({ msisdn }: UserRow): ApiError {
  const data: ReauthRequired = { approaches: ['otp'], msisdn_hint: maskMsisdn(msisdn) }
  return new ApiError('reauth_required', { data })
}

/** Creates an account and links it. @throws ApiError reauth_required if another person has signed up with the number meanwhile */
async function newUser(
  deps: Deps,
  claims: PartnerClaims,
  language: Language,
  createPrimaryProfile: CreatePrimaryProfile,
): Promise<{ user: UserRow; isNew: boolean }> {
  const { msisdn, partner } = claims
  const made = await ensureUser(deps, { msisdn, language, partner }, async (tx, profile) => {
    await createPrimaryProfile(tx, profile)
    await linkUser(tx, profile.userId, claims)
  })
  if (made.isNew) return made
  const linked = await linkedUser(deps, claims)
  if (!linked) throw linkRequired(made.user)
  return { user: linked, isNew: false }
}

async function refused(deps: Deps, address: string): Promise<ApiError> {
  await countFailure(deps, address)
  return new ApiError('unauthorized_sso', { next_url: partnerBackUrl(deps.env) })
}

/**
 * Counts a wrong token, after its verification: a valid, unused token is never refused for its address, which all subscribers of a
 * partner may share. @throws ApiError too_many_requests
 */
function countFailure(deps: Deps, address: string): Promise<void> {
  return deps.limits.secure('sso-address', address, PARTNER_FAILURES)
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

/** Returns true on the first use of a token. The use is remembered for longer than any token is valid. */
async function isFirstUse(deps: Deps, tokenId: string): Promise<boolean> {
  try {
    await deps.limits.secure('sso-token', tokenId, { points: 1, seconds: 3_600 })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
