/** The Redis of REDIS_URL: one server, a primary that Sentinels name, or a cluster. */
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { parseRedisUrl, type RedisTarget } from './redis-url.ts'

export type RedisClient = Redis | Cluster

/** A request waits no longer for Redis; then its limit is counted in this process. */
const COMMAND_MS = 200
/** After so long without a byte for a sent command, the connection is replaced: its other end has gone without a word. */
const SILENCE_MS = 1_000
const CONNECT_MS = 2_000
const RETRY_MOST_MS = 2_000

export type RedisWatch = { log: Pick<Logger, 'warn' | 'info'>; registry?: Registry }

/** Connects in the background, for ever. Commands fail at once while there is no connection. @throws Error for another URL */
export function connectRedis(url: string, watch: RedisWatch): RedisClient {
  const target = parseRedisUrl(url)
  if (!target) throw new Error('REDIS_URL is malformed')
  const client =
    target.kind === 'cluster'
      ? new Cluster(target.hosts, clusterOptions(target))
      : new Redis(serverOptions(target))
  reportState(client, watch)
  connectAgainAfterEnd(client)
  return client
}

const closed = new WeakSet<RedisClient>()

/** Ends the connection of `connectRedis` for good. */
export function closeRedis(client: RedisClient): void {
  closed.add(client)
  client.disconnect()
}

/**
 * ioredis gives up when a Sentinel announces a failover while it connects: its failover detector stops the attempt, whose error ends the
 * client in place of a retry.
 */
function connectAgainAfterEnd(client: RedisClient): void {
  client.on('end', () => {
    const connect = () => {
      if (!closed.has(client)) client.connect().catch(() => undefined)
    }
    setTimeout(connect, waitBeforeRetry(1)).unref()
  })
}

function serverOptions(target: RedisTarget): RedisOptions {
  const { kind, hosts, isTls, primary, sentinelPassword, database } = target
  const options = { ...connectionOptions(target), db: database, enableOfflineQueue: false }
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

function clusterOptions(target: RedisTarget): ClusterOptions {
  return {
    redisOptions: connectionOptions(target),
    enableOfflineQueue: false,
    clusterRetryStrategy: waitBeforeRetry,
    slotsRefreshTimeout: CONNECT_MS,
    slotsRefreshInterval: 5_000,
    maxRedirections: 3,
    retryDelayOnClusterDown: 50,
    retryDelayOnFailover: 50,
    // Certificates name hosts, and a cluster names its nodes by address.
    dnsLookup: (address, done) => done(null, address),
  }
}

function connectionOptions({ isTls, username, password }: RedisTarget) {
  return {
    ...(isTls ? { tls: {} } : {}),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    commandTimeout: COMMAND_MS,
    socketTimeout: SILENCE_MS,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: 1,
  } satisfies RedisOptions
}

function waitBeforeRetry(attempt: number): number {
  return Math.min(attempt * 100, RETRY_MOST_MS)
}

/** Says once that Redis is gone, and once that it is back: every attempt to connect is an error of its own. */
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
    if (!next) log.warn({ err: lastError }, 'Redis is gone')
    else if (isUp === false) log.info('Redis is back')
    isUp = next
  }
  if (!registry) return
  new Gauge({
    name: 'pardeh_redis_up',
    help: 'Whether this process is connected to Redis',
    registers: [registry],
    collect() {
      this.set(isUp ? 1 : 0)
    },
  })
}
