// PIN reset: a code by SMS, then a token that allows setting one new PIN.

import { checkResetPinCode, resetPin, sendResetPinCode } from '#src/contract/endpoints/profiles.ts'
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { On } from '../http/router.ts'
import {
  consumeLimitedToken,
  createLimitedToken,
  findLimitedToken,
} from '../session/limited-tokens.ts'
import { requesterOf, sendCode, verifyCode } from '../session/otp.ts'
import { revokeOtherProfileTokens } from '../session/profile-tokens.ts'
import { userById } from '../session/users.ts'
import { hashPin, resetPinTries } from './pin.ts'
import { changeProfile, profileOf } from './profiles.queries.ts'

export function resetRoutes(on: On, deps: Deps): void {
  on(sendResetPinCode)(async ({ viewer, params, address, language, header }) =>
    sendCode(
      deps,
      await subjectOf(deps, viewer.userId, params.id),
      requesterOf({ address, language, header }),
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
    const row = await profileOf(deps.db, viewer.userId, params.id)
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
    })
    await resetPinTries(deps, row.id)
    deps.log.info({ event: 'pin_reset', profile: row.id }, 'security')
    return {}
  })
}

async function subjectOf(deps: Deps, userId: string, id: string) {
  const row = await profileOf(deps.db, userId, id)
  const { msisdn } = await userById(deps, userId)
  return { msisdn, purpose: 'reset_pin' as const, userId, profileId: row.id }
}
