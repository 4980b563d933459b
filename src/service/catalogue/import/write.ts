/** Writes a batch in one transaction. */
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { ImportTitle } from '#src/contract/import.ts'
import { lockTransaction } from '../../platform/db/advisory-locks.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { bundleItems } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { bumpVersion } from '../titles/catalogue-cache.ts'
import { recordTimes } from '../titles/schedule.ts'
import { artistRow, creditedArtistRow } from './artist-rows.ts'
import { storedCategories } from './categories.ts'
import { writeCategories } from './category-row.ts'
import { stableId } from './identity.ts'
import {
  isRemovedByEditor,
  type KnownTitle,
  knownArtists,
  knownTitles,
  resolveShortIds,
} from './known.ts'
import { checkUntouched } from './stale-plan.ts'
import type { StoredTitle } from './stored.queries.ts'
import { computeRank, episodeRow, type Known, seasonKey, seasonRow, titleRow } from './title-row.ts'
import { parts, upsertArtists, upsertContents } from './upsert.ts'
import type { ArtistWork, RemovalWork, TitleWork, Work } from './work.ts'
import { writeParts } from './write-parts.ts'

/** Writes the batch and returns the short ids of changed titles. */
export async function writeBatch(deps: Pick<Deps, 'db' | 'now'>, work: Work): Promise<string[]> {
  const now = deps.now()
  return inTransaction(deps.db, async tx => {
    // One batch at a time, so that concurrent imports cannot deadlock on each other's rows.
    await lockTransaction(tx, 'import')
    await checkUntouched(tx, work)
    await writeCategories(tx, work.categories, now)
    await writeArtists(tx, work.artists, now)
    await writeCreditedArtists(tx, work.titles, now)
    const touched = await writeTitles(tx, work.titles, now)
    const removed = await removeTitles(tx, work.removals, now)
    await bumpVersion(tx)
    return [...touched, ...removed]
  })
}

async function writeArtists(tx: Tx, work: readonly ArtistWork[], now: Date): Promise<void> {
  const shortIds = await resolveShortIds(
    tx,
    'artist',
    work.map(({ artist }) => artist.external_id),
  )
  const rows = work.map(({ artist, hash, picture }) =>
    artistRow(artist, {
      shortId: shortIds.get(artist.external_id) ?? '',
      contentHash: hash,
      picture,
      now,
    }),
  )
  await upsertArtists(tx, rows)
}

/** Creates artists who have no line of their own, with the name from the credits. */
async function writeCreditedArtists(tx: Tx, work: readonly TitleWork[], now: Date): Promise<void> {
  const names = new Map(
    work.flatMap(({ title }) =>
      (title.credits ?? []).flatMap(({ artist, name }) => (name ? [[artist, name] as const] : [])),
    ),
  )
  const known = await knownArtists(tx, [...names.keys()])
  const fresh = [...names].filter(([id]) => !known.has(id))
  const shortIds = await resolveShortIds(
    tx,
    'artist',
    fresh.map(([id]) => id),
  )
  await upsertArtists(
    tx,
    fresh.map(([id, name]) =>
      creditedArtistRow(id, name, { shortId: shortIds.get(id) ?? '', now }),
    ),
  )
}

async function writeTitles(tx: Tx, work: readonly TitleWork[], now: Date): Promise<string[]> {
  if (work.length === 0) return []
  const titles = work.map(({ title }) => title)
  const externalIds = titles.flatMap(externalIdsOf)
  const shortIds = await resolveShortIds(tx, 'title', externalIds)
  const old = await knownTitles(
    tx,
    titles.map(({ external_id }) => external_id),
  )
  const categories = await storedCategories(tx)
  const knownOf = ({ title, hash, pictures, stored }: TitleWork): Known => ({
    shortIds,
    contentHash: hash,
    times: recordTimes(title, old.get(title.external_id)?.publishedAt ?? now),
    categories,
    removedAt: title.removed ? removalOf(old.get(title.external_id), now) : null,
    rank: unchangedRank(title, stored, now),
    now,
    pictures,
  })
  await upsertContents(
    tx,
    work.map(each => titleRow(each.title, knownOf(each))),
  )
  await writeEpisodes(tx, work, knownOf)
  await writeParts(tx, work, now)
  return titles.flatMap(({ external_id }) => shortIds.get(external_id) ?? [])
}

