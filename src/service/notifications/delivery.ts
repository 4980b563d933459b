/** One message, once: what became of it is noted, and decides whether and when it is tried again. */
import { SmsError, type SmsFailure } from '../adapters/sms/sms-error.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { sendSms } from '../sms/send.ts'
import {
  bury,
  type ClaimedNotification,
  markSent,
  releaseNotifications,
  scheduleRetry,
} from './delivery.queries.ts'

/** Failures that another try does not mend: the number, or the text. */
const PERMANENT: ReadonlySet<SmsFailure> = new Set(['number', 'message'])
const MAX_ATTEMPTS = 10
/** Of messages that may have gone out each time. */
const MAX_UNCLEAR = 3
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000

export type Delivery = 'sent' | 'retry' | 'dead' | 'paused' | 'down'

export async function deliver(deps: Deps, message: ClaimedNotification): Promise<Delivery> {
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
  await markSent(deps, message)
  return 'sent'
}

async function failed(
  deps: Deps,
  message: ClaimedNotification,
  { failure, code }: SmsError,
): Promise<Delivery> {
  if (failure === 'open') {
    // Nobody was asked: that is no attempt.
    await releaseNotifications(deps, [message])
    return 'down'
  }
  const { key, kind } = message
  const attempts = message.attempts + 1
  const most = failure === 'unclear' ? MAX_UNCLEAR : MAX_ATTEMPTS
  if (PERMANENT.has(failure) || attempts >= most) {
    await bury(deps, message, { attempts, failure, code })
    deps.log.error({ event: 'message_dead', key, kind, failure, code, attempts }, 'message')
    return 'dead'
  }
  await scheduleRetry(deps, message, {
    attempts,
    failure,
    code,
    pauseMs: pauseAfter(deps, attempts),
  })
  return 'retry'
}

/** Twice as long each time, and up to a quarter more or less, so that messages that failed together are not tried together. */
export function pauseAfter({ random }: Pick<Deps, 'random'>, attempts: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  const [drawn = 0] = random.bytes(1)
  return pause * (0.75 + (drawn / 255) * 0.5)
}
