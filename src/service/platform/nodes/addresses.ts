/** Uses the addresses of API_BASE_URL in turn. One that fails repeatedly is paused for a while. */
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
} from 'cockatiel'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'

const FAILURES = 3
const PAUSE_MS = 3_000

export type Address = { baseUrl: string; breaker: CircuitBreakerPolicy }
export type Addresses = {
  all: readonly Address[]
  /** Returns the addresses that are worth a try, starting with another one each time. */
  next: () => Address[]
  /** Ends the pause of an address, since another way showed that it works. */
  retry: (baseUrl: string) => void
}

export function createAddresses(
  baseUrls: readonly string[],
  { log, registry }: { log: Pick<Logger, 'warn' | 'info'>; registry: Registry },
): Addresses {
  const all = baseUrls.map(baseUrl => {
    const breaker = circuitBreaker(handleAll, {
      halfOpenAfter: PAUSE_MS,
      breaker: new ConsecutiveBreaker(FAILURES),
    })
    const service = new URL(baseUrl).host
    breaker.onBreak(() => log.warn({ service }, 'the service is paused after repeated failures'))
    breaker.onReset(() => log.info({ service }, 'the service answers again'))
    return { baseUrl, service, breaker }
  })
  new Gauge({
    name: 'pardeh_service_up',
    help: '1 if an address of API_BASE_URL is called, 0 while it is paused',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const { service, breaker } of all)
        this.set({ service }, breaker.state === CircuitState.Open ? 0 : 1)
    },
  })
  let turn = 0
  return {
    all,
    next: () => {
      turn = (turn + 1) % all.length
      return [...all.slice(turn), ...all.slice(0, turn)]
    },
    retry: baseUrl => {
      for (const { breaker } of all.filter(each => each.baseUrl === baseUrl))
        if (breaker.state === CircuitState.Open) breaker.isolate().dispose()
    },
  }
}
