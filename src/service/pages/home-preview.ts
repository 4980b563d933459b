/** What visitors would see of a page: of the one that is there, or of a file that is not applied. */
import type { Widget } from '#src/contract/pages.ts'
import type { Deps } from '../deps.ts'
import { exportHome } from './home-export.ts'
import { type HomeFile, widgetRow } from './home-file.ts'
import { type Audience, fillWidgets } from './widgets.ts'

/** `shown` is null for a row that is left out, since nothing is in it. */
export type PreviewRow = { widget: HomeFile['widgets'][number]; shown: Widget | null }

/** Null where editors have made no such page. */
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
