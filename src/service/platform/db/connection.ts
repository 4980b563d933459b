/**
 * Connections to the database. Each wait is limited both by the server and on this side, since a server that was cut off sends
 * nothing. An error of a connection ends the connection, never the process.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { currentRequestId } from '../request-id.ts'
import { normalUrl } from './database-url.ts'
import { databaseFault } from './faults.ts'
import { withRequestComment } from './query-comment.ts'
import type { QueryObserver } from './query-metrics.ts'

const CONNECT_MS = 3_000
const STATEMENT_MS = 15_000
/** Above the server's own limit: reached only if the server does not answer at all. */
const QUERY_MS = 18_000
const LOCK_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000
/** After this idle time the kernel probes every second and gives up after ten probes, as libuv configures it. */
const KEEP_ALIVE_MS = 5_000
/** Connections are replaced regularly, so that they follow a server whose address changed. */
const LIFETIME_SECONDS = 30 * 60
const CLOSE_MS = 2_000
/** Number of requests, and time in ms, for which a failed wait for a connection is remembered. */
const FAILED_REQUESTS = { max: 1_000, ttl: 10_000 }

/** Settings of a connection, sent at its start, or set by `alter role` behind a pooler that does not accept them. */
export const SERVER_SETTINGS = {
  statement_timeout: String(STATEMENT_MS),
  lock_timeout: String(LOCK_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
  timezone: 'UTC',
  // Our queries take milliseconds. Compiling a query, or sharing it among workers, costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // The server ends a connection whose client does not respond, and with it the locks of its transaction.
  tcp_user_timeout: '20000',
} as const

export type PoolOptions = {
  size: number
  /** True behind a pooler that shares connections between transactions: no start parameters, no named statements. */
  isPooled?: boolean
  /** Called if an idle connection breaks. */
  onError?: (error: Error) => void
  /** Called if a query fails, or if no connection is available. */
  onFailure?: (error: unknown) => void
  /** Time limits that replace those of the primary. */
  limits?: Pick<pg.ClientConfig, 'query_timeout' | 'connectionTimeoutMillis'>
  /** True if the database is known to be down, so that no caller waits for a connection. */
  isDown?: () => boolean
  observer?: QueryObserver
}

const startParameters = Object.entries(SERVER_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: normalUrl(url),
    application_name: 'pardeh',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  }
}

/** Opens a connection outside the pool. It emits `end` when it is closed; `config` replaces single options. */
export async function openConnection(
  url: string,
  config: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(url), ...config })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    destroy(client)
    throw error
  }
}

export type Connections = {
  pool: pg.Pool
  /** Closes all connections at once, including those in use: their server no longer exists. */
  drop: () => void
  close: () => Promise<void>
}

/** Creates a pool of connections. */
export function createPool(url: string, options: PoolOptions): Connections {
  const { size, isPooled = false, onError } = options
  const pool = new pg.Pool({
    ...clientConfig(url),
    max: size,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    ...(isPooled ? {} : { options: startParameters }),
    ...options.limits,
  })
  const clients = new Set<pg.Client>()
  // The pool replaces an idle connection that breaks. Without this listener, the error would end the process.
  pool.on('error', error => onError?.(error))
  pool.on('connect', client => {
    clients.add(client)
    // A connection that breaks inside a transaction fails its next query. Without this listener, the error would end the process.
    client.on('error', () => undefined)
    observeQueries(client, options)
  })
  pool.on('remove', client => clients.delete(client))
  observeConnects(pool, options)
  return {
    pool,
    drop: () => clients.forEach(destroy),
    close: async () => {
      await Promise.race([pool.end(), wait(CLOSE_MS, undefined, { ref: false })])
      clients.forEach(destroy)
    },
  }
}

type Given = Pick<PoolOptions, 'isPooled' | 'onFailure' | 'isDown' | 'observer'>
type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

function observeConnects(pool: pg.Pool, { isDown, onFailure, observer }: Given): void {
  // A page makes several calls for one request, but waits for a connection only once.
  const failedRequests = new LRUCache<string, true>(FAILED_REQUESTS)
  const take = pool.connect.bind(pool) as {
    (): Promise<pg.PoolClient>
    (connected: Connected): void
  }
  /** Returns the reason for which this caller gets no connection; null if it may wait for one. */
  const refusal = (): Error | null => {
    const request = failedRequests.size > 0 ? currentRequestId() : undefined
    const reason = isDown?.()
      ? 'the database is down'
      : request && failedRequests.has(request)
        ? 'this request has already waited for a connection'
        : null
    return reason ? new Error(`Connection terminated: ${reason}`) : null
  }
  const failed = (error: unknown) => {
    const request = currentRequestId()
    if (request && databaseFault(error)) failedRequests.set(request, true)
    onFailure?.(error)
  }
  const connect = (connected?: Connected) => {
    const start = performance.now()
    const refused = refusal()
    const measure = () => observer?.onConnection((performance.now() - start) / 1_000)
    if (connected) {
      // Another query's end calls a waiting caller, who must keep the context of its own request.
      const answer = AsyncLocalStorage.bind<Connected>((error, client, release) => {
        measure()
        if (error) failed(error)
        connected(error, client, release)
      })
      if (refused) process.nextTick(answer, refused, undefined, () => undefined)
      else take(answer)
      return undefined
    }
    const taken = refused ? Promise.reject(refused) : take()
    taken.catch(failed)
    taken.then(measure, measure)
    return taken
  }
  Object.assign(pool, { connect })
}

/** Closes the connection, by force if the server does not answer. */
export async function closeClient(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined)
  await Promise.race([ended, wait(CLOSE_MS, undefined, { ref: false })])
  destroy(client)
}

function destroy(client: pg.Client): void {
  const { connection } = client as unknown as {
    connection: { stream: { destroy: (reason?: Error) => void } }
  }
  connection.stream.destroy(new Error('Connection terminated: its server no longer answers'))
}

type Send = (...given: unknown[]) => unknown

function observeQueries(client: pg.Client, { isPooled, onFailure, observer }: Given): void {
  const send = client.query.bind(client) as unknown as Send
  const failed = (error: unknown) => {
    onFailure?.(error)
    // The server has not answered yet, so every later query of this connection would wait behind this one.
    if (error instanceof Error && error.message === 'Query read timeout') void client.end()
  }
  const query: Send = (...given) => {
    const [first, ...rest] = given
    const named = isPooled && typeof first === 'object' && first !== null && 'name' in first
    const callback = rest.at(-1)
    const start = performance.now()
    // The answer arrives in the context of the request that opened the connection.
    const request = currentRequestId()
    const measure = () => {
      const { processID } = client as { processID?: number }
      const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
      if (!text) return
      observer?.onQuery(text, (performance.now() - start) / 1_000, { pid: processID, request })
    }
    if (typeof callback === 'function')
      rest[rest.length - 1] = (error: unknown, result: unknown) => {
        measure()
        if (error) failed(error)
        callback(error, result)
      }
    const unnamed = named ? { ...first, name: undefined } : first
    const result = send(withRequestComment(unnamed), ...rest)
    if (result instanceof Promise) {
      result.then(measure, measure)
      result.catch(failed)
    }
    return result
  }
  Object.assign(client, { query })
}
