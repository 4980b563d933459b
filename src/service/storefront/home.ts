import type { Widget } from '#src/contract/pages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { localizedColumns, translationsToColumns } from '../platform/db/localized.ts'
import type { Deps } from '../platform/deps.ts'
import { type Audience, fillWidgets, listWidgets } from './widgets.ts'

/** Returns the page of the editors, or a default page if they have not made one. */
export async function homePage(deps: Deps, audience: Audience): Promise<Widget[]> {
  const widgets = await listWidgets(deps, 'home', audience)
  return widgets.length > 0 ? widgets : fillWidgets(deps, defaultWidgets(), audience)
}

function defaultWidgets() {
  const carousel = (id: string, key: CarouselKey, config: object) => ({
    id,
    type: 'video_carousel' as const,
    ...translationsToColumns('title', translations(key)),
    moreLink: null,
    config,
  })
  const untitled = { ...localizedColumns('title', () => ''), moreLink: null, config: {} }
  return [
    { ...untitled, id: 'house-banner', type: 'banner' as const, config: { count: 6 } },
    {
      ...untitled,
      id: 'house-continue',
      type: 'continue_watching' as const,
      ...translationsToColumns('title', translations('catalogue.home.continueWatching')),
    },
    carousel('house-top', 'catalogue.home.topWeek', { top: 'week' }),
    carousel('house-latest', 'catalogue.order.latest', { order: 'latest' }),
    carousel('house-visited', 'catalogue.order.most_visited', { order: 'most_visited' }),
    carousel('house-series', 'catalogue.types.series', { types: ['series'] }),
    carousel('house-rate', 'catalogue.order.rate', { order: 'rate' }),
  ]
}

type CarouselKey =
  | 'catalogue.home.topWeek'
  | 'catalogue.order.latest'
  | 'catalogue.order.most_visited'
  | 'catalogue.order.rate'
  | 'catalogue.types.series'
