/** Finds files of a channel that no row names, left by a recorder that died in between. */
import { eq } from 'drizzle-orm'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import type { MediaStore } from '../../platform/adapters/media-store/media-store.ts'
import { liveChannels, liveSegments } from '../../platform/db/schema/live.ts'
import { LIVE_FOLDER, liveStreamKey, parseChannelId } from './channels.queries.ts'
import type { RecordDeps } from './record.ts'
import { fileKey } from './segments.queries.ts'

/** Younger files may belong to a recorder that has not written its row yet. */
const MIN_AGE_MS = 10 * MINUTE_MS
const REMOVED_AT_ONCE = 1_000

export async function removeUnnamedFiles({ db, store, now }: RecordDeps, channelId: string) {
  const stream = liveStreamKey(channelId)
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

/** Removes files of channels that were removed while their recorder, or the command, died. */
export async function removeFilesOfEndedChannels({ db, store, now }: RecordDeps): Promise<void> {
  const before = now().getTime() - MIN_AGE_MS
  const found = new Map<string, string[]>()
  for await (const { key, modified } of store.list(LIVE_FOLDER)) {
    const id = parseChannelId(key.split('/').slice(0, 2).join('/'))
    if (id === null || modified.getTime() >= before) continue
    const keys = found.get(id)
    if (keys) keys.push(key)
    else found.set(id, [key])
  }
  if (found.size === 0) return
  const rows = await db.select({ id: liveChannels.id }).from(liveChannels)
  const ids = new Set(rows.map(({ id }) => id))
  for (const [id, keys] of found) if (!ids.has(id)) await removeKeys(store, keys)
}

/** Removes all files of a stream. */
export async function removeStreamFiles(store: MediaStore, stream: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of store.list(stream)) keys.push(key)
  await removeKeys(store, keys)
}

async function removeKeys(store: MediaStore, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += REMOVED_AT_ONCE)
    await store.remove(keys.slice(from, from + REMOVED_AT_ONCE))
}
