/**
 * A streaming replica for reads of the catalogue. It is current up to the newest position of the primary's log that it has replayed.
 * If it lags too far behind, or has not yet replayed a change, reads go to the primary.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { type Connections, createPool, type PoolOptions } from './connection.ts'
import type { Log } from './embedded.ts'

const EVERY_MS = 500
/** Maximum age of data from the replica. */
const MAX_LAG_SECONDS = 5
/** The primary answers if a replica does not, so callers do not wait long. */
const QUERY_MS = 3_000
const CONNECT_MS = 1_000

export type Replica = {
  pool: pg.Pool
  isUsable: () => boolean
  /** Returns how many seconds it is behind, at most. */
  lagSeconds: () => number
  /** Reports a change on the primary: the replica is unused until it has replayed it. */
  expectChange: () => void
  /** Reports a failed query: the replica is unused until a check succeeds. */
  fail: () => void
  stop: () => Promise<void>
}
export type ReplicaOptions = {
  url: string
  primary: pg.Pool
  log: Log
  pool: PoolOptions
}

type Position = { at: number; lsn: bigint }

export function connectReplica({ url, primary, log, pool: options }: ReplicaOptions): Replica {
  const limits = { query_timeout: QUERY_MS, connectionTimeoutMillis: CONNECT_MS }
  const connections: Connections = createPool(url, { ...options, limits })
  const { pool } = connections
  const stopping = new AbortController()
  /** Positions of the primary that the replica has not reached yet. */
  let ahead: Position[] = []
  let current = Number.NEGATIVE_INFINITY
  let changedAt = Number.NEGATIVE_INFINITY
  let isUp = false
  let wasUsable: boolean | null = null

  const lagSeconds = () => (performance.now() - current) / 1_000
  const isUsable = () => isUp && lagSeconds() < MAX_LAG_SECONDS && current > changedAt

  async function check(): Promise<void> {
    const at = performance.now()
    const { rows: now } = await primary.query('select pg_current_wal_lsn()::text as lsn')
    ahead.push({ at, lsn: positionOf(now[0].lsn) })
    const { rows } = await pool.query('select pg_last_wal_replay_lsn()::text as lsn')
    // The value is null on a server that is not a replica.
    if (rows[0].lsn === null)
      throw new Error('DATABASE_READ_URL points to a server that is not a replica')
    const replayed = positionOf(rows[0].lsn)
    const reached = ahead.filter(({ lsn }) => lsn <= replayed)
    if (reached.length > 0) current = Math.max(...reached.map(position => position.at))
    ahead = ahead.filter(position => position.at > current).slice(-1_000)
    isUp = true
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const failed = await check().catch((error: unknown) => error)
      if (failed) isUp = false
      const isFit = isUp && lagSeconds() < MAX_LAG_SECONDS
      if (isFit !== wasUsable && !stopping.signal.aborted) {
        if (isFit) log.info({ event: 'replica_used' }, 'the replica is used for reads')
        else
          log.warn(
            { event: 'replica_left', err: failed },
            'the replica is not used: reads go to the primary',
          )
        wasUsable = isFit
      }
      await wait(EVERY_MS, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      )
    }
  }

  const running = run()
  return {
    pool,
    isUsable,
    lagSeconds,
    expectChange: () => {
      changedAt = performance.now()
    },
    fail: () => {
      isUp = false
    },
    stop: async () => {
      stopping.abort()
      await connections.close()
      await running
    },
  }
}

/** Returns a position such as `16/B374D848` as a number. */
function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export function registerReplicaGauges(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'pardeh_replica_used',
    help: '1 while catalogue reads go to the replica of DATABASE_READ_URL, 0 while they go to the primary',
    registers: [registry],
    collect() {
      this.set(replica.isUsable() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'pardeh_replica_lag_seconds',
    help: `Maximum lag of the replica in seconds; it is not used above ${MAX_LAG_SECONDS}`,
    registers: [registry],
    collect() {
      const lag = replica.lagSeconds()
      this.set(Number.isFinite(lag) ? lag : -1)
    },
  })
}
