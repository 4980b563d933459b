/** Times of queries and of waits for a connection, by names that contain no values. Slow queries are logged. */
import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'
import { queryKind, queryName } from './query-name.ts'

type QuerySource = {
  /** Id of the server's process, as in its own log and in pg_stat_activity. */
  pid: number | undefined
  /** Id of the request; undefined in jobs and commands. */
  request: string | undefined
}
export type QueryObserver = {
  onQuery: (text: string, seconds: number, from: QuerySource) => void
  onConnection: (seconds: number) => void
}

const SLOW_SECONDS = 1
/** Further names share the label `other`. */
const MOST_NAMES = 300
const MOST_TEXTS = 2_000

export function observeDatabase(registry: Registry, log: Pick<Logger, 'warn'>): QueryObserver {
  const seconds = new Histogram({
    name: 'pardeh_query_seconds',
    help: 'Time of a query until its answer, by its name',
    labelNames: ['query'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5],
    registers: [registry],
  })
  const wait = new Histogram({
    name: 'pardeh_database_wait_seconds',
    help: 'Time that a caller waited for a connection of the pool',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 3],
    registers: [registry],
  })
  const nameOf = boundedNames()
  return {
    onQuery: (text, time, { pid, request }) => {
      seconds.observe({ query: nameOf(text) }, time)
      if (time < SLOW_SECONDS) return
      const fields = { query: queryName(text), ms: Math.round(time * 1_000), pid }
      log.warn({ event: 'slow_query', ...fields, requestId: request }, 'slow query')
    },
    onConnection: time => wait.observe(time),
  }
}

function boundedNames(): (text: string) => string {
  const names = new Set<string>()
  const known = new Map<string, string>()
  return text => {
    const found = known.get(text)
    if (found) return found
    let name = queryKind(text)
    if (!names.has(name) && names.size >= MOST_NAMES) name = 'other'
    names.add(name)
    if (known.size >= MOST_TEXTS) known.clear()
    known.set(text, name)
    return name
  }
}
