/** One title in full, in as few rounds to the database as its parts allow. */

import type { Content, ContentCard, Credit, Season } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { playableIds, withPlayable } from '../access/playable.ts'
import { requireAgeAllowed, requireExisting } from '../access/visible-content.ts'
import { textOf } from '../db/localized.ts'
import type { Deps } from '../deps.ts'
import { toArtistCard } from './artist.queries.ts'
import { attributeGroups } from './attributes.ts'
import { cardContextOf, loadCards } from './card.queries.ts'
import { type CardContext, toCard } from './card.ts'
import { type FullRow, fullRow, itemRows, partRows } from './content.queries.ts'
import { roleName } from './roles.ts'

/**
 * By short_id, of an episode or a season too, or by id.
 * @throws ApiError not_found, gone, content_is_age_restricted
 */
export async function contentPage(
  deps: Deps,
  name: string,
  language: Language,
  maxAge: number | null,
): Promise<Content> {
  const [found, context] = await Promise.all([
    fullRow(deps.db, name, maxAge),
    cardContextOf(deps, language),
  ])
  const row = requireExisting(found, deps.now())
  requireAgeAllowed(row.ageLimit, maxAge)
  const [seasons, items, similar] = await Promise.all([
    seasonsOf(deps, row, context, maxAge),
    itemsOf(deps, row, context, maxAge),
    loadCards(deps, row.similarIds, language, maxAge),
  ])
  const parts = seasons.flatMap(({ episodes }) => episodes)
  const playable = await playableIds(deps, [row.id, ...[...parts, ...items].map(({ id }) => id)])
  const card = withPlayable(toCard(row, context), playable)
  const people = creditsOf(deps, row, language)
  return {
    ...card,
    page_title: textOf(row, 'pageTitle', language) ?? card.title,
    summary: textOf(row, 'summary', language) ?? '',
    seasons: seasons.map(season => ({
      ...season,
      episodes: season.episodes.map(episode => withPlayable(episode, playable)),
    })),
    video_files: filesOf(row),
    attribute_groups: attributeGroups(card, people, row, language),
    credits: people,
    items: items.map(item => withPlayable(item, playable)),
    similar,
    comments_count: row.commentsCount,
    votes_count: row.likes + row.dislikes,
    ticket: card.ticket ?? null,
    audio_tracks: row.audioLanguages,
    captions: row.captionLanguages,
    published_at: toWire(row.publishedAt),
    available_at: row.availableAt ? toWire(row.availableAt) : null,
    updated_at: toWire(row.updatedAt),
  }
}

/** Those of a series; an episode or a season gets all of its series, so that one can move between them. */
async function seasonsOf(
  deps: Deps,
  row: FullRow,
  context: CardContext,
  maxAge: number | null,
): Promise<Season[]> {
  const seriesId = row.type === 'series' ? row.id : row.seriesId
  if (!seriesId) return []
  const parts = await partRows(deps.db, seriesId, maxAge)
  const episodes = parts.filter(({ type }) => type === 'episode')
  return parts
    .filter(({ type }) => type === 'season_of_series')
    .map(season => ({
      id: season.id,
      number: season.seasonNumber ?? 1,
      title: textOf(season, 'title', context.language) ?? '',
      year: season.year,
      episodes: episodes
        .filter(({ seasonNumber }) => seasonNumber === season.seasonNumber)
        .map(episode => ({
          ...toCard(episode, context),
          summary: textOf(episode, 'summary', context.language),
        })),
    }))
}

async function itemsOf(
  deps: Deps,
  row: FullRow,
  context: CardContext,
  maxAge: number | null,
): Promise<ContentCard[]> {
  if (row.type !== 'video_content_list') return []
  const items = await itemRows(deps.db, row.id, maxAge)
  return items.map(item => toCard(item, context))
}

function filesOf({ files }: FullRow): Content['video_files'] {
  return Object.fromEntries(
    files.map(({ id, kind, mode }) => [kind, { video_file_id: id, kind: mode }]),
  )
}

function creditsOf(deps: Deps, { people }: FullRow, language: Language): Credit[] {
  return people.map(person => ({
    ...toArtistCard(deps, person, language),
    role: roleName(person.role, language),
    role_slug: person.role,
    character: textOf(person, 'character', language),
  }))
}
