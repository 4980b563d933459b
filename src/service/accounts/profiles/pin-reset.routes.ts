// Resets a PIN: a code by SMS gives a token that allows setting one new PIN.

import { checkResetPinCode, resetPin, sendResetPinCode } from '#src/contract/endpoints/profiles.ts'
import { inTransaction } from '../../platform/db/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { On } from '../../platform/http/router.ts'
import { rememberPin } from '../session/entered-pins.ts'
import {
  consumeLimitedToken,
  createLimitedToken,
  findLimitedToken,
} from '../session/limited-tokens.ts'
import { otpRequesterOf, sendCode, verifyCode } from '../session/otp.ts'
import { revokeOtherProfileTokens } from '../session/profile-tokens.ts'
import { requireUser } from '../session/users.ts'
import { hashPin, resetPinTries } from './pin.ts'
import { changeProfile, requireProfile } from './profiles.queries.ts'

export function pinResetRoutes(on: On, deps: Deps): void {
  on(sendResetPinCode)(async ({ viewer, params, address, language, header }) =>
    sendCode(
      deps,
      await subjectOf(deps, viewer.userId, params.id),
      otpRequesterOf({ address, language, header, viewer }),
    ),
  )

  on(checkResetPinCode)(async ({ viewer, params, body }) => {
    const subject = await subjectOf(deps, viewer.userId, params.id)
    await verifyCode(deps, subject, body)
    const reset_token = await createLimitedToken(deps, {
      purpose: 'reset_pin',
      userId: viewer.userId,
      profileId: subject.profileId,
    })
    return { reset_token }
  })

  on(resetPin)(async ({ viewer, params, body }) => {
    const row = await requireProfile(deps.db, viewer.userId, params.id)
    const limited = await findLimitedToken(deps, 'reset_pin', body.reset_token)
    if (limited?.profileId !== row.id || limited.userId !== viewer.userId)
      throw new ApiError('otp_expired')
    const pin = await hashPin(deps, row.id, body.pin)
    await inTransaction(deps.db, async tx => {
      const now = deps.now()
      if (!(await consumeLimitedToken(tx, limited.tokenHash, 'reset_pin', now)))
        throw new ApiError('otp_expired')
      await changeProfile(tx, row.id, { ...pin, updatedAt: now })
      await revokeOtherProfileTokens(tx, row.id, viewer.sessionId)
      await rememberPin(tx, viewer.sessionId, row.id)
    })
    await resetPinTries(deps, row.id, viewer.sessionId)
    deps.log.info({ event: 'pin_reset', profile: row.id }, 'security')
    return {}
  })
}

async function subjectOf(deps: Deps, userId: string, id: string) {
  const row = await requireProfile(deps.db, userId, id)
  const { msisdn } = await requireUser(deps, userId)
  return { msisdn, purpose: 'reset_pin' as const, userId, profileId: row.id }
}
