// Providers in order: the next one is asked when the one before fails, and one that fails again and again is left alone for a while.
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { Logger } from 'pino'
import { SMS } from '#src/contract/limits.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { Sms, SmsProvider, SmsSender } from './sms.ts'
import { SmsError } from './sms-error.ts'

type Watch = { log: Logger; metrics: Metrics }

/**
 * A number that is refused is not tried elsewhere. After an unclear answer a code goes out by the next provider all the
 * same, as two messages with one code do no harm; any other text does not.
 */
export function withFailover(providers: readonly SmsProvider[], watch: Watch): SmsSender {
  const guarded = providers.map(provider => guard(provider, watch))
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

function guard(provider: SmsProvider, { log, metrics }: Watch) {
  const { name } = provider
  const breaker = circuitBreaker(
    handleWhen(error => !(error instanceof SmsError && error.failure === 'number')),
    {
      halfOpenAfter: SMS.breakerPauseMs,
      breaker: new ConsecutiveBreaker(SMS.breakerFailures),
    },
  )
  breaker.onBreak(() => log.warn({ event: 'sms_provider_paused', provider: name }, 'sms'))
  breaker.onReset(() => log.info({ event: 'sms_provider_back', provider: name }, 'sms'))
  return {
    sends: provider.sends,
    /** Null once the message is out. */
    async attempt(message: Sms): Promise<SmsError | null> {
      try {
        await breaker.execute(() => provider.send(message))
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

function failureOf(error: unknown): SmsError {
  if (error instanceof SmsError) return error
  if (error instanceof BrokenCircuitError) return new SmsError('open', 'breaker')
  throw error
}
