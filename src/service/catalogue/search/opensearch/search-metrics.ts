import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { SearchEngineError } from './search-engine-error.ts'

type SearchMetrics = {
  /** Measures the time of one exchange and counts its failure. */
  observe: <T>(call: 'search' | 'write', run: () => Promise<T>) => Promise<T>
  /** @param read returns true if searches are sent to the server */
  watch: (read: () => boolean) => void
}

export function createSearchMetrics(registry: Registry): SearchMetrics {
  const seconds = known(registry, 'pardeh_search_seconds', name => {
    return new Histogram({
      name,
      help: 'Duration of a call to the search engine',
      labelNames: ['call'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    })
  })
  const failures = known(registry, 'pardeh_search_failures_total', name => {
    return new Counter({
      name,
      help: 'Failed attempts to call the search engine',
      labelNames: ['call', 'reason'],
      registers: [registry],
    })
  })
  return {
    observe: async (call, run) => {
      const end = seconds.startTimer({ call })
      try {
        return await run()
      } catch (error) {
        failures.inc({ call, reason: error instanceof SearchEngineError ? error.reason : 'other' })
        throw error
      } finally {
        end()
      }
    },
    watch: read => {
      known(registry, 'pardeh_search_up', name => {
        return new Gauge({
          name,
          help: '1 if searches are sent to the search engine',
          registers: [registry],
          collect() {
            this.set(read() ? 1 : 0)
          },
        })
      })
    },
  }
}

/** Returns the metric that an earlier engine of this process registered, or a new one. */
function known<M>(registry: Registry, name: string, create: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? create(name)
}
