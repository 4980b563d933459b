/** Cards of titles with the progress of a profile. */
import type { ContentCard } from '#src/contract/content.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import { type Page, pageFields } from '../../platform/db/page-key.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Owner } from './bookmarks.queries.ts'

/** `at` and `key` are the position in the list. */
export type Watched = {
  id: string
  key: string
  at: Date | string
  time: number
  duration: number
} & Record<string, unknown>
export type WatchedPage = { items: ContentCard[] } & ReturnType<typeof pageFields>

export async function watchedPage(
  deps: Deps,
  { language, maxAge }: Owner,
  page: Page,
  { rows, total }: { rows: readonly Watched[]; total: number },
): Promise<WatchedPage> {
  const ids = rows.map(({ id }) => id)
  const byId = new Map(rows.map(row => [row.id, row]))
  const items = (await loadCards(deps, ids, language, maxAge)).map(card => {
    const { time = 0, duration = 0, at } = byId.get(card.id) ?? {}
    const progress = { current_time: Number(time), duration: Number(duration) }
    return { ...card, progress, ...(at ? { watched_at: toWire(new Date(at)) } : {}) }
  })
  const positions = rows.map(({ at, key }) => ({ at, id: key }))
  return { items, ...pageFields(positions, total, page) }
}
