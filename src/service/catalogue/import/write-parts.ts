import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/db/open.ts'
import { credits, videoFiles } from '../../platform/db/schema/catalogue.ts'
import { creditRows } from './artist-rows.ts'
import { allFileRows, type FileInsert } from './file-rows.ts'
import { stableId } from './identity.ts'
import { insertCredits, upsertFiles } from './upsert.ts'
import type { TitleWork } from './work.ts'

/** Replaces the credits and streams that differ. */
export async function writeParts(tx: Tx, work: readonly TitleWork[], now: Date): Promise<void> {
  const credited = work.filter(
    ({ title, stored }) =>
      !stored || !isDeepStrictEqual(creditRows(title), creditRows(stored.record)),
  )
  const changed = credited.filter(({ stored }) => stored)
  const ids = changed.map(({ title }) => stableId('title', title.external_id))
  if (ids.length > 0) await tx.delete(credits).where(inArray(credits.contentId, ids))
  await insertCredits(
    tx,
    credited.flatMap(({ title }) => creditRows(title)),
  )
  const files: FileInsert[] = []
  for (const each of work) files.push(...(await changedFiles(tx, each, now)))
  await upsertFiles(tx, files)
}

/**
 * Deletes streams that the record no longer has. A remaining stream keeps its id and what `./pardeh ingest` stored for
 * it.
 */
async function changedFiles(
  tx: Tx,
  { title, stored }: TitleWork,
  now: Date,
): Promise<FileInsert[]> {
  const after = allFileRows(title, now)
  const before = stored ? allFileRows(stored.record, now) : []
  const isFor = (a: FileInsert) => (b: FileInsert) =>
    a.contentId === b.contentId && a.kind === b.kind
  for (const file of before.filter(each => !after.some(isFor(each))))
    await tx
      .delete(videoFiles)
      .where(
        and(eq(videoFiles.contentId, file.contentId), eq(videoFiles.kind, file.kind ?? 'primary')),
      )
  const isOld = (file: FileInsert) => isDeepStrictEqual(before.find(isFor(file)), file)
  return after.filter(file => !isOld(file))
}
