// Calls to services of other companies. Each provider has its own time limit, maximum number of simultaneous calls, circuit
// breaker and metrics, so that a provider that hangs or fails does not affect the others.
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  circuitBreaker,
  handleWhenResult,
  SamplingBreaker,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel'
import type { Logger } from 'pino'
import { GATEWAY_TIMEOUT_MS, SMS } from '#src/contract/limits.ts'
import { createProviderMetrics, type ProviderMetrics } from './provider-metrics.ts'

type ProviderRules = {
  timeoutMs: number
  /** Number of calls in the last half minute from which the breaker opens if more than half of them failed. */
  calls: number
}
const BANK: ProviderRules = { timeoutMs: GATEWAY_TIMEOUT_MS, calls: 10 }
const SMS_PROVIDER: ProviderRules = { timeoutMs: SMS.providerTimeoutMs, calls: SMS.breakerFailures }
const RULES = {
  zarinpal: BANK,
  zibal: BANK,
  vandar: BANK,
  kavenegar: SMS_PROVIDER,
  'sms.ir': SMS_PROVIDER,
  sso: { timeoutMs: 5_000, calls: 5 },
  // The start of a title does not wait longer for its advert.
  vast: { timeoutMs: 1_200, calls: 5 },
} as const satisfies Record<string, ProviderRules>
export type ProviderName = keyof typeof RULES

const WINDOW_MS = 30_000
const FAILING_SHARE = 0.5
/** Simultaneous calls of a node to a provider: more than its jobs make, so that there is room for visitors. */
const AT_ONCE = 64
const WAITING = 64

/** The provider is not asked now: its breaker is open, or too many calls are waiting. Nothing was sent. */
export class ProviderPaused extends Error {
  readonly retryAfter: number
  constructor(name: ProviderName, seconds: number) {
    super(`${name} is paused`)
    this.name = 'ProviderPaused'
    this.retryAfter = Math.max(1, Math.ceil(seconds))
  }
}
/** The provider did not answer in time. The request may have been carried out. */
export class ProviderTimeout extends Error {
  constructor(name: ProviderName) {
    super(`${name} gave no answer in time`)
    this.name = 'ProviderTimeout'
  }
}

export type Outcome<T> = { value: T } | { error: unknown }
export type Providers = {
  /**
   * Calls a provider.
   * @param isFault true if an outcome means that the provider is out of order; a refusal does not
   * @throws ProviderPaused, ProviderTimeout, and the errors of `work`
   */
  call: <T>(
    name: ProviderName,
    work: (signal: AbortSignal) => Promise<T>,
    isFault?: (outcome: Outcome<T>) => boolean,
  ) => Promise<T>
  /** True if a call would fail at once. */
  isPaused: (name: ProviderName) => boolean
  /** True if the breaker is closed: the provider is neither paused nor on probation. */
  isClosed: (name: ProviderName) => boolean
}
export type ProvidersOptions = {
  log: Pick<Logger, 'info' | 'warn'>
  metrics: Parameters<typeof createProviderMetrics>[0]
  /** Milliseconds for which an open breaker blocks all calls; then a single call is tried. */
  pauseMs?: number
}
type Tried = Outcome<unknown> & { isFault: boolean }

export function createProviders({ log, metrics, pauseMs = SMS.breakerPauseMs }: ProvidersOptions) {
  const measure = createProviderMetrics(metrics)
  const made = new Map<ProviderName, Provider>()
  const providerOf = (name: ProviderName) => {
    const known = made.get(name) ?? createProvider(name, { log, measure, pauseMs })
    made.set(name, known)
    return known
  }
  const providers: Providers = {
    isPaused: name => providerOf(name).isPaused(),
    isClosed: name => providerOf(name).isClosed(),
    call: async (name, work, isFault = outcome => 'error' in outcome) => {
      const tried = await providerOf(name).attempt(
        work,
        isFault as (outcome: Outcome<unknown>) => boolean,
      )
      if ('error' in tried) throw tried.error
      return tried.value as Awaited<ReturnType<typeof work>>
    },
  }
  return providers
}

type Provider = ReturnType<typeof createProvider>
type Watch = { log: ProvidersOptions['log']; measure: ProviderMetrics; pauseMs: number }

function createProvider(name: ProviderName, { log, measure, pauseMs }: Watch) {
  const { timeoutMs, calls } = RULES[name]
  const limit = timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false })
  const room = bulkhead(AT_ONCE, WAITING)
  const breaker = circuitBreaker(
    handleWhenResult(tried => (tried as Tried).isFault),
    {
      halfOpenAfter: pauseMs,
      breaker: new SamplingBreaker({
        threshold: FAILING_SHARE,
        duration: WINDOW_MS,
        minimumRps: (calls - 0.5) / (WINDOW_MS / 1_000),
      }),
    },
  )
  let openedAt = 0
  let isOut = false
  breaker.onBreak(() => {
    openedAt = performance.now()
    if (!isOut) log.warn({ event: 'provider_paused', provider: name }, 'provider')
    isOut = true
  })
  breaker.onReset(() => {
    isOut = false
    log.info({ event: 'provider_back', provider: name }, 'provider')
  })
  measure.watch(name, () => breaker.state)

  const pauseLeft = () => (openedAt + pauseMs - performance.now()) / 1_000
  const isPaused = () =>
    breaker.state === CircuitState.HalfOpen ||
    (breaker.state === CircuitState.Open && pauseLeft() > 0)

  async function tryOnce(
    work: (signal: AbortSignal) => Promise<unknown>,
    isFault: (outcome: Outcome<unknown>) => boolean,
  ): Promise<Tried> {
    const end = measure.start(name)
    let time: AbortSignal | undefined
    try {
      const value = await limit.execute(({ signal }) => {
        time = signal
        return work(signal)
      })
      const tried = { value, isFault: isFault({ value }) }
      end(tried.isFault ? 'failed' : 'ok')
      return tried
    } catch (error) {
      if (error instanceof TaskCancelledError || time?.aborted || isTimeout(error)) {
        end('timeout')
        return { error: new ProviderTimeout(name), isFault: true }
      }
      const tried = { error, isFault: isFault({ error }) }
      end(tried.isFault ? 'failed' : 'refused')
      return tried
    }
  }
  return {
    isPaused,
    isClosed: () => breaker.state === CircuitState.Closed,
    attempt: async (
      work: (signal: AbortSignal) => Promise<unknown>,
      isFault: (outcome: Outcome<unknown>) => boolean,
    ): Promise<Tried> => {
      try {
        return await room.execute(async () => {
          // While a single call tests the provider, the others do not wait for it.
          if (isPaused()) throw new BrokenCircuitError()
          return breaker.execute(() => tryOnce(work, isFault))
        })
      } catch (error) {
        const isFull = error instanceof BulkheadRejectedError
        if (!isFull && !(error instanceof BrokenCircuitError)) throw error
        measure.skipped(name, isFull ? 'busy' : 'paused')
        return { error: new ProviderPaused(name, isFull ? 1 : pauseLeft()), isFault: true }
      }
    },
  }
}

/** True for the timeout of a fetch whose caller waits less. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
