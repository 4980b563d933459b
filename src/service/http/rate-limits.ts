import type { Redis } from 'ioredis'
import type { Pool } from 'pg'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import { limitKey } from './address.ts'
import { ApiError } from './api-error.ts'

export type LimitRule = { points: number; seconds: number }
export type Taken = {
  isTaken: boolean
  /** Points used in this window. */
  taken: number
  /** End of the window in ms since 1970; `wait`: the seconds until then. */
  until: number
  wait: number
}
/** Rate limits by name and key. An IP address as a key is counted by its network, since an IPv6 client owns a whole /64. */
export type Limits = {
  /**
   * Counts an attempt, rejected ones too, and throws 429 beyond `points` in `seconds`. In the database: counts survive a
   * restart and are shared by all nodes.
   */
  secure: (name: string, key: string, rule: LimitRule) => Promise<void>
  /** The same in Redis, or without one in the memory of this process. */
  volume: (name: string, key: string, rule: LimitRule) => Promise<void>
  /** Takes one of `points` in one statement; attempts beyond them are not counted. In the database. */
  take: (name: string, key: string, rule: LimitRule) => Promise<Taken>
  /** Undoes one `take` or `secure`, for an attempt that had no effect. */
  giveBack: (name: string, key: string) => Promise<void>
  /** Points used in the current window. */
  taken: (name: string, key: string) => Promise<number>
  forget: (name: string, key: string) => Promise<void>
}

type Limiter = RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis

export function createLimits(pool: Pool, redis: Redis | null): Limits {
  const secure = new Map<string, RateLimiterPostgres>()
  const volume = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  const secureRule = (name: string, rule: LimitRule) =>
    memoise(
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
    memoise(volume, `${name}:${rule.points}:${rule.seconds}`, () => {
      const options = { keyPrefix: name, points: rule.points, duration: rule.seconds }
      const memory = new RateLimiterMemory(options)
      return redis
        ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
        : memory
    })
  return {
    secure: (name, key, rule) => consume(secureRule(name, rule), limitKey(key)),
    volume: (name, key, rule) => consume(volumeRule(name, rule), limitKey(key)),
    take: (name, key, rule) => take(pool, `${name}:${limitKey(key)}`, rule),
    giveBack: async (name, key) => {
      await pool.query(GIVE_BACK, [`${name}:${limitKey(key)}`, Date.now()])
    },
    taken: async (name, key) => {
      const { rows } = await pool.query(TAKEN, [`${name}:${limitKey(key)}`, Date.now()])
      return rows[0]?.points ?? 0
    },
    forget: async (name, key) => {
      await pool.query('delete from rate_limits where key = $1', [`${name}:${limitKey(key)}`])
    },
  }
}

const TAKE = `
  insert into rate_limits as r (key, points, expire) values ($1, 1, $2)
  on conflict (key) do update set
    points = case when r.expire <= $3 then 1 else r.points + 1 end,
    expire = case when r.expire <= $3 then $2 else r.expire end
  where r.expire <= $3 or r.points < $4
  returning points, expire`
const TAKEN = 'select points, expire from rate_limits where key = $1 and expire > $2'
const GIVE_BACK =
  'update rate_limits set points = points - 1 where key = $1 and expire > $2 and points > 0'

async function take(pool: Pool, key: string, { points, seconds }: LimitRule): Promise<Taken> {
  const now = Date.now()
  const { rows } = await pool.query(TAKE, [key, now + seconds * 1000, now, points])
  const [found] = rows.length > 0 ? rows : (await pool.query(TAKEN, [key, now])).rows
  const until = Number(found?.expire ?? now)
  return {
    isTaken: rows.length > 0,
    taken: found?.points ?? 0,
    until,
    wait: Math.max(1, Math.ceil((until - now) / 1000)),
  }
}

async function consume(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected
    throw new ApiError('too_many_requests', {
      retryAfter: Math.max(1, Math.ceil(rejected.msBeforeNext / 1000)),
    })
  }
}

function memoise<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found) return found
  const made = make()
  map.set(key, made)
  return made
}
