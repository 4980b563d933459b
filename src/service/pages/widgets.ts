/** Fills widgets. One that has nothing to show is left out, so that no page has an empty row. */

import { and, asc, eq, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { TOP_TITLES } from '#src/contract/limits.ts'
import type { ArtistCard, Widget } from '#src/contract/pages.ts'
import { playableIds, withPlayable } from '../access/playable.ts'
import { categoriesWithCount } from '../catalogue/category-counts.ts'
import { listTitles } from '../catalogue/listing.ts'
import { topTitles } from '../catalogue/top-titles.ts'
import { cachedPerVersion } from '../catalogue/version-cache.ts'
import { type LocalizedColumns, textOf } from '../db/localized.ts'
import { prepared } from '../db/prepared.ts'
import { homeWidgets } from '../db/schema/pages.ts'
import type { Deps, Viewer } from '../deps.ts'
import { continueWatching } from './continue-watching.ts'
import { curatedArtists, curatedTitles, titleIds, visitedArtists } from './editorial.ts'
import { moreLinkOf } from './more-link.ts'
import { surveyCards } from './survey-cards.ts'
import { WidgetConfig } from './widget-config.ts'

const CAROUSEL = 12

type WidgetRow = Pick<
  typeof homeWidgets.$inferSelect,
  'id' | 'type' | 'moreLink' | keyof LocalizedColumns<'title'>
> & { config: unknown }
type Page = (typeof homeWidgets.$inferSelect)['page']

/** For whom a page is filled. `maxAge` keeps from a child what is not for it. */
export type Audience = { language: Language; maxAge: number | null; viewer: Viewer | null }

export async function widgetsOf(deps: Deps, page: Page, audience: Audience): Promise<Widget[]> {
  const query = prepared(deps.db, 'widgets of a page', db =>
    db
      .select()
      .from(homeWidgets)
      .where(and(eq(homeWidgets.page, sql.placeholder('page')), eq(homeWidgets.isVisible, true)))
      .orderBy(asc(homeWidgets.position), asc(homeWidgets.id)),
  )
  return fillWidgets(deps, await query.execute({ page }), audience)
}

export async function fillWidgets(
  deps: Deps,
  rows: readonly WidgetRow[],
  audience: Audience,
): Promise<Widget[]> {
  const widgets = await Promise.all(rows.map(row => fill(deps, row, audience)))
  return widgets.filter(({ items }) => items.length > 0)
}

async function fill(deps: Deps, row: WidgetRow, audience: Audience): Promise<Widget> {
  const { language, maxAge, viewer } = audience
  const config = WidgetConfig.parse(row.config ?? {})
  const base = {
    id: row.id,
    title: textOf(row, 'title', language),
    more_link: row.moreLink ?? (row.type === 'video_carousel' ? moreLinkOf(config) : null),
  }
  switch (row.type) {
    case 'banner':
      return { ...base, type: 'banner', items: await bannerItems(deps, config, audience) }
    case 'video_carousel':
      return { ...base, type: 'video_carousel', items: await titles(deps, config, audience) }
    case 'artist_carousel':
      return { ...base, type: 'artist_carousel', items: await people(deps, config, language) }
    case 'category_carousel': {
      const items = await categoriesWithCount(deps, language, maxAge)
      return { ...base, type: 'category_carousel', items: items.filter(({ count }) => count > 0) }
    }
    case 'continue_watching':
      return {
        ...base,
        type: 'continue_watching',
        items: await continueWatching(deps, viewer, language),
      }
    case 'survey':
      return { ...base, type: 'survey', items: await surveyCards(deps, language) }
  }
}

/** The same for everyone of a language and an age, so that a page of a dozen rows asks for none of them twice a minute. */
function titles(
  deps: Deps,
  config: WidgetConfig,
  { language, maxAge }: Audience,
): Promise<ContentCard[]> {
  const { external_ids, types, categories, flags, order = 'default', top } = config
  const { count = top ? TOP_TITLES : CAROUSEL } = config
  const filter = { types, categories, flags, maxAge }
  const key = JSON.stringify([external_ids, filter, top ?? order, count, language])
  return cachedPerVersion(deps, `row ${key}`, async () => {
    if (external_ids) return curatedTitles(deps, external_ids, language, maxAge)
    if (top) return topTitles(deps, filter, count, language)
    const page = { offset: 0, count }
    return (await listTitles(deps, filter, order, page, language)).items
  })
}

/** What stands first on a page has a picture to stand there with, where any of them has. */
async function bannerItems(deps: Deps, config: WidgetConfig, audience: Audience) {
  const { language } = audience
  const { lines = {} } = config
  const [cards, lineIds] = await Promise.all([
    titles(deps, config, audience),
    titleIds(deps, Object.keys(lines)),
  ])
  const lineOf = new Map(
    Object.entries(lines).map(([externalId, line]) => [lineIds.get(externalId), line[language]]),
  )
  const pictured = cards.filter(({ backdrop_image }) => backdrop_image !== null)
  const shown = pictured.length > 0 ? pictured : cards
  const ids = shown.map(({ id }) => id)
  const playable = await cachedPerVersion(deps, `playable ${ids.join(' ')}`, () =>
    playableIds(deps, ids),
  )
  return shown.map(card => ({
    ...withPlayable(card, playable),
    tagline: lineOf.get(card.id) ?? card.tagline,
  }))
}

function people(
  deps: Deps,
  { external_ids, count = CAROUSEL }: WidgetConfig,
  language: Language,
): Promise<ArtistCard[]> {
  const key = JSON.stringify([external_ids, count, language])
  return cachedPerVersion(deps, `row of people ${key}`, () =>
    external_ids
      ? curatedArtists(deps, external_ids, language)
      : visitedArtists(deps, count, language),
  )
}
