/** Finds the titles and artists of a batch in the database. */
import { inArray } from 'drizzle-orm'
import type { ContentType } from '#src/contract/content.ts'
import { artists } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { assignShortIds } from './identity.ts'

type Db = Pick<Deps['db'], 'select'>

export type KnownTitle = {
  externalId: string
  shortId: string
  contentHash: string | null
  publishedAt: Date
  removedAt: Date | null
  /** True if only its schedule hides it: the import does not treat it as removed. */
  hiddenBySchedule: boolean
  updatedAt: Date
  type: ContentType
  seriesId: string | null
}
export type KnownArtist = Omit<KnownTitle, 'publishedAt' | 'hiddenBySchedule' | 'type' | 'seriesId'>

export async function knownTitles(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, KnownTitle>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      externalId: contents.externalId,
      shortId: contents.shortId,
      contentHash: contents.contentHash,
      publishedAt: contents.publishedAt,
      removedAt: contents.removedAt,
      hiddenBySchedule: contents.hiddenBySchedule,
      updatedAt: contents.updatedAt,
      type: contents.type,
      seriesId: contents.seriesId,
    })
    .from(contents)
    .where(inArray(contents.externalId, [...ids]))
  return byExternalId(rows)
}

export async function knownArtists(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, KnownArtist>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      externalId: artists.externalId,
      shortId: artists.shortId,
      contentHash: artists.contentHash,
      removedAt: artists.removedAt,
      updatedAt: artists.updatedAt,
    })
    .from(artists)
    .where(inArray(artists.externalId, [...ids]))
  return byExternalId(rows)
}

/** Returns short ids for these external ids: the existing ones, or new ones. */
export async function resolveShortIds(
  db: Db,
  kind: 'title' | 'artist',
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const known =
    kind === 'title' ? await knownTitles(db, externalIds) : await knownArtists(db, externalIds)
  const given = new Map([...known.values()].map(({ externalId, shortId }) => [externalId, shortId]))
  const table = kind === 'title' ? contents : artists
  const fresh = await assignShortIds(
    kind,
    externalIds.filter(id => !given.has(id)),
    async candidates => {
      const taken = await db
        .select({ shortId: table.shortId })
        .from(table)
        .where(inArray(table.shortId, candidates))
      return new Set(taken.map(({ shortId }) => shortId))
    },
  )
  return new Map([...given, ...fresh])
}

/** True if an editor removed it; its schedule does not count. */
export function isRemovedByEditor({
  removedAt,
  hiddenBySchedule,
}: Pick<KnownTitle, 'removedAt' | 'hiddenBySchedule'>): boolean {
  return removedAt !== null && !hiddenBySchedule
}

function byExternalId<Row extends { externalId: string | null }>(
  rows: readonly Row[],
): Map<string, Row & { externalId: string }> {
  return new Map(
    rows.flatMap(row => {
      const { externalId } = row
      return externalId === null ? [] : [[externalId, { ...row, externalId }] as const]
    }),
  )
}
