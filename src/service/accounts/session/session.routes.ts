import type { Hono } from 'hono'
import { parseBearerToken } from '#src/contract/bearer.ts'
import {
  getApproaches,
  loginByOtp,
  loginByPassword,
  logout,
  resolveSessions,
  sendOtp,
} from '#src/contract/endpoints/session.ts'
import { type Language, Msisdn } from '#src/contract/fields.ts'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { OTP } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { durationInWords } from '#src/lib/text/duration.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { type On, router, type ServiceEnv } from '../../platform/http/router.ts'
import { accountRoutes } from './account.routes.ts'
import { findKnownDevice } from './known-device.ts'
import { findLimitedToken } from './limited-tokens.ts'
import { otpRequesterOf, sendCode, verifyCode } from './otp.ts'
import { forgetUsedCode } from './otp-limits.ts'
import { remoteRoutes } from './remote-access.routes.ts'
import { replaceSessions, revokeSessions } from './sessions.ts'
import { countSignIn, loginResult, logSignIn, signIn, verifyPassword } from './sign-in.ts'
import { ssoRoutes } from './sso.routes.ts'
import { type CreatePrimaryProfile, ensureUser, requireUser } from './users.ts'

export function sessionRoutes(
  deps: Deps,
  createPrimaryProfile: CreatePrimaryProfile,
): Hono<ServiceEnv> {
  const { on, app } = router(deps)
  loginRoutes(on, deps, createPrimaryProfile)
  remoteRoutes(on, deps)
  ssoRoutes(on, deps, createPrimaryProfile)
  accountRoutes(on, deps)
  return app
}

function loginRoutes(on: On, deps: Deps, createPrimaryProfile: CreatePrimaryProfile): void {
  on(getApproaches)(async ({ params }) => {
    msisdnOf(params.msisdn)
    return { approaches: ['otp', 'password'] }
  })

  on(sendOtp)(async ({ params, address, language, header }) =>
    sendCode(
      deps,
      { msisdn: msisdnOf(params.msisdn), purpose: 'login' },
      otpRequesterOf({ address, language, header }),
    ).catch(error => {
      throw withOtherWays(error, language)
    }),
  )

  on(loginByOtp)(call =>
    countSignIn(deps, 'code', async () => {
      const { params, body, language, address, header } = call
      const msisdn = msisdnOf(params.msisdn)
      await verifyCode(deps, { msisdn, purpose: 'login' }, body)
      const knownDevices = header(KNOWN_DEVICES_HEADER)
      const known = findKnownDevice(deps, { msisdn, given: knownDevices })
      await forgetUsedCode(deps, { msisdn, address, known })
      const { user, isNew } = await ensureUser(deps, { msisdn, language }, createPrimaryProfile)
      const result = await signIn(deps, user, {
        device: body.device,
        address,
        language,
        knownDevices,
        by: 'code',
      })
      return { ...result, is_new: isNew }
    }),
  )

  on(loginByPassword)(call =>
    countSignIn(deps, 'password', async () => {
      const { params, body, language, address, header } = call
      const msisdn = msisdnOf(params.msisdn)
      const knownDevices = header(KNOWN_DEVICES_HEADER)
      const known = findKnownDevice(deps, { msisdn, given: knownDevices })
      const { password } = body
      const proof = header(PROOF_OF_WORK_HEADER)
      const attempt = { msisdn, password, address, proof, known }
      const user = await verifyPassword(deps, attempt).catch(error => {
        throw withOtpHint(error, language)
      })
      if (!user) {
        const message = getT(language)('errors.mobile_or_password')
        throw new ApiError('wrong_password', {
          message,
          errors: { password: 'errors.mobile_or_password' },
        })
      }
      return signIn(deps, user, {
        device: body.device,
        address,
        language,
        by: 'password',
        knownDevices,
      })
    }),
  )

  on(resolveSessions)(async ({ params, body, header, language, address }) => {
    const token = parseBearerToken(header('authorization'))
    const limited = await findLimitedToken(deps, 'device_choice', token)
    if (!limited?.device) throw new ApiError('unauthorized')
    const user = await requireUser(deps, limited.userId)
    // A subscriber of a partner may not know the number that we have stored.
    const isNamed = params.msisdn !== '_limited'
    if (isNamed && user.msisdn !== msisdnOf(params.msisdn)) throw new ApiError('unauthorized')
    const isSso = limited.isSso
    const accessToken = await replaceSessions(
      deps,
      {
        userId: user.id,
        device: limited.device,
        address,
        isSso,
        authMethod: limited.authMethod,
        authenticatedAt: limited.createdAt,
      },
      body.sessions,
      limited.tokenHash,
    )
    logSignIn(deps, user, 'device choice')
    const knownDevices = header(KNOWN_DEVICES_HEADER)
    return loginResult(deps, user, accessToken, { isSso, language, knownDevices })
  })

  on(logout)(async ({ viewer }) => {
    await revokeSessions(deps.db, [viewer.sessionId], 'signed out', deps.now())
    deps.log.info({ event: 'signed_out', user: viewer.userId }, 'security')
    return {}
  })
}

/** Adds to the refusal of a code that the password, or a device that is signed in, still signs in. */
function withOtherWays(error: unknown, language: Language): unknown {
  if (!(error instanceof ApiError) || error.result !== 'too_many_requests') return error
  const { retryAfter = 0 } = error.extra
  if (retryAfter <= OTP.resendSeconds) return error
  const wait = durationInWords(retryAfter, language)
  const message = getT(language)('errors.codes_locked', { wait })
  return new ApiError('too_many_requests', { retryAfter, message })
}

/** Adds to the refusal of further passwords that a code still signs in. */
function withOtpHint(error: unknown, language: Language): unknown {
  if (!(error instanceof ApiError) || error.result !== 'too_many_requests') return error
  const { retryAfter = 0 } = error.extra
  const wait = durationInWords(retryAfter, language)
  const message = getT(language)('errors.password_locked', { wait })
  return new ApiError('too_many_requests', { retryAfter, message })
}

/** Returns the number in the path as 09…. @throws ApiError validation_error */
function msisdnOf(text: string): string {
  const parsed = Msisdn.safeParse(text)
  if (!parsed.success) throw invalidField('msisdn', 'validation.mobile')
  return parsed.data
}
