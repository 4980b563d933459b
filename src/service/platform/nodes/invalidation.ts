import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Listener } from '../db/listen.ts'
import type { Queryable } from '../db/open.ts'
import { CHANGE_ID } from './change-receiver.ts'

const CHANNEL = 'pardeh_pages'

/** Reports to every node that pages with these tags are out of date. */
export async function notifyInvalidation(pool: pg.Pool, tags: readonly string[]): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, payloadOf(tags)])
}

/** Reports it when the transaction commits, and not if it is rolled back. */
export async function notifyInvalidationIn(tx: Queryable, tags: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_notify(${CHANNEL}, ${payloadOf(tags)})`)
}

function payloadOf(tags: readonly string[]): string {
  return JSON.stringify([...tags, `${CHANGE_ID}${randomUUID()}`])
}

export type InvalidationListener = {
  onTags: (tags: string[]) => void
  /** Called after a lost connection, during which invalidations may have been missed. */
  onMissed: () => void
  /** Called when all invalidations until now have been received. */
  onAlive: () => void
}

/** Calls `onTags` for each invalidation by any node or command, over PostgreSQL's LISTEN. */
export function listenForInvalidation(
  listener: Listener,
  { onTags, onMissed, onAlive }: InvalidationListener,
): Promise<() => Promise<void>> {
  return listener.subscribe({
    channel: CHANNEL,
    onMessage: payload => onTags(JSON.parse(payload || '[]') as string[]),
    onResume: onMissed,
    onAlive,
  })
}
