import type { Widget } from '#src/contract/pages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { localizedColumns, translationsToColumns } from '../platform/db/localized.ts'
import type { Deps } from '../platform/deps.ts'
import { type Audience, fillWidgets, listWidgets } from './widgets.ts'

const carousel = 'video_carousel' as const

/** The rows below the banner of a home page that no editor has arranged. */
export const STARTER_ROWS = [
  {
    id: 'continue',
    type: 'continue_watching' as const,
    title: translations('catalogue.home.continueWatching'),
  },
  { id: 'top', type: carousel, title: translations('catalogue.home.topWeek'), top: 'week' },
  {
    id: 'latest',
    type: carousel,
    title: translations('catalogue.order.latest'),
    order: 'latest',
  },
  {
    id: 'visited',
    type: carousel,
    title: translations('catalogue.order.most_visited'),
    order: 'most_visited',
  },
  {
    id: 'series',
    type: carousel,
    title: translations('catalogue.types.series'),
    types: ['series'],
  },
  { id: 'rate', type: carousel, title: translations('catalogue.order.rate'), order: 'rate' },
]

/** Returns the page of the editors, or a default page if they have not made one. */
export async function homePage(deps: Deps, audience: Audience): Promise<Widget[]> {
  const widgets = await listWidgets(deps, 'home', audience)
  return widgets.length > 0 ? widgets : fillWidgets(deps, defaultWidgets(), audience)
}

function defaultWidgets() {
  const untitled = localizedColumns('title', () => '')
  const banner = { id: 'house-banner', type: 'banner' as const, config: { count: 6 } }
  return [
    { ...untitled, ...banner, moreLink: null },
    ...STARTER_ROWS.map(({ id, type, title, ...config }) => ({
      id: `house-${id}`,
      type,
      ...translationsToColumns('title', title),
      moreLink: null,
      config,
    })),
  ]
}
