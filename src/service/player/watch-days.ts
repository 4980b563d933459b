/**
 * Views and watched time of each title by day, for the report. A node counts in memory and adds its counts to the table every few seconds,
 * so that playback waits for no further write; a node that dies loses those seconds. It is about titles only: no person is in it.
 */
import { sql } from 'drizzle-orm'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Deps } from '../deps.ts'

const EVERY_MS = 10_000
/** Between two heartbeats that count as one stretch, in seconds. */
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
    flushWatchDays(deps).catch(error => deps.log.warn({ err: error }, 'views not counted yet'))
  }, EVERY_MS).unref()
}

type Progress = { position: number; at: Date }

/** What was watched between two saved positions: not more than the time between them, and nothing after a jump back. */
export function watchedSeconds(before: Progress | null, after: Progress): number {
  if (!before) return 0
  const elapsed = (after.at.getTime() - before.at.getTime()) / 1_000
  return Math.max(0, Math.min(after.position - before.position, elapsed, STRETCH_MAX))
}

/** Adds what is counted so far. What cannot be written is tried again with the next counts. */
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

/** In one order, so that nodes never wait for each other crosswise. */
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
