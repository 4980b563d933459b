import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { bandOfViewer } from '../catalogue/age.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { watchProgress } from '../db/schema/library.ts'
import type { Deps, Viewer } from '../deps.ts'

const SHOWN = 18
/** Episodes of one series are one entry, so more rows than entries are read. */
const READ = 90

/** Where a profile stopped, newest first, a series once. */
export async function continueWatching(
  deps: Deps,
  viewer: Viewer | null,
  language: Language,
): Promise<ContentCard[]> {
  if (!viewer?.profile) return []
  const rows = await deps.db
    .select()
    .from(watchProgress)
    .where(and(eq(watchProgress.profileId, viewer.profile.id), isNull(watchProgress.finishedAt)))
    .orderBy(desc(watchProgress.updatedAt))
    .limit(READ)
  const latest = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const key = row.seriesId ?? row.contentId
    if (!latest.has(key)) latest.set(key, row)
  }
  const progress = new Map([...latest.values()].map(row => [row.contentId, row]))
  const ids = [...progress.keys()].slice(0, SHOWN)
  const cards = await loadCards(deps, ids, language, bandOfViewer(viewer))
  return cards.map(card => {
    const row = progress.get(card.id)
    return row
      ? {
          ...card,
          progress: { current_time: row.positionSeconds, duration: row.durationSeconds },
        }
      : card
  })
}
