/** Reads the catalogue as records of the import. */
import { asc, eq, inArray, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ImportArtist, ImportTitle } from '#src/contract/import.ts'
import { artists, bundleItems, credits, videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ArtistRow, artistRecord } from './artist-record.ts'
import { type KnownCategories, storedCategories } from './categories.ts'
import { type ContentRow, titleRecord } from './title-record.ts'

const series = alias(contents, 'series')
type Db = Pick<Deps['db'], 'select'>

export type StoredTitle = { record: ImportTitle; row: ContentRow }
export type StoredArtist = { record: ImportArtist; row: ArtistRow }

/** Returns titles by their external ids; episodes are part of their series. */
export async function storedTitles(
  db: Db,
  externalIds: readonly string[],
  known?: KnownCategories,
): Promise<Map<string, StoredTitle>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(contents)
    .where(inArray(contents.externalId, [...externalIds]))
  const titles = rows.filter(({ seriesId }) => seriesId === null)
  const ids = titles.map(({ id }) => id)
  // Sequential, because a transaction has one connection.
  const categories = known ?? (await storedCategories(db))
  const children = await childrenOf(db, ids)
  const credited = await creditsOf(db, ids)
  const items = await itemsOf(db, ids)
  const files = await filesOf(db, [...titles, ...children])
  return new Map(
    titles.map(row => {
      const own = children.filter(({ seriesId }) => seriesId === row.id)
      const owners = new Set([row.id, ...own.map(({ id }) => id)])
      const record = titleRecord(
        {
          title: row,
          children: own,
          files: [...owners].flatMap(id => files.get(id) ?? []),
          credits: credited.get(row.id) ?? [],
          items: (items.get(row.id) ?? []).flatMap(({ item }) => item ?? []),
        },
        categories,
      )
      return [row.externalId ?? '', { record, row }]
    }),
  )
}

async function childrenOf(db: Db, ids: readonly string[]): Promise<ContentRow[]> {
  if (ids.length === 0) return []
  return db
    .select()
    .from(contents)
    .where(inArray(contents.seriesId, [...ids]))
    .orderBy(asc(contents.seasonNumber), asc(contents.episodeNumber), asc(contents.id))
}

async function creditsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ credit: credits, artist: artists.externalId })
    .from(credits)
    .innerJoin(artists, eq(artists.id, credits.artistId))
    .where(inArray(credits.contentId, [...ids]))
    .orderBy(asc(credits.position), asc(credits.artistId), asc(credits.role))
  const named = rows.flatMap(({ credit, artist }) => (artist ? [{ ...credit, artist }] : []))
  return Map.groupBy(named, ({ contentId }) => contentId)
}

async function itemsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({ bundle: bundleItems.bundleId, item: contents.externalId })
    .from(bundleItems)
    .innerJoin(contents, eq(contents.id, bundleItems.contentId))
    .where(inArray(bundleItems.bundleId, [...ids]))
    .orderBy(asc(bundleItems.position), asc(bundleItems.contentId))
  return Map.groupBy(rows, ({ bundle }) => bundle)
}

async function filesOf(db: Db, owners: readonly ContentRow[]) {
  const ids = owners.map(({ id }) => id)
  const rows = await db.select().from(videoFiles).where(inArray(videoFiles.contentId, ids))
  return Map.groupBy(rows, ({ contentId }) => contentId)
}

export async function storedArtists(
  db: Db,
  externalIds: readonly string[],
): Promise<Map<string, StoredArtist>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(artists)
    .where(inArray(artists.externalId, [...externalIds]))
  return new Map(rows.map(row => [row.externalId ?? '', { record: artistRecord(row), row }]))
}

/** Returns the external id of a title or an episode that an operator names by external id or short id. */
export async function findExternalId(db: Db, name: string) {
  const rows = await db
    .select({
      externalId: contents.externalId,
      type: contents.type,
      seriesExternalId: series.externalId,
    })
    .from(contents)
    .leftJoin(series, eq(series.id, contents.seriesId))
    .where(or(eq(contents.externalId, name), eq(contents.shortId, name)))
    .orderBy(asc(contents.id))
  return rows.find(({ externalId }) => externalId === name) ?? rows[0]
}
