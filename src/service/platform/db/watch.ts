/**
 * Checks every second on a separate connection if the database can be used, so that /readyz can answer at once. If this connection
 * was lost and a new one works, the server may be another one, so all older connections are closed; so are they when it is lost.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient, openConnection } from './connection.ts'
import type { Log } from './embedded.ts'
import { type DatabaseFault, databaseFault } from './faults.ts'

const EVERY_MS = 1_000
const RETRY_MS = 250
/** A slower answer counts as a fault, even if it may still arrive. */
const SLOW_MS = 1_200
const GIVE_UP_MS = 4_000
const CONNECT_MS = 2_000
/** If a timer is later than this, this process itself was blocked. */
const STALL_MS = 100
/** Faults during which no query can succeed. */
const DOWN: readonly (DatabaseFault | null)[] = ['connection', 'restarting', 'timeout']

export type DatabaseWatch = {
  /** Returns the fault that makes the database unusable now; null if it can be used. */
  fault: () => DatabaseFault | null
  /** True if the database did not answer the last check. */
  isDown: () => boolean
  /** Reports a fault of another connection. Faults that may last end when a probe succeeds. */
  report: (fault: DatabaseFault) => void
  stop: () => Promise<void>
}
export type WatchOptions = {
  url: string
  log: Log
  /** Called if connections made until now must be closed, because the server may be another one. */
  onReplaced: () => void
  /** Called once the server no longer answers. */
  onLost?: () => void
}

export async function watchDatabase({
  url,
  log,
  onReplaced,
  onLost,
}: WatchOptions): Promise<DatabaseWatch> {
  let fault: DatabaseFault | null = null
  let reported: 'disk_full' | 'too_many_connections' | null = null
  let client: pg.Client | null = null
  let askedAt: number | null = null
  let isLost = false
  const stopping = new AbortController()

  const dial = () =>
    openConnection(url, {
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: GIVE_UP_MS,
      application_name: 'pardeh watch',
    })

  async function probe(): Promise<DatabaseFault | null> {
    client ??= await dial()
    const { rows } = await client.query(READ_ONLY)
    return rows[0].read_only ? 'read_only' : null
  }

  /** A full disk only affects writes, and too many connections only new ones, so these need their own probes. */
  async function probeReported(): Promise<DatabaseFault | null> {
    if (!reported) return null
    let another: pg.Client | null = null
    try {
      another = await dial()
      if (reported === 'disk_full') await another.query(TAKE_SPACE)
    } catch (error) {
      if (databaseFault(error)) return databaseFault(error)
    } finally {
      if (another) await closeClient(another)
    }
    reported = null
    return null
  }

  async function check(): Promise<void> {
    askedAt = performance.now()
    let found = await probe().catch(error => databaseFault(error) ?? 'connection')
    const hasStalled = found === 'timeout' && performance.now() - askedAt > GIVE_UP_MS + STALL_MS
    askedAt = null
    if (hasStalled) {
      // This process was blocked, and the answer may have arrived unread.
      if (client) await closeClient(client)
      client = null
      return
    }
    if (found) {
      isLost = true
      if (client) await closeClient(client)
      client = null
    } else {
      if (isLost) onReplaced()
      isLost = false
      found = await probeReported()
    }
    if (found !== fault) say(found)
    const isNewlyDown = DOWN.includes(found) && !DOWN.includes(fault)
    fault = found
    // Queries that wait for an answer end now instead of at their own time limit.
    if (isNewlyDown) onLost?.()
  }

  function say(found: DatabaseFault | null): void {
    if (found) log.warn({ event: 'database_down', fault: found }, 'the database cannot be used')
    else log.info({ event: 'database_up' }, 'the database can be used again')
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await check()
      await wait(fault ? RETRY_MS : EVERY_MS, undefined, {
        ref: false,
        signal: stopping.signal,
      }).catch(() => undefined)
    }
  }

  await check()
  const running = run()
  return {
    fault: () => {
      const isSlow = askedAt !== null && performance.now() - askedAt > SLOW_MS
      return fault ?? (isSlow ? 'timeout' : null)
    },
    isDown: () => DOWN.includes(fault),
    report: found => {
      if (found !== 'disk_full' && found !== 'too_many_connections') return
      reported = found
      fault ??= found
    },
    stop: async () => {
      stopping.abort()
      if (client) await closeClient(client)
      await running
    },
  }
}

/** True for a standby, too: its primary is elsewhere. */
const READ_ONLY = `select current_setting('transaction_read_only')::bool as read_only`
/** A temporary table needs space on the disk, and is dropped at the end. */
const TAKE_SPACE = `begin; create temp table pardeh_probe on commit drop as select repeat(md5(i::text), 100) as filling
  from generate_series(1, 100) i; rollback`
