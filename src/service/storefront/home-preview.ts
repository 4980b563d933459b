/** Previews a page for visitors: the current page, or a file that is not applied. */
import type { Widget } from '#src/contract/pages.ts'
import type { Deps } from '../platform/deps.ts'
import { exportHome } from './home-export.ts'
import { type HomeFile, widgetRow } from './home-file.ts'
import { type Audience, fillWidgets } from './widgets.ts'

/** The row is not shown, and `shown` is null, if it has no items. */
export type PreviewRow = { widget: HomeFile['widgets'][number]; shown: Widget | null }

/** Returns null if editors have made no such page. */
export async function previewHome(
  deps: Deps,
  page: HomeFile['page'],
  file: HomeFile | null,
  audience: Audience,
): Promise<PreviewRow[] | null> {
  const source = file ?? (await exportHome(deps, page))
  if (!source) return null
  return Promise.all(
    source.widgets.map(async (widget, position) => {
      const [shown] = await fillWidgets(deps, [widgetRow(widget, position, source.page)], audience)
      return { widget, shown: shown ?? null }
    }),
  )
}
