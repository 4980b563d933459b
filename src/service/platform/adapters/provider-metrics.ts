import { CircuitState } from 'cockatiel'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** `refused` is a negative answer; `paused` and `busy` are calls that were not made. */
type CallOutcome = 'ok' | 'refused' | 'failed' | 'timeout'
export type ProviderMetrics = {
  /** Starts the timer of a call and returns the function that stops it. */
  start: (provider: string) => (outcome: CallOutcome) => void
  skipped: (provider: string, outcome: 'paused' | 'busy') => void
  watch: (provider: string, state: () => CircuitState) => void
}

const STATES: Partial<Record<CircuitState, number>> = {
  [CircuitState.Closed]: 0,
  [CircuitState.HalfOpen]: 1,
  [CircuitState.Open]: 2,
}

export function createProviderMetrics({ registry }: { registry: Registry }): ProviderMetrics {
  const states = new Map<string, () => CircuitState>()
  const registers = [registry]
  const calls = new Counter({
    name: 'pardeh_provider_calls_total',
    help: 'Calls to other companies by provider and outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'pardeh_provider_call_seconds',
    help: 'Time of a call to another company',
    labelNames: ['provider'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Gauge({
    name: 'pardeh_provider_breaker_state',
    help: 'The circuit breaker of a provider: 0 closed, 1 trying, 2 open',
    labelNames: ['provider'],
    registers,
    collect() {
      for (const [provider, state] of states) this.set({ provider }, STATES[state()] ?? 2)
    },
  })
  return {
    start: provider => {
      const end = seconds.startTimer({ provider })
      return outcome => {
        end()
        calls.inc({ provider, outcome })
      }
    },
    skipped: (provider, outcome) => calls.inc({ provider, outcome }),
    watch: (provider, state) => void states.set(provider, state),
  }
}
