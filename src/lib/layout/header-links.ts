import type { Language } from '#src/contract/fields.ts'
import type { DynamicLink, GlobalData } from '#src/contract/pages.ts'
import { barePath, localPath } from '../i18n/languages.ts'
import { APPS_PATH, listingPath } from '../routes.ts'

type HeaderLink = { path: string; text: string; icon: string }

/** Icons of the drawer, one per link, so that no two entries look alike. The first two are in the first style sheet. */
const ICONS = [
  'i-lucide-sparkles',
  'i-lucide-star',
  'i-lucide-compass',
  'i-lucide-flame',
  'i-lucide-gift',
  'i-lucide-trophy',
  'i-lucide-map',
  'i-lucide-music',
  'i-lucide-lightbulb',
  'i-lucide-heart',
  'i-lucide-rocket',
  'i-lucide-palette',
] as const

/**
 * Returns the header's dynamic links of both kinds (spec §2). Links to other sites are left out, and the page of the apps
 * while there is no app.
 */
export function headerLinks(
  data: GlobalData,
  { language, hasApps }: { language: Language; hasApps: boolean },
): HeaderLink[] {
  return data.links
    .flatMap(link => {
      const path = linkPath(link, language)
      return path && (hasApps || barePath(path) !== APPS_PATH)
        ? [{ path, text: link.display_title }]
        : []
    })
    .map((link, index) => ({ ...link, icon: iconOf(link.path, index) }))
}

function iconOf(path: string, index: number): string {
  return barePath(path) === APPS_PATH ? 'i-lucide-smartphone' : (ICONS[index % ICONS.length] ?? '')
}

function linkPath({ configuration }: DynamicLink, language: Language): string | null {
  if (configuration.navigation_type === 'get_by_filter') {
    return listingPath(
      {
        categories: configuration.category_id ?? undefined,
        order: configuration.sort_order ?? undefined,
      },
      language,
    )
  }
  const url = configuration.url ?? ''
  return /^\/(?![/\\])/.test(url) ? localPath(url, language) : null
}
