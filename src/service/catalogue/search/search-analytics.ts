/** Records searches and clicked results, for ranking and for editors. Writes are asynchronous and batched. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { isWithinAge } from '../../accounts/access/age-rating.ts'
import { searchQueries } from '../../platform/db/schema/search.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { newId } from '../../platform/ids.ts'

type Click = { queryId: string; contentId: string; position: number }
export type SearchAnalytics = {
  /** Returns the id of the search immediately; the row is written later. */
  search: (text: string, results: number) => string
  click: (click: Click, viewer: Viewer | null) => Promise<void>
}

type Row = typeof searchQueries.$inferInsert
/** Searches within this time are inserted together. */
const BATCH_MS = 250

export function createSearchAnalytics({ db, log, random, now }: Deps): SearchAnalytics {
  const writing = new Map<string, Promise<void>>()
  let open: { rows: Row[]; written: Promise<void> } | null = null
  const begin = () => {
    const rows: Row[] = []
    const write = async () => {
      await wait(BATCH_MS, undefined, { ref: false })
      open = null
      await db
        .insert(searchQueries)
        .values(rows)
        .catch(error => log.warn({ err: error }, 'searches could not be recorded'))
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
    // Clicks on unknown searches or titles, or on titles above the age limit, are ignored.
    click: async ({ queryId, contentId, position }, viewer) => {
      await writing.get(queryId)
      await db.execute(sql`insert into search_clicks (query_id, content_id, position, profile_id)
        select q.id, contents.id, ${position}, ${viewer?.profile?.id ?? null}
        from search_queries q, contents where q.id = ${queryId} and contents.id = ${contentId}
        and ${isWithinAge(maxAgeOfViewer(viewer)) ?? sql`true`}
        on conflict do nothing`)
    },
  }
}
