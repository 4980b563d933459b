/** What was searched and opened, for ranking and for the editors. Nobody waits for it to be written. */
import { sql } from 'drizzle-orm'
import { searchQueries } from '../db/schema/pages.ts'
import type { Deps, Viewer } from '../deps.ts'
import { newId } from '../ids.ts'

export type Click = { queryId: string; contentId: string; position: number }
export type Recorder = {
  /** The id of a search, at once. */
  search: (text: string, results: number) => string
  click: (click: Click, viewer: Viewer | null) => Promise<void>
}

export function createRecorder({ db, log, random, now }: Deps): Recorder {
  const writing = new Map<string, Promise<unknown>>()
  return {
    search: (text, results) => {
      const id = newId(random.bytes)
      const written = db
        .insert(searchQueries)
        .values({ id, text: text.slice(0, 200), results, createdAt: now() })
        .catch(error => log.warn({ err: error }, 'search not recorded'))
        .finally(() => writing.delete(id))
      writing.set(id, written)
      return id
    },
    // An unknown search or title leaves nothing: a click is no secret and no duty.
    click: async ({ queryId, contentId, position }, viewer) => {
      await writing.get(queryId)
      await db.execute(sql`insert into search_clicks (query_id, content_id, position, profile_id)
        select q.id, c.id, ${position}, ${viewer?.profile?.id ?? null}
        from search_queries q, contents c where q.id = ${queryId} and c.id = ${contentId}
        on conflict do nothing`)
    },
  }
}
