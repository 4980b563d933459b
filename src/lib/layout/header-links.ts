import type { Language } from '#src/contract/fields.ts'
import type { DynamicLink, GlobalData } from '#src/contract/pages.ts'
import { localPath } from '../i18n/languages.ts'
import { listingPath } from '../routes.ts'

/** The header's dynamic links of both kinds (spec §2); links to other sites are left out. */
export function headerLinks(
  data: GlobalData,
  language: Language,
): Array<{ path: string; text: string }> {
  return data.links.flatMap(link => {
    const path = linkPath(link, language)
    return path ? [{ path, text: link.display_title }] : []
  })
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
