/** Fills widgets, and leaves out those without items, so that no page has an empty row. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ArtistCard, ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { TOP_TITLES } from '#src/contract/limits.ts'
import type { Widget } from '#src/contract/pages.ts'
import { findPlayableIds, withPlayableFlag } from '../accounts/access/playable.ts'
import { cachedPerVersion } from '../catalogue/titles/catalogue-cache.ts'
import { categoriesWithCount } from '../catalogue/titles/listed-categories.ts'
import { listTitles } from '../catalogue/titles/listing.ts'
import { topTitles } from '../catalogue/titles/top-titles.ts'
import { type LocalizedColumns, translatedText } from '../platform/db/localized.ts'
import { preparedQuery } from '../platform/db/prepared.ts'
import { homeWidgets } from '../platform/db/schema/pages.ts'
import type { Deps, Viewer } from '../platform/deps.ts'
import { maxAgeOfViewer } from '../platform/http/age-band.ts'
import { continueWatchingPage } from '../watching/library/continue-watching.queries.ts'
import {
  findTitleIds,
  listCuratedArtists,
  listCuratedTitles,
  listMostVisitedArtists,
} from './editorial.ts'
import { moreLinkOf } from './more-link.ts'
import { listSurveyCards } from './survey-cards.ts'
import { WidgetConfig } from './widget-config.ts'

const CAROUSEL = 12

type WidgetRow = Pick<
  typeof homeWidgets.$inferSelect,
  'id' | 'type' | 'moreLink' | keyof LocalizedColumns<'title'>
> & { config: unknown }
type Page = (typeof homeWidgets.$inferSelect)['page']

/** The audience of a page. `maxAge` hides titles that are not suitable for a child. */
export type Audience = { language: Language; maxAge: number | null; viewer: Viewer | null }

export async function listWidgets(deps: Deps, page: Page, audience: Audience): Promise<Widget[]> {
  const query = preparedQuery(deps.db, 'widgets of a page', db =>
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
    title: translatedText(row, 'title', language),
    more_link: row.moreLink ?? (row.type === 'video_carousel' ? moreLinkOf(config) : null),
  }
  switch (row.type) {
    case 'banner':
      return {
        ...base,
        type: 'banner',
        ...(config.external_ids ? {} : { is_automatic: true }),
        items: await bannerItems(deps, config, audience),
      }
    case 'video_carousel':
      return {
        ...base,
        type: 'video_carousel',
        ...(config.top && !config.external_ids ? { is_ranked: true } : {}),
        items: await titles(deps, config, audience),
      }
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
      return { ...base, type: 'survey', items: await listSurveyCards(deps, language) }
  }
}

/**
 * Returns the titles of a row. The result depends only on language and age, so it is cached: a page of a dozen rows reads each of them at
 * most once a minute.
 */
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
    if (external_ids) return listCuratedTitles(deps, external_ids, language, maxAge)
    if (top) return topTitles(deps, filter, count, language)
    const page = { offset: 0, count }
    return (await listTitles(deps, filter, order, page, language)).items
  })
}

/** Returns the items of a banner: those with a backdrop picture if there are any, otherwise all. */
async function bannerItems(deps: Deps, config: WidgetConfig, audience: Audience) {
  const { language } = audience
  const { lines = {} } = config
  const [cards, lineIds] = await Promise.all([
    config.external_ids ? titles(deps, config, audience) : automaticTitles(deps, config, audience),
    findTitleIds(deps, Object.keys(lines)),
  ])
  const lineOf = new Map(
    Object.entries(lines).map(([externalId, line]) => [lineIds.get(externalId), line[language]]),
  )
  const pictured = cards.filter(({ backdrop_image }) => backdrop_image !== null)
  const shown = pictured.length > 0 ? pictured : cards
  const ids = shown.map(({ id }) => id)
  const playable = await cachedPerVersion(deps, `playable ${ids.join(' ')}`, () =>
    findPlayableIds(deps, ids),
  )
  return shown.map(card => ({
    ...withPlayableFlag(card, playable),
    tagline: lineOf.get(card.id) ?? card.tagline,
  }))
}

/**
 * Returns the titles of a banner that no editor has arranged: the first ones of the catalogue and the first series in turn, and then
 * those that need a ticket.
 */
async function automaticTitles(
  deps: Deps,
  config: WidgetConfig,
  audience: Audience,
): Promise<ContentCard[]> {
  const { count = CAROUSEL } = config
  const [all, series] = await Promise.all([
    titles(deps, config, audience),
    titles(deps, { ...config, types: ['series'], count: Math.floor(count / 2) }, audience),
  ])
  const films = all.filter(({ type }) => type !== 'series')
  const others = withTicketsLast(films).slice(0, count - series.length)
  const mixed = others.flatMap((card, at) => [card, ...series.slice(at, at + 1)])
  return withTicketsLast([...mixed, ...series.slice(others.length)])
}

function withTicketsLast(cards: readonly ContentCard[]): ContentCard[] {
  const needsTicket = ({ flag }: ContentCard) => Number(flag.includes('content_has_ticket'))
  return cards.toSorted((a, b) => needsTicket(a) - needsTicket(b))
}

function people(
  deps: Deps,
  { external_ids, count = CAROUSEL }: WidgetConfig,
  language: Language,
): Promise<ArtistCard[]> {
  const key = JSON.stringify([external_ids, count, language])
  return cachedPerVersion(deps, `row of people ${key}`, () =>
    external_ids
      ? listCuratedArtists(deps, external_ids, language)
      : listMostVisitedArtists(deps, count, language),
  )
}

const SHOWN = 18

/** Returns the titles that a profile has started, newest first; each series occurs once. */
async function continueWatching(
  deps: Deps,
  viewer: Viewer | null,
  language: Language,
): Promise<ContentCard[]> {
  if (!viewer?.profile) return []
  const owner = { profileId: viewer.profile.id, maxAge: maxAgeOfViewer(viewer), language }
  const { items } = await continueWatchingPage(deps, owner, { offset: 0, count: SHOWN })
  return items
}
