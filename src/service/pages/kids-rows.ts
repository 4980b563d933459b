/** The rows of a child's home: the genres that have titles for its age, then what is new and what is seen most, genre by genre. */
import type { Widget } from '#src/contract/pages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { allCategories } from '../catalogue/categories.ts'
import { categoryCounts } from '../catalogue/category-counts.ts'
import { localizedOf, toColumns } from '../db/localized.ts'
import type { Deps } from '../deps.ts'
import { moreLinkOf } from './more-link.ts'
import type { WidgetConfig } from './widget-config.ts'
import { type Audience, fillWidgets, widgetsOf } from './widgets.ts'

/** A genre with fewer titles makes no row. */
const TITLES_MIN = 3
const GENRES_MAX = 8
const ORDERS = ['latest', 'most_visited'] as const

/** All of them are filtered by the age of the child, whatever their category. */
export async function kidsRows(deps: Deps, audience: Audience): Promise<Widget[]> {
  const [first, editorial, rest] = await Promise.all([
    genres(deps, audience),
    widgetsOf(deps, 'kids', audience),
    genreRows(deps, audience),
  ])
  const orders = await fillWidgets(deps, ORDERS.map(orderRow), audience)
  return withoutRepeats([...first, ...editorial, ...orders, ...rest])
}

async function genres(deps: Deps, audience: Audience): Promise<Widget[]> {
  const titles = toColumns('title', translations('catalogue.kids.genres'))
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
  const titles = toColumns('title', translations(`catalogue.kids.${order}`))
  return carousel(`kids-${order}`, titles, { order })
}

async function genreRows(deps: Deps, audience: Audience): Promise<Widget[]> {
  const [all, counts] = await Promise.all([
    allCategories(deps),
    categoryCounts(deps, audience.maxAge),
  ])
  const count = (id: string) => counts.get(id) ?? 0
  const genres = all
    .filter(({ id, type, isListed }) => type === 'genre' && isListed && count(id) >= TITLES_MIN)
    .sort((a, b) => count(b.id) - count(a.id))
    .slice(0, GENRES_MAX)
  const rows = genres.map(row => {
    const config = { categories: [row.id], order: 'most_visited' as const }
    return carousel(`kids-${row.id}`, toColumns('title', localizedOf(row, 'title')), config)
  })
  return fillWidgets(deps, rows, audience)
}

function carousel<Titles extends object>(id: string, titles: Titles, config: WidgetConfig) {
  return { id, type: 'video_carousel' as const, ...titles, moreLink: moreLinkOf(config), config }
}

/** Where there are few titles for an age, two rows may hold the same ones: the first stays. */
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
