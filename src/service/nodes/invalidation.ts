import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Log } from '../db/embedded.ts'
import { listenTo } from '../db/listen.ts'
import type { Queryable } from '../db/open.ts'
import type { RunningDatabase } from '../db/start.ts'
import { CHANGE_ID } from './change-receiver.ts'

const CHANNEL = 'pardeh_pages'

/** Tells every node that pages with these tags are out of date. */
export async function notifyInvalidation(pool: pg.Pool, tags: readonly string[]): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, payloadOf(tags)])
}

/** The same with the commit of a transaction: every node hears of what was changed, or nothing was. */
export async function notifyInvalidationIn(tx: Queryable, tags: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${payloadOf(tags)})`)
}

function payloadOf(tags: readonly string[]): string {
  return JSON.stringify([...tags, `${CHANGE_ID}${randomUUID()}`])
}

export type InvalidationListener = {
  onTags: (tags: string[]) => void
  /** All invalidations until now have been heard. */
  onAlive: () => void
  log: Log
}

/**
 * Calls `onTags` for each invalidation by any node or command, over PostgreSQL's LISTEN. After a lost connection it is called
 * with `*`, since notifications may have been missed.
 */
export function listenForInvalidation(
  database: Pick<RunningDatabase, 'directUrl'>,
  { onTags, onAlive, log }: InvalidationListener,
): Promise<() => Promise<void>> {
  return listenTo({
    url: database.directUrl,
    channel: CHANNEL,
    onMessage: payload => onTags(JSON.parse(payload || '[]') as string[]),
    onResume: () => onTags(['*']),
    onAlive,
    log,
  })
}
