/**
 * Asks the database every second whether it serves, over a connection of its own: what /readyz tells is known before it is asked.
 * Where this connection was lost and a new one serves, the server may be another one, and all older connections are dropped.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient, connect } from './connection.ts'
import type { Log } from './embedded.ts'
import { type DatabaseFault, databaseFault } from './faults.ts'

const EVERY_MS = 1_000
const RETRY_MS = 250
/** An answer that takes longer is a fault, though it may still come. */
const SLOW_MS = 1_200
const GIVE_UP_MS = 4_000
const CONNECT_MS = 2_000
/** A timer that is late by more was held up by this process itself. */
const STALL_MS = 100
/** Of these no query has a chance. */
const DOWN: readonly (DatabaseFault | null)[] = ['connection', 'restarting', 'timeout']

export type DatabaseWatch = {
  /** Why the database cannot be used now; null when it can. */
  fault: () => DatabaseFault | null
  /** Whether it does not answer at all, as the last check found. */
  isDown: () => boolean
  /** Another connection met this fault. Some of them outlast it, and end when a probe says so. */
  report: (fault: DatabaseFault) => void
  stop: () => Promise<void>
}
export type WatchOptions = {
  url: string
  log: Log
  /** The connections that were made until now lead nowhere. */
  onReplaced: () => void
}

export async function watchDatabase({
  url,
  log,
  onReplaced,
}: WatchOptions): Promise<DatabaseWatch> {
  let fault: DatabaseFault | null = null
  let reported: 'disk_full' | 'too_many_connections' | null = null
  let client: pg.Client | null = null
  let askedAt: number | null = null
  let isLost = false
  const stopping = new AbortController()

  const dial = () =>
    connect(url, {
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: GIVE_UP_MS,
      application_name: 'pardeh watch',
    })

  async function probe(): Promise<DatabaseFault | null> {
    client ??= await dial()
    const { rows } = await client.query(READ_ONLY)
    return rows[0].read_only ? 'read_only' : null
  }

  /** A disk is full for those who need room, and connections are too many for those who have none yet. */
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
      // This process was busy, and the answer may be there unread.
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
    fault = found
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

/** Also of a standby, which follows a primary that is elsewhere. */
const READ_ONLY = `select current_setting('transaction_read_only')::bool as read_only`
/** A new table needs room on the disk, and is gone again at the end. */
const TAKE_SPACE = `begin; create temp table pardeh_probe on commit drop as select repeat(md5(i::text), 100) as filling
  from generate_series(1, 100) i; rollback`
