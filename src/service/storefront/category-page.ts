import type { Data } from '#src/contract/endpoint.ts'
import type { getCategory } from '#src/contract/endpoints/pages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { allCategories, findCategory, toCategory } from '../catalogue/titles/categories.ts'
import { categoryCounts } from '../catalogue/titles/category-counts.ts'
import { withNameForAge } from '../catalogue/titles/listed-categories.ts'
import { translationsToColumns } from '../platform/db/localized.ts'
import type { Deps } from '../platform/deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { kidsRows } from './kids-rows.ts'
import { type Audience, fillWidgets, listWidgets } from './widgets.ts'

const ORDERS = ['most_visited', 'latest', 'rate'] as const

/** @throws ApiError not_found */
export async function categoryPage(
  deps: Deps,
  name: string,
  audience: Audience,
): Promise<Data<typeof getCategory>> {
  const row = findCategory(await allCategories(deps), name)
  if (!row) throw new ApiError('not_found')
  const isOfKids = row.type === 'kids'
  const [counts, widgets] = await Promise.all([
    categoryCounts(deps, audience.maxAge),
    isOfKids && audience.maxAge !== null
      ? kidsRows(deps, audience)
      : adultRows(deps, row.id, isOfKids, audience),
  ])
  const named = withNameForAge(row, audience.maxAge)
  const category = toCategory(deps, named, counts.get(row.id) ?? 0, audience.language)
  return { ...category, widgets }
}

async function adultRows(deps: Deps, id: string, isOfKids: boolean, audience: Audience) {
  const [own, widgets] = await Promise.all([
    isOfKids ? listWidgets(deps, 'kids', audience) : [],
    fillWidgets(deps, carousels(id), audience),
  ])
  return [...own, ...distinct(widgets)]
}

function carousels(id: string) {
  const split = (['single_video', 'series'] as const).map(type => ({
    id: `${id}-${type}`,
    type: 'video_carousel' as const,
    ...titles(`catalogue.types.${type}`),
    moreLink: null,
    config: { categories: [id], types: [type], order: 'default' },
  }))
  const ordered = ORDERS.map(order => ({
    id: `${id}-${order}`,
    type: 'video_carousel' as const,
    ...titles(`catalogue.order.${order}`),
    moreLink: null,
    config: { categories: [id], order },
  }))
  return [...ordered, ...split]
}

type TitleKey =
  | `catalogue.types.${'single_video' | 'series'}`
  | `catalogue.order.${(typeof ORDERS)[number]}`

function titles(key: TitleKey) {
  return translationsToColumns('title', translations(key))
}

/** Returns only the first row if it has few titles, because a small category would show the same titles in every order. */
function distinct<W extends { items: readonly unknown[] }>(widgets: readonly W[]): W[] {
  const first = widgets[0]
  return first && first.items.length < 8 ? [first] : [...widgets]
}
