/** The Redis of REDIS_URL: one server, a primary found through Sentinels, or a cluster. */
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { parseRedisUrl, type RedisTarget } from './redis-url.ts'

export type RedisClient = Redis | Cluster

/** Maximum time in ms for which a request waits for Redis; then its limit is counted in this process. */
const COMMAND_MS = 200
/** Time without a byte for a sent command after which the connection is replaced, since the server has disappeared. */
const SILENCE_MS = 1_000
const CONNECT_MS = 2_000
const RETRY_MOST_MS = 2_000

export type RedisWatch = {
  log: Pick<Logger, 'warn' | 'info'>
  registry?: Registry
  /** Time limit of a command in milliseconds. */
  commandMs?: number
}

/** Connects in the background, and reconnects forever. Commands fail at once without a connection. @throws Error if the URL is malformed */
export function connectRedis(url: string, watch: RedisWatch): RedisClient {
  const target = parseRedisUrl(url)
  if (!target) throw new Error('REDIS_URL is malformed')
  const client =
    target.kind === 'cluster'
      ? new Cluster(target.hosts, clusterOptions(target, watch))
      : new Redis(serverOptions(target, watch))
  reportState(client, watch)
  connectAgainAfterEnd(client)
  return client
}

const closed = new WeakSet<RedisClient>()

/** Closes the connection of `connectRedis` for good. */
export function closeRedis(client: RedisClient): void {
  closed.add(client)
  client.disconnect()
}

/**
 * ioredis gives up if a Sentinel announces a failover while it connects: its failover detector stops the attempt, and the error ends
 * the client instead of causing a retry.
 */
function connectAgainAfterEnd(client: RedisClient): void {
  client.on('end', () => {
    const connect = () => {
      if (!closed.has(client)) client.connect().catch(() => undefined)
    }
    setTimeout(connect, waitBeforeRetry(1)).unref()
  })
}

function serverOptions(target: RedisTarget, watch: RedisWatch): RedisOptions {
  const { kind, hosts, isTls, primary, sentinelPassword, database } = target
  const options = { ...connectionOptions(target, watch), db: database, enableOfflineQueue: false }
  if (kind === 'server') return { ...options, ...hosts[0], retryStrategy: waitBeforeRetry }
  return {
    ...options,
    sentinels: hosts,
    name: primary,
    enableTLSForSentinelMode: isTls,
    ...(isTls ? { sentinelTLS: {} } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
    sentinelCommandTimeout: SILENCE_MS,
    sentinelRetryStrategy: waitBeforeRetry,
    retryStrategy: waitBeforeRetry,
    // A demoted primary answers writes with an error and keeps its connections.
    failoverDetector: true,
    reconnectOnError: error => (error.message.startsWith('READONLY') ? 2 : false),
  }
}

function clusterOptions(target: RedisTarget, watch: RedisWatch): ClusterOptions {
  return {
    redisOptions: connectionOptions(target, watch),
    enableOfflineQueue: false,
    clusterRetryStrategy: waitBeforeRetry,
    slotsRefreshTimeout: CONNECT_MS,
    slotsRefreshInterval: 5_000,
    maxRedirections: 3,
    retryDelayOnClusterDown: 50,
    retryDelayOnFailover: 50,
    // Certificates contain host names, but a cluster lists its nodes by address.
    dnsLookup: (address, done) => done(null, address),
  }
}

function connectionOptions(
  { isTls, username, password }: RedisTarget,
  { commandMs = COMMAND_MS }: RedisWatch,
) {
  return {
    ...(isTls ? { tls: {} } : {}),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    commandTimeout: commandMs,
    socketTimeout: Math.max(SILENCE_MS, commandMs),
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: 1,
  } satisfies RedisOptions
}

function waitBeforeRetry(attempt: number): number {
  return Math.min(attempt * 100, RETRY_MOST_MS)
}

/** Logs once when Redis becomes unavailable, and once when it is back: every failed attempt to connect is another error. */
function reportState(client: RedisClient, { log, registry }: RedisWatch): void {
  let isUp: boolean | undefined
  let lastError: unknown
  client.on('error', error => {
    lastError = error
    if (isUp === undefined) change(false)
  })
  client.on('ready', () => change(true))
  client.on('close', () => change(false))
  function change(next: boolean): void {
    if (isUp === next) return
    if (!next) log.warn({ err: lastError }, 'Redis is unavailable')
    else if (isUp === false) log.info('Redis is available again')
    isUp = next
  }
  if (!registry) return
  new Gauge({
    name: 'pardeh_redis_up',
    help: '1 if this process is connected to Redis, otherwise 0',
    registers: [registry],
    collect() {
      this.set(isUp ? 1 : 0)
    },
  })
}
