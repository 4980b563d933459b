/** Exports the catalogue in the format of the import: categories, then artists, then titles. */
import { and, asc, gt, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ImportRecord } from '#src/contract/import.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { artists } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { artistRecord, categoryRecord } from './artist-record.ts'
import { storedCategories } from './categories.ts'
import { findExternalId, storedArtists, storedTitles } from './stored.queries.ts'

const BATCH = 200

type Exported = { categories: number; artists: number; titles: number }
type Write = (record: ImportRecord) => Promise<void> | void

/** Exports a consistent snapshot of the whole catalogue. */
export function exportCatalogue({ db }: Pick<Deps, 'db'>, write: Write): Promise<Exported> {
  return inTransaction(
    db,
    async tx => {
      const categories = await storedCategories(tx)
      for (const row of categories) await write(categoryRecord(row))
      let people = 0
      for await (const rows of artistPages(tx))
        for (const row of rows) {
          await write(artistRecord(row))
          people++
        }
      let titles = 0
      for await (const ids of titlePages(tx)) {
        const found = await storedTitles(tx, ids, categories)
        for (const id of ids) {
          const stored = found.get(id)
          if (!stored) continue
          await write(stored.record)
          titles++
        }
      }
      return { categories: categories.length, artists: people, titles }
    },
    { isolation: 'repeatable read', retries: 0 },
  )
}

/**
 * Returns the records of these titles, artists or categories, and the names that match nothing. An episode exports its
 * series.
 */
export async function exportRecords(
  { db }: Pick<Deps, 'db'>,
  names: readonly string[],
): Promise<{ records: ImportRecord[]; missing: string[] }> {
  const records: ImportRecord[] = []
  const missing: string[] = []
  for (const name of names) {
    const record = await recordOf(db, name)
    if (record) records.push(record)
    else missing.push(name)
  }
  return { records, missing }
}

async function recordOf(db: Deps['db'], name: string): Promise<ImportRecord | undefined> {
  const content = await findExternalId(db, name)
  const id = content?.seriesExternalId ?? content?.externalId
  if (id) return (await storedTitles(db, [id])).get(id)?.record
  const artist = (await storedArtists(db, [name])).get(name)
  if (artist) return artist.record
  const category = (await storedCategories(db)).find(row => row.key === name || row.id === name)
  return category && categoryRecord(category)
}

async function* artistPages(tx: Tx) {
  let after = ''
  for (;;) {
    const rows = await tx
      .select()
      .from(artists)
      .where(following(artists.externalId, after))
      .orderBy(asc(artists.externalId))
      .limit(BATCH)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.externalId ?? ''
  }
}

async function* titlePages(tx: Tx) {
  let after = ''
  for (;;) {
    const rows = await tx
      .select({ id: contents.externalId })
      .from(contents)
      .where(and(isNull(contents.seriesId), following(contents.externalId, after)))
      .orderBy(asc(contents.externalId))
      .limit(BATCH)
    const ids = rows.flatMap(({ id }) => id ?? [])
    if (ids.length === 0) return
    yield ids
    after = ids.at(-1) ?? ''
  }
}

function following(column: PgColumn, after: string): SQL | undefined {
  return and(isNotNull(column), gt(column, after))
}
