/** Writes a batch in one transaction: all of it, or nothing. */
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { ImportTitle } from '#src/contract/import.ts'
import { timesOf } from '../catalogue/schedule.ts'
import { bumpVersion } from '../catalogue/version-cache.ts'
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts'
import { inTransaction, type Tx } from '../db/open.ts'
import { bundleItems } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { artistRow, creditedArtistRow } from './artist-rows.ts'
import { storedCategories } from './categories.ts'
import { writeCategories } from './category-row.ts'
import { stableId } from './identity.ts'
import { isRemoved, type KnownTitle, knownArtists, knownTitles, shortIdsOf } from './known.ts'
import { checkUntouched } from './stale-plan.ts'
import type { StoredTitle } from './stored.queries.ts'
import { episodeRow, type Known, rankOf, seasonKey, seasonRow, titleRow } from './title-row.ts'
import { parts, upsertArtists, upsertContents } from './upsert.ts'
import type { ArtistWork, RemovalWork, TitleWork, Work } from './work.ts'
import { writeParts } from './write-parts.ts'

/** The short ids of titles that are different now. */
export async function writeBatch(deps: Pick<Deps, 'db' | 'now'>, work: Work): Promise<string[]> {
  const now = deps.now()
  return inTransaction(deps.db, async tx => {
    // One batch at a time: two imports at once never wait for each other's rows crosswise.
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.import})`)
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
  const shortIds = await shortIdsOf(
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

/** Creates artists without a line of their own from the name in the credits. */
async function writeCreditedArtists(tx: Tx, work: readonly TitleWork[], now: Date): Promise<void> {
  const names = new Map(
    work.flatMap(({ title }) =>
      (title.credits ?? []).flatMap(({ artist, name }) => (name ? [[artist, name] as const] : [])),
    ),
  )
  const known = await knownArtists(tx, [...names.keys()])
  const fresh = [...names].filter(([id]) => !known.has(id))
  const shortIds = await shortIdsOf(
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
  const [shortIds, old] = await Promise.all([
    shortIdsOf(tx, 'title', externalIds),
    knownTitles(
      tx,
      titles.map(({ external_id }) => external_id),
    ),
  ])
  const categories = await storedCategories(tx)
  const knownOf = ({ title, hash, pictures, stored }: TitleWork): Known => ({
    shortIds,
    contentHash: hash,
    times: timesOf(title, old.get(title.external_id)?.publishedAt ?? now),
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
  return old && isRemoved(old) && old.removedAt ? old.removedAt : now
}

/** It counts visits and years as they were, so what does not change it leaves it alone. */
function unchangedRank(title: ImportTitle, stored: StoredTitle | undefined, now: Date) {
  if (!stored || rankOf(title, now) !== rankOf(stored.record, now)) return undefined
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

/** Deletes episodes that left the record, and negates the numbers of the others, so that they can be swapped. */
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

/** Fills bundles once all titles are there. @returns the items that no title is called */
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
    // Importing the line again tries again.
    if (missing.length > 0)
      await tx.update(contents).set({ contentHash: null }).where(eq(contents.id, bundleId))
    await bumpVersion(tx)
    return missing
  })
}
