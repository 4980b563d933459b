/** Files of a channel that no row names: of a recorder that died between the two. */

import { eq } from 'drizzle-orm'
import { liveSegments } from '../db/schema/live.ts'
import { streamOf } from './channels.queries.ts'
import type { RecordDeps } from './record.ts'
import { fileKey } from './segments.queries.ts'

/** Younger ones may be of a recorder that has not written its row yet. */
const MIN_AGE_MS = 10 * 60_000

export async function removeUnnamed({ db, store, now }: RecordDeps, channelId: string) {
  const stream = streamOf(channelId)
  const before = now().getTime() - MIN_AGE_MS
  const found: string[] = []
  for await (const { key, modified } of store.list(stream))
    if (modified.getTime() < before) found.push(key)
  if (found.length === 0) return
  const rows = await db.select().from(liveSegments).where(eq(liveSegments.channelId, channelId))
  const named = new Set(
    rows.flatMap(row => [
      `${stream}/${fileKey(row)}`,
      ...(row.initFile ? [`${stream}/${row.rendition}/${row.initFile}`] : []),
    ]),
  )
  await store.remove(found.filter(key => !named.has(key)))
}
