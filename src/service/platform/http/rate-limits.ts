import type { Pool, QueryConfig } from 'pg'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { preparedText } from '../db/prepared.ts'
import type { RedisClient } from '../nodes/redis.ts'
import { limitKey } from './address.ts'
import { ApiError } from './api-error.ts'

type LimitRule = { points: number; seconds: number }
type Taken = {
  isTaken: boolean
  /** Points used in this window. */
  taken: number
  /** End of the window in ms since 1970; `wait` is the number of seconds until then. */
  until: number
  wait: number
}
/** A rule for one key. */
export type Limit = { name: string; key: string; rule: LimitRule }
/** Rate limits by name and key. An IP address is counted by its network, since an IPv6 client owns a whole /64. */
export type Limits = {
  /**
   * Counts an attempt, including rejected ones, and throws 429 beyond `points` in `seconds`. It is stored in the database, so that
   * counts survive a restart and are shared by all nodes.
   */
  secure: (name: string, key: string, rule: LimitRule) => Promise<void>
  /** Like `secure`, but in Redis, or without Redis in the memory of this process. */
  volume: (name: string, key: string, rule: LimitRule) => Promise<void>
  /** Takes one of `points` in one statement in the database. Attempts beyond them are not counted. */
  take: (name: string, key: string, rule: LimitRule) => Promise<Taken>
  /**
   * Does the same as a `take` of each limit in turn, in one statement: after an exhausted limit, the last of the result, it takes no
   * further points. Callers that share limits must give them in the same order, so that they cannot deadlock.
   */
  takeInTurn: (limits: readonly Limit[]) => Promise<Taken[]>
  /** Undoes one `take` or `secure`, for an attempt that had no effect. */
  giveBack: (name: string, key: string) => Promise<void>
  /** Points used in the current window. */
  taken: (name: string, key: string) => Promise<number>
  forget: (name: string, key: string) => Promise<void>
}

type Limiter = RateLimiterMemory | RateLimiterRedis

export function createLimits(pool: Pool, redis: RedisClient | null): Limits {
  const volume = new Map<string, Limiter>()
  const volumeRule = (name: string, rule: LimitRule) =>
    memoise(volume, `${name}:${rule.points}:${rule.seconds}`, () => {
      const options = { keyPrefix: name, points: rule.points, duration: rule.seconds }
      const memory = new RateLimiterMemory(options)
      return redis
        ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
        : memory
    })
  return {
    secure: (name, key, rule) => count(pool, `${name}:${limitKey(key)}`, rule),
    volume: (name, key, rule) => consume(volumeRule(name, rule), limitKey(key)),
    take: (name, key, rule) => take(pool, `${name}:${limitKey(key)}`, rule),
    takeInTurn: limits =>
      takeInTurn(
        pool,
        limits.map(({ name, key, rule }) => ({ key: `${name}:${limitKey(key)}`, rule })),
      ),
    giveBack: async (name, key) => {
      await pool.query(preparedText(pool, 'point of a limit given back', GIVE_BACK), [
        `${name}:${limitKey(key)}`,
      ])
    },
    taken: async (name, key) => {
      const { rows } = await pool.query(TAKEN, [`${name}:${limitKey(key)}`])
      return rows[0]?.points ?? 0
    },
    forget: async (name, key) => {
      await pool.query('delete from rate_limits where key = $1', [`${name}:${limitKey(key)}`])
    },
  }
}

/**
 * Windows end by the database's clock, in ms since 1970. The PostgreSQL limiter of the package uses the node's clock, and a clock
 * that is days ahead would restart every window.
 */
const NOW = '(extract(epoch from now()) * 1000)::bigint'
const ONE_MORE = `
  on conflict (key) do update set
    points = case when r.expire <= ${NOW} then 1 else r.points + 1 end,
    expire = case when r.expire <= ${NOW} then excluded.expire else r.expire end`
const COUNT = `insert into rate_limits as r (key, points, expire) values ($1, 1, ${NOW} + $2) ${ONE_MORE}`
const RESULT = `returning points, expire, greatest(0, expire - ${NOW})::float8 as left_ms`
const COUNT_ALL = `${COUNT} ${RESULT}`
const TAKE = `${COUNT} where r.expire <= ${NOW} or r.points < $3 ${RESULT}`
const TAKEN = `
  select points, expire, greatest(0, expire - ${NOW})::float8 as left_ms
  from rate_limits where key = $1 and expire > ${NOW}`
const GIVE_BACK = `update rate_limits set points = points - 1 where key = $1 and expire > ${NOW} and points > 0`

async function count(pool: Pool, key: string, { points, seconds }: LimitRule): Promise<void> {
  const statement = preparedText(pool, 'attempt of a limit', COUNT_ALL)
  const { rows } = await pool.query(statement, [key, seconds * 1_000])
  if (rows[0].points > points) throw tooMany(rows[0].left_ms)
}

async function take(pool: Pool, key: string, { points, seconds }: LimitRule): Promise<Taken> {
  const statement = preparedText(pool, 'point of a limit', TAKE)
  const { rows } = await pool.query(statement, [key, seconds * 1_000, points])
  const [found] = rows.length > 0 ? rows : (await pool.query(TAKEN, [key])).rows
  return takenOf(found, rows.length > 0)
}

/** Returns a statement that takes a point of so many limits, each only if it has taken one of the limit before. */
function takingInTurn(pool: Pool, count: number): QueryConfig {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const parts = numbers.map(number => {
    const [key, ms, most] = [1, 2, 3].map(place => `$${3 * (number - 1) + place}`)
    const before = number === 1 ? '(select) as one_row' : `taken${number - 1}`
    return `taken${number} as (
      insert into rate_limits as r (key, points, expire) select ${key}::text, 1, ${NOW} + ${ms}::bigint from ${before}
      ${ONE_MORE} where r.expire <= ${NOW} or r.points < ${most}::int ${RESULT}
    )`
  })
  const rows = numbers.map(number => `select ${number} as number, * from taken${number}`)
  const text = `with ${parts.join(', ')} ${rows.join(' union all ')} order by number`
  return preparedText(pool, `points of ${count} limits in turn`, text)
}

async function takeInTurn(
  pool: Pool,
  limits: ReadonlyArray<{ key: string; rule: LimitRule }>,
): Promise<Taken[]> {
  const values = limits.flatMap(({ key, rule }) => [key, rule.seconds * 1_000, rule.points])
  const { rows } = await pool.query(takingInTurn(pool, limits.length), values)
  const results = rows.map(row => takenOf(row, true))
  const exhausted = limits[rows.length]
  if (!exhausted) return results
  const { rows: found } = await pool.query(TAKEN, [exhausted.key])
  return [...results, takenOf(found[0], false)]
}

type TakenRow = { points: number; expire: string; left_ms: number }

function takenOf(row: TakenRow | undefined, isTaken: boolean): Taken {
  return {
    isTaken,
    taken: row?.points ?? 0,
    until: Number(row?.expire ?? 0),
    wait: waitSeconds(row?.left_ms ?? 0),
  }
}

function waitSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}

function tooMany(ms: number): ApiError {
  return new ApiError('too_many_requests', { retryAfter: waitSeconds(ms) })
}

async function consume(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected
    throw tooMany(rejected.msBeforeNext)
  }
}

function memoise<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key)
  if (found) return found
  const made = make()
  map.set(key, made)
  return made
}
