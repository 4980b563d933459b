import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { listenTo } from '../db/listen.ts'
import type { RunningDatabase } from '../db/start.ts'
import { CHANGE_ID } from './change-receiver.ts'

const CHANNEL = 'pardeh_pages'

/** Tells every node that pages with these tags are out of date. */
export async function notifyInvalidation(pool: pg.Pool, tags: readonly string[]): Promise<void> {
  const named = [...tags, `${CHANGE_ID}${randomUUID()}`]
  await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(named)])
}

export type InvalidationListener = {
  onTags: (tags: string[]) => void
  /** All invalidations until now have been heard. */
  onAlive: () => void
  log: Logger
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
