/** Builds the rows of a child's home: genres that have titles for the age, then new and most visited titles, then one row per genre. */
import type { Widget } from '#src/contract/pages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { categoryCounts } from '../catalogue/titles/category-counts.ts'
import { listedCategories } from '../catalogue/titles/listed-categories.ts'
import { translationsOf, translationsToColumns } from '../platform/db/localized.ts'
import type { Deps } from '../platform/deps.ts'
import { moreLinkOf } from './more-link.ts'
import type { WidgetConfig } from './widget-config.ts'
import { type Audience, fillWidgets, listWidgets } from './widgets.ts'

/** Minimum number of titles of a genre that gets a row. */
const TITLES_MIN = 3
const GENRES_MAX = 8
const ORDERS = ['latest', 'most_visited'] as const

/** Filters all rows by the age of the child, whatever their category. */
export async function kidsRows(deps: Deps, audience: Audience): Promise<Widget[]> {
  const [first, editorial, rest] = await Promise.all([
    genres(deps, audience),
    listWidgets(deps, 'kids', audience),
    genreRows(deps, audience),
  ])
  const orders = await fillWidgets(deps, ORDERS.map(orderRow), audience)
  return withoutRepeats([...first, ...editorial, ...orders, ...rest])
}

async function genres(deps: Deps, audience: Audience): Promise<Widget[]> {
  const titles = translationsToColumns('title', translations('catalogue.kids.genres'))
  const type = 'category_carousel'
  const row = { id: 'kids-genres', type, ...titles, moreLink: null, config: {} } as const
  const widgets = await fillWidgets(deps, [row], audience)
  return widgets.map(widget =>
    widget.type === type
      ? { ...widget, items: widget.items.filter(category => category.type === 'genre') }
      : widget,
  )
}

function orderRow(order: (typeof ORDERS)[number]) {
  const titles = translationsToColumns('title', translations(`catalogue.kids.${order}`))
  return carousel(`kids-${order}`, titles, { order })
}

async function genreRows(deps: Deps, audience: Audience): Promise<Widget[]> {
  const [listed, counts] = await Promise.all([
    listedCategories(deps, audience.maxAge),
    categoryCounts(deps, audience.maxAge),
  ])
  const count = (id: string) => counts.get(id) ?? 0
  const genres = listed
    .filter(({ id, type }) => type === 'genre' && count(id) >= TITLES_MIN)
    .sort((a, b) => count(b.id) - count(a.id))
    .slice(0, GENRES_MAX)
  const rows = genres.map(row => {
    const config = { categories: [row.id], order: 'most_visited' as const }
    return carousel(
      `kids-${row.id}`,
      translationsToColumns('title', translationsOf(row, 'title')),
      config,
    )
  })
  return fillWidgets(deps, rows, audience)
}

function carousel<Titles extends object>(id: string, titles: Titles, config: WidgetConfig) {
  return { id, type: 'video_carousel' as const, ...titles, moreLink: moreLinkOf(config), config }
}

/** Leaves out a row with the same titles as an earlier one, which happens if there are few titles for an age. */
function withoutRepeats(rows: readonly Widget[]): Widget[] {
  const seen = new Set<string>()
  return rows.filter(({ items }) => {
    const key = items
      .map(({ id }) => id)
      .sort()
      .join()
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
