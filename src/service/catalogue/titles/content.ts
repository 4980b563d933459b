/** Loads one title in full, in as few database round trips as its parts allow. */

import type { Content, ContentCard, Credit, Season } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { findPlayableIds, withPlayableFlag } from '../../accounts/access/playable.ts'
import { requireAgeAllowed, requireExisting } from '../../accounts/access/visible-content.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { toArtistCard } from './artist.queries.ts'
import { attributeGroups } from './attributes.ts'
import { createCardContext, loadCards } from './card.queries.ts'
import { type CardContext, toCard } from './card.ts'
import { type FullRow, findItemRows, findPartRows, findTitleRow } from './content.queries.ts'
import { roleName } from './roles.ts'

/**
 * Returns the page of a title, episode or season, by short_id or id.
 * @throws ApiError not_found, gone, content_is_age_restricted
 */
export async function contentPage(
  deps: Deps,
  name: string,
  language: Language,
  maxAge: number | null,
): Promise<Content> {
  const [found, context] = await Promise.all([
    findTitleRow(deps.db, name, maxAge),
    createCardContext(deps, language),
  ])
  const row = requireExisting(found, deps.now())
  requireAgeAllowed(row.ageLimit, maxAge)
  const [seasons, items, similar] = await Promise.all([
    seasonsOf(deps, row, context, maxAge),
    itemsOf(deps, row, context, maxAge),
    loadCards(deps, row.similarIds, language, maxAge),
  ])
  const parts = seasons.flatMap(({ episodes }) => episodes)
  const playable = await findPlayableIds(
    deps,
    [row, ...parts, ...items].map(({ id }) => id),
  )
  const card = withPlayableFlag(toCard(row, context), playable)
  const people = creditsOf(deps, row, language)
  return {
    ...card,
    page_title: translatedText(row, 'pageTitle', language) ?? card.title,
    summary: translatedText(row, 'summary', language) ?? '',
    seasons: seasons.map(season => ({
      ...season,
      episodes: season.episodes.map(episode => withPlayableFlag(episode, playable)),
    })),
    video_files: filesOf(row),
    attribute_groups: attributeGroups(card, people, row, language),
    credits: people,
    items: items.map(item => withPlayableFlag(item, playable)),
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

/** Returns the seasons of a series. An episode or a season gets all those of its series, for navigation. */
async function seasonsOf(
  deps: Deps,
  row: FullRow,
  context: CardContext,
  maxAge: number | null,
): Promise<Season[]> {
  const seriesId = row.type === 'series' ? row.id : row.seriesId
  if (!seriesId) return []
  const parts = await findPartRows(deps.db, seriesId, maxAge)
  const episodes = parts.filter(({ type }) => type === 'episode')
  return parts
    .filter(({ type }) => type === 'season_of_series')
    .map(season => ({
      id: season.id,
      number: season.seasonNumber ?? 1,
      title: translatedText(season, 'title', context.language) ?? '',
      year: season.year,
      episodes: episodes
        .filter(({ seasonNumber }) => seasonNumber === season.seasonNumber)
        .map(episode => ({
          ...toCard(episode, context),
          summary: translatedText(episode, 'summary', context.language),
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
  const items = await findItemRows(deps.db, row.id, maxAge)
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
    character: translatedText(person, 'character', language),
  }))
}
