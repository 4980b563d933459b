/** Sends one message. Its outcome is stored, and decides if and when it is tried again. */
import { HOUR_MS, MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { SmsError, type SmsFailure } from '../adapters/sms/sms-error.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { retryPause } from '../retry-pause.ts'
import { sendSms } from '../sms/send.ts'
import {
  type ClaimedNotification,
  giveUpNotification,
  markNotificationSent,
  releaseNotifications,
  scheduleNotificationRetry,
} from './delivery.queries.ts'

/** Failures for which a retry is useless: the number or the text is refused. */
const PERMANENT: ReadonlySet<SmsFailure> = new Set(['number', 'message'])
const MAX_ATTEMPTS = 10
/** Maximum number of attempts that may have succeeded without a confirmation. */
const MAX_UNCLEAR = 3
const PAUSE_MS = { first: MINUTE_MS, longest: HOUR_MS }

export type Delivery = 'sent' | 'retry' | 'dead' | 'paused' | 'down'

export async function deliverNotification(
  deps: Deps,
  message: ClaimedNotification,
): Promise<Delivery> {
  const outcome = await attempt(deps, message)
  if (outcome !== 'paused' && outcome !== 'down') deps.metrics.message(message.kind, outcome)
  return outcome
}

async function attempt(deps: Deps, message: ClaimedNotification): Promise<Delivery> {
  const { kind, text, msisdn } = message
  try {
    await sendSms(deps, { to: msisdn, kind, text })
  } catch (error) {
    if (error instanceof ApiError && error.result === 'sms_paused') {
      await releaseNotifications(deps, [message])
      return 'paused'
    }
    if (error instanceof SmsError) return failed(deps, message, error)
    deps.log.error({ err: error, kind }, 'a message was not sent')
    return 'retry'
  }
  await markNotificationSent(deps, message)
  return 'sent'
}

async function failed(
  deps: Deps,
  message: ClaimedNotification,
  { failure, code }: SmsError,
): Promise<Delivery> {
  if (failure === 'open') {
    // No provider was asked, so this does not count as an attempt.
    await releaseNotifications(deps, [message])
    return 'down'
  }
  const { key, kind } = message
  const attempts = message.attempts + 1
  const most = failure === 'unclear' ? MAX_UNCLEAR : MAX_ATTEMPTS
  if (PERMANENT.has(failure) || attempts >= most) {
    await giveUpNotification(deps, message, { attempts, failure, code })
    deps.log.error({ event: 'message_dead', key, kind, failure, code, attempts }, 'message')
    return 'dead'
  }
  await scheduleNotificationRetry(deps, message, {
    attempts,
    failure,
    code,
    pauseMs: retryPause(deps, attempts, PAUSE_MS),
  })
  return 'retry'
}
