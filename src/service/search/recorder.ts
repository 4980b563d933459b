/** What was searched and opened, for ranking and for the editors. Nobody waits for it to be written. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bandOfViewer, withinBand } from '../access/band.ts'
import { searchQueries } from '../db/schema/pages.ts'
import type { Deps, Viewer } from '../deps.ts'
import { newId } from '../ids.ts'

export type Click = { queryId: string; contentId: string; position: number }
export type Recorder = {
  /** The id of a search, at once. */
  search: (text: string, results: number) => string
  click: (click: Click, viewer: Viewer | null) => Promise<void>
}

type Row = typeof searchQueries.$inferInsert
/** Searches of this long are written together: one by one they cost the database more than finding does. */
const TOGETHER_MS = 250

export function createRecorder({ db, log, random, now }: Deps): Recorder {
  const writing = new Map<string, Promise<void>>()
  let open: { rows: Row[]; written: Promise<void> } | null = null
  const begin = () => {
    const rows: Row[] = []
    const write = async () => {
      await wait(TOGETHER_MS, undefined, { ref: false })
      open = null
      await db
        .insert(searchQueries)
        .values(rows)
        .catch(error => log.warn({ err: error }, 'searches not recorded'))
      for (const { id } of rows) writing.delete(id)
    }
    return { rows, written: write() }
  }
  return {
    search: (text, results) => {
      const id = newId(random.bytes)
      open ??= begin()
      open.rows.push({ id, text: text.slice(0, 200), results, createdAt: now() })
      writing.set(id, open.written)
      return id
    },
    // An unknown search or title leaves nothing, nor one above the band: a click is no secret and no duty.
    click: async ({ queryId, contentId, position }, viewer) => {
      await writing.get(queryId)
      await db.execute(sql`insert into search_clicks (query_id, content_id, position, profile_id)
        select q.id, contents.id, ${position}, ${viewer?.profile?.id ?? null}
        from search_queries q, contents where q.id = ${queryId} and contents.id = ${contentId}
        and ${withinBand(bandOfViewer(viewer)) ?? sql`true`}
        on conflict do nothing`)
    },
  }
}
