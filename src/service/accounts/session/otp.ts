// Codes by SMS. A code is valid once, for 120 seconds, and only for its tracker, number, purpose and subject.
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { OTP } from '#src/contract/limits.ts'
import type { CodeSent } from '#src/contract/session.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { SmsError } from '../../platform/adapters/sms/sms-error.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
import { otpChallenges, type otpPurposes } from '../../platform/db/schema/session.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { isKeyedHash, keyedHash } from '../../platform/keys.ts'
import { sendSms } from '../../platform/sms/send.ts'
import { findKnownDevice } from './known-device.ts'
import {
  countOtpRequest,
  type OtpRequestCount,
  undoHourlyOtpCount,
  undoOtpCount,
} from './otp-limits.ts'
import { newToken } from './tokens.ts'

type OtpPurpose = (typeof otpPurposes)[number]
/** The subject of a code: a number, and for some purposes one user and one profile. */
export type OtpSubject = {
  msisdn: string
  purpose: OtpPurpose
  userId?: string
  profileId?: string
}
export type OtpRequester = {
  address: string
  language: Language
  site: string | undefined
  proof: string | undefined
  /** Value of the header Known-Devices. */
  knownDevices: string | undefined
  /** A session of the number's user, which counts as a known device. */
  sessionId: string | null
}
type Asked = {
  address: string
  language: Language
  header: (name: string) => string | undefined
  /** Set if the code goes to the viewer's own number. */
  viewer?: Viewer
}

/** Returns the requester of a code, from the call. */
export function otpRequesterOf({ address, language, header, viewer }: Asked): OtpRequester {
  return {
    address,
    language,
    site: header('site-origin'),
    proof: header(PROOF_OF_WORK_HEADER),
    knownDevices: header(KNOWN_DEVICES_HEADER),
    sessionId: viewer?.sessionId ?? null,
  }
}

const TEXTS = {
  login: 'session.sms.code',
  reauth: 'session.sms.code',
  link_partner: 'session.sms.code',
  reset_pin: 'profiles.sms.resetCode',
  delete_profile: 'profiles.sms.deleteCode',
} as const

/**
 * Sends a code. The response is the same for every number, known or not.
 * @throws ApiError too_many_requests, proof_required, sms_unavailable, sms_timeout, sms_paused, provider_paused, validation_error
 */
export async function sendCode(
  deps: Deps,
  subject: OtpSubject,
  asker: OtpRequester,
): Promise<CodeSent> {
  const { msisdn, purpose } = subject
  const { address, proof, knownDevices } = asker
  const known = asker.sessionId ?? findKnownDevice(deps, { msisdn, given: knownDevices })
  const counted = await countOtpRequest(deps, { msisdn, address, proof, known })
  const tracker = newToken(deps)
  const code = deps.random.digits(OTP.length)
  const now = deps.now()
  await insertChallenge(deps).execute({
    tracker,
    userId: null,
    profileId: null,
    ...subject,
    codeHash: keyedHash(deps.key('otp'), hashedText(subject, tracker, code)),
    createdAt: now,
    expiresAt: new Date(now.getTime() + OTP.lifeSeconds * 1000),
  })
  const text = smsText(deps, asker, TEXTS[purpose], code)
  try {
    await sendSms(deps, { to: msisdn, kind: purpose, code, text })
  } catch (error) {
    throw await notSent(deps, counted, asker.language, error)
  }
  deps.metrics.count('otp_sent')
  deps.log.info({ event: 'code_sent', purpose, to: maskMsisdn(msisdn) }, 'security')
  return {
    tracker_id: tracker,
    expires_in: OTP.lifeSeconds,
    resend_in: OTP.resendSeconds,
    code_length: OTP.length,
  }
}

