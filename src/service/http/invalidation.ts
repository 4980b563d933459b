import pg from 'pg'
import type { Logger } from 'pino'
import type { RunningDatabase } from '../db/start.ts'

const CHANNEL = 'pardeh_pages'
const RETRY_MS = 2_000

/** Tells every node that pages with these tags are out of date. */
export async function notifyInvalidation(pool: pg.Pool, tags: readonly string[]): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(tags)])
}

/**
 * Calls `onTags` for each invalidation by any node or command, over PostgreSQL's LISTEN. After a lost connection it is called
 * with `*`, since notifications may have been missed.
 */
export async function listenForInvalidation(
  database: RunningDatabase,
  onTags: (tags: string[]) => void,
  log: Logger,
): Promise<() => Promise<void>> {
  let stopped = false
  let client: pg.Client | null = null
  const connect = async () => {
    const next = new pg.Client({ connectionString: database.url })
    next.on('notification', ({ payload }) => onTags(JSON.parse(payload ?? '[]') as string[]))
    next.on('error', error => log.warn({ err: error }, 'invalidation channel'))
    next.on('end', () => again())
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
  }
  const again = () => {
    if (stopped) return
    setTimeout(() => {
      if (stopped) return
      connect().then(() => onTags(['*']), again)
    }, RETRY_MS).unref()
  }
  await connect()
  return async () => {
    stopped = true
    await client?.end().catch(() => undefined)
  }
}
