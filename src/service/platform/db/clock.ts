// The database's clock, continued on each node with its own monotonic clock. A node whose system clock is wrong, or is changed
// while it runs, still makes the same decisions as all others.
import { type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from './embedded.ts'
import type { Queryable } from './open.ts'

/** A node whose clock is off by more takes no traffic: something is wrong with its host. */
export const MAX_SKEW_SECONDS = 5
const COMPARE_EVERY_MS = 20_000
/** Comparisons that took longer are ignored, since they are too inexact. */
const MAX_ROUND_TRIP_MS = 2_000
const FIRST_COMPARISONS = 3

export type DatabaseClock = {
  /** Returns the time of the database, exact to half a round trip of the last comparison. */
  now: () => Date
  /** Returns the seconds by which the system clock is certainly ahead of the database; negative if it is behind. */
  skewSeconds: () => number
  isSkewed: () => boolean
  compare: () => Promise<void>
  stop: () => void
}
export type ClockOptions = {
  log: Log
  /** Returns the system time of this node in ms since 1970. */
  systemNow?: () => number
}

const MILLISECONDS = 'extract(epoch from clock_timestamp())::float8 * 1000'

/** Returns the current time of the database. A transaction calls it after it has taken its locks. */
export async function databaseNow(db: Queryable): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(readClock)
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  return new Date(row.ms)
}
const readClock: SQL = sql`select ${sql.raw(MILLISECONDS)} as ms`

type Comparison = { offset: number; roundTrip: number; skew: number }

/**
 * Starts the clock. If a later comparison fails, the clock continues from the last one.
 * @throws if the database cannot be asked at the start
 */
export async function startDatabaseClock(
  pool: Pick<Pool, 'connect'>,
  { log, systemNow = Date.now }: ClockOptions,
): Promise<DatabaseClock> {
  let last = await firstComparison(pool, systemNow)
  let isComparing = false
  const isSkewed = () => Math.abs(last.skew) > MAX_SKEW_SECONDS
  const say = () => {
    const seconds = Math.round(last.skew)
    if (isSkewed()) log.error({ event: 'clock_skew', seconds }, "this node's clock is wrong")
    else log.info({ event: 'clock_right' }, "this node's clock is right again")
  }
  const compare = async () => {
    if (isComparing) return
    isComparing = true
    try {
      const next = await comparison(pool, systemNow)
      if (next.roundTrip > MAX_ROUND_TRIP_MS) return
      const wasSkewed = isSkewed()
      last = next
      if (isSkewed() !== wasSkewed) say()
    } catch {
      // Another check reports that the database does not answer.
    } finally {
      isComparing = false
    }
  }
  if (isSkewed()) say()
  const timer = setInterval(() => void compare(), COMPARE_EVERY_MS)
  timer.unref()
  return {
    now: () => new Date(performance.now() + last.offset),
    skewSeconds: () => last.skew,
    isSkewed,
    compare,
    stop: () => clearInterval(timer),
  }
}

/** Returns the quickest of a few comparisons: the first query of a connection takes longer. */
async function firstComparison(pool: Pick<Pool, 'connect'>, systemNow: () => number) {
  let best = await comparison(pool, systemNow)
  for (let count = 1; count < FIRST_COMPARISONS; count++) {
    const next = await comparison(pool, systemNow)
    if (next.roundTrip < best.roundTrip) best = next
  }
  return best
}

async function comparison(
  pool: Pick<Pool, 'connect'>,
  systemNow: () => number,
): Promise<Comparison> {
  // The time spent waiting for a connection is not part of the round trip.
  const client = await pool.connect()
  try {
    const sent = performance.now()
    const { rows } = await client.query(`select ${MILLISECONDS} as ms`)
    const received = performance.now()
    const roundTrip = received - sent
    const time = (rows[0] as { ms: number }).ms + roundTrip / 2
    return { offset: time - received, roundTrip, skew: skewOf(systemNow() - time, roundTrip / 2) }
  } finally {
    client.release()
  }
}

/** Returns the part of a difference, in seconds, that the round trip does not explain. */
function skewOf(difference: number, unsure: number): number {
  return (Math.sign(difference) * Math.max(0, Math.abs(difference) - unsure)) / 1_000
}

/** Registers the metric of the clock skew. */
export function registerClockGauge(registry: Registry, clock: Pick<DatabaseClock, 'skewSeconds'>) {
  new Gauge({
    name: 'pardeh_clock_skew_seconds',
    help: `Seconds by which this node's clock is ahead of the database's; the node is not ready above ${MAX_SKEW_SECONDS}`,
    registers: [registry],
    collect() {
      this.set(clock.skewSeconds())
    },
  })
}