function removalOf(old: KnownTitle | undefined, now: Date): Date {
  return old && isRemovedByEditor(old) && old.removedAt ? old.removedAt : now
}

/** The rank depends on visits and age at import time, so it is kept if the record did not change. */
function unchangedRank(title: ImportTitle, stored: StoredTitle | undefined, now: Date) {
  if (!stored || computeRank(title, now) !== computeRank(stored.record, now)) return undefined
  return stored.row.rank
}

function externalIdsOf(title: ImportTitle): string[] {
  const seasons = title.seasons ?? []
  return [
    title.external_id,
    ...seasons.map(season => seasonKey(title, season)),
    ...seasons.flatMap(({ episodes }) => episodes.map(({ external_id }) => external_id)),
  ]
}

async function writeEpisodes(
  tx: Tx,
  work: readonly TitleWork[],
  knownOf: (each: TitleWork) => Known,
): Promise<void> {
  await dropOldEpisodes(tx, work)
  const series = work.filter(({ title }) => title.type === 'series')
  const seasons = series.flatMap(each =>
    (each.title.seasons ?? []).map(season => seasonRow(each.title, season, knownOf(each))),
  )
  const episodes = series.flatMap(each =>
    (each.title.seasons ?? []).flatMap(season =>
      season.episodes.map(episode => {
        const known = knownOf(each)
        const backdrop = each.episodeBackdrops.get(episode.external_id) ?? known.pictures.backdrop
        const pictures = { ...known.pictures, backdrop }
        return episodeRow(each.title, season, episode, { ...known, pictures })
      }),
    ),
  )
  await upsertContents(tx, seasons)
  await upsertContents(tx, episodes)
}

/**
 * Deletes episodes that the record no longer has, and negates the numbers of the others, so that they can be swapped.
 */
async function dropOldEpisodes(tx: Tx, work: readonly TitleWork[]): Promise<void> {
  const known = work.filter(({ stored }) => stored)
  if (known.length === 0) return
  const seriesIds = known.map(({ title }) => stableId('title', title.external_id))
  const remaining = known.flatMap(({ title }) =>
    externalIdsOf(title).map(externalId => stableId('title', externalId)),
  )
  await tx
    .delete(contents)
    .where(and(inArray(contents.seriesId, seriesIds), notInArray(contents.id, remaining)))
  await tx
    .update(contents)
    .set({ episodeNumber: sql`-${contents.episodeNumber}` })
    .where(and(inArray(contents.seriesId, seriesIds), eq(contents.type, 'episode')))
}

async function removeTitles(tx: Tx, work: readonly RemovalWork[], now: Date): Promise<string[]> {
  if (work.length === 0) return []
  const ids = work.map(({ removal }) => stableId('title', removal.external_id))
  const rows = await tx
    .update(contents)
    .set({ removedAt: now, hiddenBySchedule: false, updatedAt: now })
    .where(sql`${inArray(contents.id, ids)} or ${inArray(contents.seriesId, ids)}`)
    .returning({ shortId: contents.shortId })
  return rows.map(({ shortId }) => shortId)
}

/** Fills bundles once all titles exist. @returns the items that match no title */
export async function writeBundle(
  db: Deps['db'],
  bundle: { externalId: string; items: readonly string[] },
): Promise<string[]> {
  const bundleId = stableId('title', bundle.externalId)
  return inTransaction(db, async tx => {
    const known = await knownTitles(tx, bundle.items)
    const rows = [...new Set(bundle.items)]
      .filter(item => known.has(item))
      .map((item, position) => ({ bundleId, contentId: stableId('title', item), position }))
    await tx.delete(bundleItems).where(eq(bundleItems.bundleId, bundleId))
    for (const part of parts(rows)) await tx.insert(bundleItems).values(part)
    const missing = bundle.items.filter(item => !known.has(item))
    // Importing the line again retries it.
    if (missing.length > 0)
      await tx.update(contents).set({ contentHash: null }).where(eq(contents.id, bundleId))
    await bumpVersion(tx)
    return missing
  })
}
