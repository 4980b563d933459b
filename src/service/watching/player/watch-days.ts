/**
 * Views and watched time of each title by day, for the report. A node counts in memory and adds its counts to the table
 * every few seconds, so that playback does not wait for another write; a node that dies loses those seconds. The counts
 * contain no user.
 */
import { sql } from 'drizzle-orm'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Deps } from '../../platform/deps.ts'

const EVERY_MS = 10_000
/** Maximum gap in seconds between heartbeats that count as continuous watching. */
const STRETCH_MAX = 60

type Counts = { views: number; seconds: number }
type Counter = { counts: Map<string, Counts>; timer: NodeJS.Timeout | null }
type WatchDeps = Pick<Deps, 'db' | 'now' | 'log'>

const counters = new WeakMap<Deps['db'], Counter>()

export function countWatch(deps: WatchDeps, contentId: string, more: Partial<Counts>): void {
  const counter = counterOf(deps.db)
  const key = `${toWire(deps.now()).slice(0, 10)} ${contentId}`
  const { views, seconds } = counter.counts.get(key) ?? { views: 0, seconds: 0 }
  counter.counts.set(key, {
    views: views + (more.views ?? 0),
    seconds: seconds + (more.seconds ?? 0),
  })
  counter.timer ??= setTimeout(() => {
    counter.timer = null
    flushWatchDays(deps).catch(error =>
      deps.log.warn({ err: error }, 'views could not be counted yet'),
    )
  }, EVERY_MS).unref()
}

type Progress = { position: number; at: Date }

/** Returns the seconds watched between two saved positions: at most the elapsed time, and 0 after a seek backwards. */
export function watchedSeconds(before: Progress | null, after: Progress): number {
  if (!before) return 0
  const elapsed = (after.at.getTime() - before.at.getTime()) / 1_000
  return Math.max(0, Math.min(after.position - before.position, elapsed, STRETCH_MAX))
}

/** Adds the current counts to the table. Counts that cannot be written are tried again with the next ones. */
export async function flushWatchDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  const counter = counterOf(db)
  const { counts } = counter
  counter.counts = new Map()
  if (counter.timer) clearTimeout(counter.timer)
  counter.timer = null
  if (counts.size === 0) return
  try {
    await add(db, counts)
  } catch (error) {
    for (const [key, { views, seconds }] of counts) {
      const more = counter.counts.get(key)
      counter.counts.set(key, {
        views: views + (more?.views ?? 0),
        seconds: seconds + (more?.seconds ?? 0),
      })
    }
    throw error
  }
}

/** Rows have a fixed order, so that nodes cannot deadlock. */
async function add(db: Deps['db'], counts: ReadonlyMap<string, Counts>): Promise<void> {
  const rows = [...counts].map(([key, { views, seconds }]) => {
    const [day, contentId] = key.split(' ')
    return { day, content_id: contentId, views, seconds: Math.round(seconds) }
  })
  await db.execute(sql`
    insert into content_watch_days (content_id, day, views, seconds)
    select given.content_id, given.day, given.views, given.seconds
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(content_id text, day date, views int, seconds bigint)
    join contents on contents.id = given.content_id
    order by given.content_id, given.day
    on conflict (content_id, day) do update
      set views = content_watch_days.views + excluded.views, seconds = content_watch_days.seconds + excluded.seconds`)
}

function counterOf(db: Deps['db']): Counter {
  const counter = counters.get(db) ?? { counts: new Map(), timer: null }
  counters.set(db, counter)
  return counter
}
