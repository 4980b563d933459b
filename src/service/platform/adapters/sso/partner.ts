// A partner signs its subscribers in with a short-lived JWT: EdDSA, ES256 or RS256, checked against its JWKS.

import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { Msisdn } from '#src/contract/fields.ts'
import { mapLanguages } from '#src/contract/languages.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { ApiError } from '../../http/api-error.ts'
import { boundedFetch } from '../../http/bounded.ts'
import { ProviderPaused } from '../providers.ts'

export const FAKE_PARTNER = {
  issuer: 'https://partner.example',
  audience: 'pardeh',
  path: '/fake/partner',
} as const
const MAX_AGE = '10 minutes'
const SKEW_SECONDS = 30
const KEYS_BYTES = 262_144

const Texts = z.object(mapLanguages(() => z.string().min(1).max(80)))
/** `ends_at` is in epoch seconds. Null or a past time means that the subscription has ended. */
const Carrier = z
  .object({
    ends_at: z.number().int().min(0).max(32_503_680_000),
    title: Texts.optional(),
    description: Texts.optional(),
  })
  .nullable()
const Claims = z.object({
  jti: z.string().min(8).max(100),
  sub: z.string().min(1).max(100),
  msisdn: Msisdn,
  /** If it is missing, the subscription stays as it is. */
  carrier_subscription: Carrier.optional(),
})
export type CarrierClaim = z.infer<typeof Carrier>
export type PartnerClaims = {
  id: string
  msisdn: string
  /** The issuer. */
  partner: string
  /** What the partner calls the subscriber, whose number may change. */
  subject: string
  carrier: CarrierClaim | undefined
}

/** Returns the address from which a partner's subscribers come and to which they return after signing out. */
export function partnerBackUrl(env: Env): string {
  return env.SSO_BACK_URL ?? (env.MODE === 'production' ? '/' : `${FAKE_PARTNER.path}/`)
}

/**
 * Returns the claims of a token; null if it is forged, expired, or meant for another site.
 * @param lateSeconds how long after its end a token is still read
 */
export async function readPartnerToken(
  deps: Deps,
  token: string,
  lateSeconds: number = SKEW_SECONDS,
): Promise<PartnerClaims | null> {
  const settings = settingsOf(deps)
  if (!settings) return null
  try {
    const { payload } = await jwtVerify(token, keysOf(deps, settings.jwks), {
      issuer: settings.issuer,
      audience: settings.audience,
      algorithms: ['EdDSA', 'ES256', 'RS256'],
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      maxTokenAge: MAX_AGE,
      clockTolerance: lateSeconds,
      currentDate: deps.now(),
    })
    const claims = Claims.safeParse(payload)
    if (!claims.success) return null
    const { jti: id, sub: subject, msisdn, carrier_subscription: carrier } = claims.data
    return { id, msisdn, partner: settings.issuer, subject, carrier }
  } catch (error) {
    if (isOutage(error)) {
      deps.log.warn({ err: error }, 'the partner keys could not be loaded')
      if (error instanceof ProviderPaused)
        throw new ApiError('provider_paused', { retryAfter: error.retryAfter })
      throw new ApiError('partner_unavailable')
    }
    return null
  }
}

function settingsOf({ env, selfOrigin }: Deps) {
  if (env.SSO_JWKS_URL && env.SSO_ISSUER && env.SSO_AUDIENCE)
    return { jwks: env.SSO_JWKS_URL, issuer: env.SSO_ISSUER, audience: env.SSO_AUDIENCE }
  if (env.MODE === 'production') return null
  const { issuer, audience, path } = FAKE_PARTNER
  return { jwks: `${selfOrigin()}${path}/jwks.json`, issuer, audience }
}

const sets = new WeakMap<Deps['providers'], JWTVerifyGetKey>()

function keysOf({ fetch: fetcher, providers }: Deps, url: string): JWTVerifyGetKey {
  const known = sets.get(providers)
  if (known) return known
  const bounded = boundedFetch(fetcher, KEYS_BYTES)
  const made = createRemoteJWKSet(new URL(url), {
    [customFetch]: (address, init) =>
      providers.call(
        'sso',
        signal => bounded(address, { ...init, signal }),
        outcome => 'error' in outcome || !outcome.value.ok,
      ),
  })
  sets.set(providers, made)
  return made
}

function isOutage(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true
  if (error instanceof errors.JOSEError) return error.code === 'ERR_JOSE_GENERIC'
  return true
}
