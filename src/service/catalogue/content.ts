/** One title in full, in as few rounds to the database as its parts allow. */
import { and, asc, eq, isNull, or } from 'drizzle-orm'
import type { Content, ContentCard, Credit, Season } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { artists, bundleItems, contents, credits, videoFiles } from '../db/schema/catalogue.ts'
import { comments } from '../db/schema/library.ts'
import type { Deps, Viewer } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { bandOfViewer, refuseAboveBand } from './age.ts'
import { toArtistCard } from './artist.queries.ts'
import { attributeGroups } from './attributes.ts'
import { cardRows, loadCards, lookOf, withinBand } from './card.queries.ts'
import { textOf, toCard } from './card.ts'
import { roleName } from './roles.ts'
import { similarTitles } from './similar.ts'

type ContentRow = typeof contents.$inferSelect

/**
 * By short_id, of an episode or a season too, or by id.
 * @throws Refusal not_found, gone, content_is_age_restricted
 */
export async function contentPage(
  deps: Deps,
  name: string,
  language: Language,
  viewer: Viewer | null,
): Promise<Content> {
  const row = await findContent(deps, name)
  refuseAboveBand(row.ageLimit, viewer)
  const band = bandOfViewer(viewer)
  const [card, seasons, files, people, items, similar, commentsCount] = await Promise.all([
    ownCard(deps, row, language),
    seasonsOf(deps, row, language, band),
    filesOf(deps, row.id),
    creditsOf(deps, row, language),
    itemsOf(deps, row, language, band),
    similarTitles(deps, row, band).then(ids => loadCards(deps, ids, language, band)),
    countComments(deps, row.id),
  ])
  return {
    ...card,
    page_title: textOf(row, 'pageTitle', language) ?? card.title,
    summary: textOf(row, 'summary', language) ?? '',
    seasons,
    video_files: files,
    attribute_groups: attributeGroups(card, people, row, language),
    credits: people,
    items,
    similar,
    comments_count: commentsCount,
    votes_count: row.likes + row.dislikes,
    ticket: ticketOf(row),
    audio_tracks: row.audioLanguages,
    captions: row.captionLanguages,
    published_at: toWire(row.publishedAt),
    updated_at: toWire(row.updatedAt),
  }
}

/** @throws Refusal not_found, gone */
export async function findContent(deps: Deps, name: string): Promise<ContentRow> {
  const rows = await deps.db
    .select()
    .from(contents)
    .where(or(eq(contents.shortId, name), eq(contents.id, name)))
    .limit(1)
  const row = rows[0]
  if (!row) throw new Refusal('not_found')
  if (row.removedAt) throw new Refusal('gone')
  return row
}

async function ownCard(deps: Deps, row: ContentRow, language: Language): Promise<ContentCard> {
  const [card] = await loadCards(deps, [row.id], language)
  if (!card) throw new Refusal('gone')
  return card
}

/** Those of a series; an episode or a season gets all of its series, so that one can move between them. */
async function seasonsOf(
  deps: Deps,
  row: ContentRow,
  language: Language,
  band: number | null,
): Promise<Season[]> {
  const seriesId = row.type === 'series' ? row.id : row.seriesId
  if (!seriesId) return []
  const [seasons, episodes, look] = await Promise.all([
    deps.db
      .select()
      .from(contents)
      .where(
        and(
          eq(contents.seriesId, seriesId),
          eq(contents.type, 'season_of_series'),
          isNull(contents.removedAt),
        ),
      )
      .orderBy(asc(contents.seasonNumber)),
    cardRows(
      deps.db,
      and(
        eq(contents.seriesId, seriesId),
        eq(contents.type, 'episode'),
        isNull(contents.removedAt),
        withinBand(band),
      ),
    ).orderBy(asc(contents.seasonNumber), asc(contents.episodeNumber)),
    lookOf(deps, language),
  ])
  return seasons.map(season => ({
    id: season.id,
    number: season.seasonNumber ?? 1,
    title: textOf(season, 'title', language) ?? '',
    year: season.year,
    episodes: episodes
      .filter(({ seasonNumber }) => seasonNumber === season.seasonNumber)
      .map(episode => toCard(episode, look)),
  }))
}

async function filesOf(deps: Deps, contentId: string): Promise<Content['video_files']> {
  const rows = await deps.db
    .select({ id: videoFiles.id, kind: videoFiles.kind, mode: videoFiles.mode })
    .from(videoFiles)
    .where(eq(videoFiles.contentId, contentId))
  return Object.fromEntries(
    rows.map(({ id, kind, mode }) => [kind, { video_file_id: id, kind: mode }]),
  )
}

/** An episode has the people of its series. */
async function creditsOf(deps: Deps, row: ContentRow, language: Language): Promise<Credit[]> {
  const rows = await deps.db
    .select({ credit: credits, artist: artists })
    .from(credits)
    .innerJoin(artists, eq(artists.id, credits.artistId))
    .where(and(eq(credits.contentId, row.seriesId ?? row.id), isNull(artists.removedAt)))
    .orderBy(asc(credits.position))
  return rows.map(({ credit, artist }) => ({
    ...toArtistCard(deps, artist, language),
    role: roleName(credit.role, language),
    role_slug: credit.role,
    character: textOf(credit, 'character', language),
  }))
}

async function itemsOf(
  deps: Deps,
  row: ContentRow,
  language: Language,
  band: number | null,
): Promise<ContentCard[]> {
  if (row.type !== 'video_content_list') return []
  const rows = await deps.db
    .select({ id: bundleItems.contentId })
    .from(bundleItems)
    .where(eq(bundleItems.bundleId, row.id))
    .orderBy(asc(bundleItems.position))
  const ids = rows.map(({ id }) => id)
  return loadCards(deps, ids, language, band)
}

async function countComments(deps: Deps, contentId: string): Promise<number> {
  return deps.db.$count(comments, and(eq(comments.contentId, contentId), isNull(comments.hiddenAt)))
}

/** Rials; VAT is added to every price (spec §3). */
export function ticketOf({
  ticketPrice: price,
  ticketHours: hours,
}: Pick<ContentRow, 'ticketPrice' | 'ticketHours'>): Content['ticket'] {
  if (price === null || hours === null) return null
  const vat = Math.round((price * VAT_PERCENT) / 100)
  return { price, vat, total: price + vat, valid_hours: hours }
}