function insertChallenge({ db }: Deps) {
  const value = sql.placeholder
  return preparedSql(
    db,
    'code of a number',
    () => sql`insert into otp_challenges (tracker, msisdn, purpose, user_id, profile_id, code_hash, created_at, expires_at)
      values (${value('tracker')}, ${value('msisdn')}, ${value('purpose')}, ${value('userId')}, ${value('profileId')},
        ${value('codeHash')}, ${value('createdAt')}, ${value('expiresAt')})`,
  )
}

/** Returns the error to answer, after returning the points if the requester is not to blame for the failure. */
async function notSent(
  deps: Deps,
  counted: OtpRequestCount,
  language: Language,
  error: unknown,
): Promise<unknown> {
  const failed = error instanceof SmsError ? error : null
  const failure = failed?.failure
  if (failure === 'number')
    return new ApiError('validation_error', {
      message: getT(language)('validation.mobileRefused'),
      errors: { msisdn: 'validation.mobileRefused' },
    })
  if (failure === 'unclear') {
    await undoHourlyOtpCount(deps, counted)
    return new ApiError('sms_timeout', { retryAfter: OTP.resendSeconds })
  }
  await undoOtpCount(deps, counted)
  if (failed && failure === 'open')
    return new ApiError('provider_paused', {
      retryAfter: failed.retryAfter,
      message: getT(language)('errors.sms_unavailable'),
    })
  return failure ? new ApiError('sms_unavailable') : error
}

/** Counts the try, then compares the code and uses it up. @throws ApiError wrong_otp, otp_expired */
export async function verifyCode(
  deps: Deps,
  subject: OtpSubject,
  given: { tracker_id: string; otp: string },
): Promise<void> {
  const now = deps.now()
  const [challenge] = await deps.db
    .update(otpChallenges)
    .set({ tries: sql`${otpChallenges.tries} + 1` })
    .where(
      and(
        eq(otpChallenges.tracker, given.tracker_id),
        lt(otpChallenges.tries, OTP.tries),
        isNull(otpChallenges.usedAt),
        gt(otpChallenges.expiresAt, now),
      ),
    )
    .returning()
  if (!challenge) throw await whyNot(deps, subject, given.tracker_id)
  const text = hashedText(subject, given.tracker_id, given.otp)
  if (!isKeyedHash(deps.keys('otp'), text, challenge.codeHash)) throw wrong(deps, subject)
  const [taken] = await deps.db
    .update(otpChallenges)
    .set({ usedAt: now })
    .where(and(eq(otpChallenges.tracker, given.tracker_id), isNull(otpChallenges.usedAt)))
    .returning({ tracker: otpChallenges.tracker })
  if (!taken) throw new ApiError('otp_expired')
}

async function whyNot(deps: Deps, subject: OtpSubject, tracker: string): Promise<ApiError> {
  const [found] = await deps.db
    .select({ tracker: otpChallenges.tracker })
    .from(otpChallenges)
    .where(and(eq(otpChallenges.tracker, tracker), eq(otpChallenges.msisdn, subject.msisdn)))
  return found ? new ApiError('otp_expired') : wrong(deps, subject)
}

function wrong(deps: Deps, { msisdn, purpose }: OtpSubject): ApiError {
  deps.log.info({ event: 'code_wrong', purpose, to: maskMsisdn(msisdn) }, 'security')
  return new ApiError('wrong_otp', { errors: { otp: 'errors.wrong_otp' } })
}

function hashedText(subject: OtpSubject, tracker: string, code: string): string {
  const { msisdn, purpose, userId = '', profileId = '' } = subject
  return [tracker, msisdn, purpose, userId, profileId, code].join('|')
}

/** Builds the SMS. The last line binds the code to the site, for WebOTP: `@host #code` in Latin digits. */
function smsText(
  deps: Deps,
  { language, site }: OtpRequester,
  key: (typeof TEXTS)[OtpPurpose],
  code: string,
): string {
  const host = URL.parse(deps.env.SITE_URL ?? site ?? '')?.hostname ?? 'localhost'
  return `${getT(language)(key, { code })}\n@${host} #${code}`
}
