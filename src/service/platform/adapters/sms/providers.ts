// Providers in order: if one fails, the next one is asked. A provider that fails repeatedly is paused for a while.
import type { Logger } from 'pino'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Metrics } from '../../http/metrics.ts'
import { type Outcome, ProviderPaused, type Providers, ProviderTimeout } from '../providers.ts'
import type { Sms, SmsProvider, SmsSender } from './sms.ts'
import { SmsError } from './sms-error.ts'

type Watch = { log: Logger; metrics: Metrics; providers: Providers }

/**
 * Returns a sender that tries the providers in order. A refused number is not tried elsewhere. After an unclear answer a code is
 * sent through the next provider, since a second message with the same code does no harm; other texts are not sent again.
 */
export function withFailover(able: readonly SmsProvider[], watch: Watch): SmsSender {
  const guarded = able.map(provider => guard(provider, watch))
  return {
    async send(message) {
      let failed: SmsError | null = null
      for (const provider of guarded) {
        if (!provider.sends(message)) continue
        const failure = await provider.attempt(message)
        if (!failure) return
        if (failed?.failure !== 'unclear') failed = failure
        if (failure.failure === 'number') throw failure
        if (failure.failure === 'unclear' && message.code === undefined) throw failure
      }
      throw failed ?? new SmsError('refused', 'no provider')
    },
  }
}

function guard(provider: SmsProvider, { log, metrics, providers }: Watch) {
  const { name } = provider
  return {
    sends: provider.sends,
    /** Sends the message and returns null, or returns the failure. */
    async attempt(message: Sms): Promise<SmsError | null> {
      try {
        await providers.call(name, signal => provider.send(message, signal), isOutOfOrder)
        metrics.sms(name, 'sent')
        return null
      } catch (error) {
        const failed = failureOf(error)
        metrics.sms(name, failed.failure)
        const { failure, code } = failed
        const about = { provider: name, failure, code, kind: message.kind }
        if (failure !== 'open')
          log.warn({ event: 'sms_failed', ...about, to: maskMsisdn(message.to) }, 'sms')
        return failed
      }
    },
  }
}

/** True if the provider itself fails. A provider that refuses a number or a text works. */
function isOutOfOrder(outcome: Outcome<void>): boolean {
  if (!('error' in outcome)) return false
  const { error } = outcome
  return !(error instanceof SmsError && (error.failure === 'number' || error.failure === 'message'))
}

function failureOf(error: unknown): SmsError {
  if (error instanceof SmsError) return error
  if (error instanceof ProviderPaused) return new SmsError('open', 'breaker', error.retryAfter)
  if (error instanceof ProviderTimeout) return new SmsError('unclear', 'timeout')
  throw error
}
