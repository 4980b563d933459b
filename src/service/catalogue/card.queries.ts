import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { contents } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { type Look, toCard } from './card.ts'
import { allCategories } from './categories.ts'
import { picturesBase } from './picture.ts'

const parent = alias(contents, 'parent')

/** What a card is made of, in one row. */
export const cardColumns = {
  id: contents.id,
  shortId: contents.shortId,
  slugFa: contents.slugFa,
  slugEn: contents.slugEn,
  titleFa: contents.titleFa,
  titleEn: contents.titleEn,
  subTitleFa: contents.subTitleFa,
  subTitleEn: contents.subTitleEn,
  taglineFa: contents.taglineFa,
  taglineEn: contents.taglineEn,
  type: contents.type,
  year: contents.year,
  durationSeconds: contents.durationSeconds,
  ageLimit: contents.ageLimit,
  countries: contents.countries,
  categoryIds: contents.categoryIds,
  flags: contents.flags,
  posterPath: contents.posterPath,
  posterColour: contents.posterColour,
  backdropPath: contents.backdropPath,
  backdropColour: contents.backdropColour,
  ratePercentage: contents.ratePercentage,
  imdbRankPercent: contents.imdbRankPercent,
  publishedAt: contents.publishedAt,
  seriesId: contents.seriesId,
  seasonNumber: contents.seasonNumber,
  episodeNumber: contents.episodeNumber,
  series: {
    shortId: parent.shortId,
    slugFa: parent.slugFa,
    slugEn: parent.slugEn,
    titleFa: parent.titleFa,
    titleEn: parent.titleEn,
  },
  seasonCount:
    sql<number>`(case when ${contents.type} = 'series' then (select count(*)::int from contents s
    where s.series_id = ${contents.id} and s.type = 'season_of_series') else 0 end)`.as(
      'season_count',
    ),
}

/** The rows of cards under a condition; add order and limit. */
export function cardRows(db: Deps['db'], where: SQL | undefined) {
  return db
    .select(cardColumns)
    .from(contents)
    .leftJoin(parent, eq(parent.id, contents.seriesId))
    .where(where)
}
export type CardRow = Awaited<ReturnType<typeof cardRows>>[number]

export async function lookOf(deps: Deps, language: Language): Promise<Look> {
  const categories = await allCategories(deps)
  return {
    language,
    pictures: picturesBase(deps.env),
    now: deps.now(),
    categories: new Map(categories.map(row => [row.id, row])),
  }
}

/**
 * The cards of these ids, in this order. Removed titles and those above `band` are left out, so the answer may be shorter.
 */
export async function loadCards(
  deps: Deps,
  ids: readonly string[],
  language: Language,
  band: number | null = null,
): Promise<ContentCard[]> {
  if (ids.length === 0) return []
  const [rows, look] = await Promise.all([
    cardRows(
      deps.db,
      and(inArray(contents.id, [...ids]), isNull(contents.removedAt), withinBand(band)),
    ),
    lookOf(deps, language),
  ])
  const cards = new Map(rows.map(row => [row.id, toCard(row, look)]))
  return ids.flatMap(id => cards.get(id) ?? [])
}

/** `age_limit <= band`, false for what nobody rated; nothing for an adult. */
export function withinBand(band: number | null): SQL | undefined {
  return band === null ? undefined : sql`${contents.ageLimit} <= ${band}`
}
