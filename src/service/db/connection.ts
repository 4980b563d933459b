/**
 * How connections are made. Each wait has an end on the server and on this side, since a server that was cut off says nothing;
 * an error of a connection ends the connection, never the process.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { normalUrl } from './database-url.ts'
import { withRequestComment } from './query-comment.ts'
import type { QueryObserver } from './query-metrics.ts'

export const CONNECT_MS = 3_000
const STATEMENT_MS = 15_000
/** Above the server's own limit: it is reached when the server does not answer at all. */
const QUERY_MS = 18_000
const LOCK_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 30_000
/** The kernel then asks each second, and gives up after ten: what libuv sets. */
const KEEP_ALIVE_MS = 5_000
/** Connections are replaced, so that they follow a server that got another address. */
const LIFETIME_SECONDS = 30 * 60
const CLOSE_MS = 2_000

/** What the server is told at the start of a connection, or by `alter role` where a pooler takes no such parameters. */
export const SERVER_SETTINGS = {
  statement_timeout: String(STATEMENT_MS),
  lock_timeout: String(LOCK_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
  timezone: 'UTC',
  // Our queries take milliseconds: to compile one, or to share it among workers, costs more than it saves.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // The server ends a connection whose other side takes nothing, and with it the locks of its transaction.
  tcp_user_timeout: '20000',
} as const

export type PoolOptions = {
  size: number
  /** Behind a pooler that shares connections between transactions: no start parameters, no named statements. */
  isPooled?: boolean
  /** An idle connection broke. */
  onError?: (error: Error) => void
  /** A query failed, or no connection could be had. */
  onFailure?: (error: unknown) => void
  /** Other limits of time than those of the primary. */
  limits?: Pick<pg.ClientConfig, 'query_timeout' | 'connectionTimeoutMillis'>
  /** Nobody has to wait for a connection of a database that is known not to answer. */
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

/** A connection of its own. Its `end` event tells that it is over; `config` replaces single options. */
export async function connect(url: string, config: pg.ClientConfig = {}): Promise<pg.Client> {
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
  /** Breaks all connections, those in use too: they lead to a server that is not there any more. */
  drop: () => void
  close: () => Promise<void>
}

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
  // An idle connection that breaks is replaced by the pool; unheard, it would end the process.
  pool.on('error', error => onError?.(error))
  pool.on('connect', client => {
    clients.add(client)
    // One that breaks inside a transaction says so by its next query; unheard here, it would end the process too.
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
  const take = pool.connect.bind(pool)
  const connect = (connected?: Connected) => {
    const start = performance.now()
    const taken = isDown?.()
      ? Promise.reject(new Error('Connection terminated: the database is down'))
      : take()
    taken.catch((error: unknown) => onFailure?.(error))
    const measure = () => observer?.onConnection((performance.now() - start) / 1_000)
    taken.then(measure, measure)
    if (!connected) return taken
    return void taken.then(
      client => connected(undefined, client, client.release),
      (error: Error) => connected(error, undefined, () => undefined),
    )
  }
  Object.assign(pool, { connect })
}

/** Ends the connection, by force where the server does not answer. */
export async function closeClient(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined)
  await Promise.race([ended, wait(CLOSE_MS, undefined, { ref: false })])
  destroy(client)
}

function destroy(client: pg.Client): void {
  const { connection } = client as unknown as {
    connection: { stream: { destroy: (reason?: Error) => void } }
  }
  connection.stream.destroy(new Error('Connection terminated: it leads nowhere'))
}

type Send = (...given: unknown[]) => unknown

function observeQueries(client: pg.Client, { isPooled, onFailure, observer }: Given): void {
  const send = client.query.bind(client) as unknown as Send
  const failed = (error: unknown) => {
    onFailure?.(error)
    // The server still owes the answer: every later query of this connection would wait behind it.
    if (error instanceof Error && error.message === 'Query read timeout') void client.end()
  }
  const query: Send = (...given) => {
    const [first, ...rest] = given
    const named = isPooled && typeof first === 'object' && first !== null && 'name' in first
    const callback = rest.at(-1)
    const start = performance.now()
    const measure = () => {
      const { processID } = client as { processID?: number }
      const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text
      if (text) observer?.onQuery(text, (performance.now() - start) / 1_000, processID)
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
