import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { Refusal } from './refusal.ts'

export type LimitRule = { points: number; seconds: number }
/**
 * Counts an attempt under `name` and `key` and refuses with 429 when there were more than `points` in `seconds`.
 * `secure` counts in the database (survives a restart, shared by all nodes); `volume` in memory, or in Redis.
 */
export type Limits = {
  secure: (name: string, key: string, rule: LimitRule) => Promise<void>
  volume: (name: string, key: string, rule: LimitRule) => Promise<void>
  /** Seconds until `key` may try again; 0 when it may now. Counts nothing. */
  waitFor: (name: string, key: string, rule: LimitRule) => Promise<number>
  forget: (name: string, key: string) => Promise<void>
}

type Limiter = RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis

export function createLimits(pool: Pool, redis: Redis | null): Limits {
  const secure = new Map<string, RateLimiterPostgres>()
  const volume = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  const secureRule = (name: string, rule: LimitRule) =>
    remember(
      secure,
      `${name}:${rule.points}:${rule.seconds}`,
      () =>
        new RateLimiterPostgres({
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          keyPrefix: name,
          points: rule.points,
          duration: rule.seconds,
          clearExpiredByTimeout: false,
        }),
    )
  const volumeRule = (name: string, rule: LimitRule) =>
    remember(volume, `${name}:${rule.points}:${rule.seconds}`, () => {
      const options = { keyPrefix: name, points: rule.points, duration: rule.seconds }
      const memory = new RateLimiterMemory(options)
      return redis
        ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
        : memory
    })
  return {
    secure: (name, key, rule) => consume(secureRule(name, rule), key),
    volume: (name, key, rule) => consume(volumeRule(name, rule), key),
    waitFor: async (name, key, rule) => {
      const found = await secureRule(name, rule).get(key)
      return found && found.consumedPoints >= rule.points ? Math.ceil(found.msBeforeNext / 1000) : 0
    },
    forget: async (name, key) => {
      await pool.query('delete from rate_limits where key = $1', [`${name}:${key}`])
    },
  }
}

async function consume(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    throw new Refusal('too_many_requests', {
      retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
    })
  }
}

function remember<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found) return found
  const made = make()
  map.set(key, made)
  return made
}
