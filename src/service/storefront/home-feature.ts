/** Puts a title first in the banner of the home page, or removes it from the banner. */
import type { Language } from '#src/contract/languages.ts'
import type { Deps } from '../platform/deps.ts'
import { exportHome } from './home-export.ts'
import { applyHome, findMissingHomeReferences, HomeFile } from './home-file.ts'

type Featured = {
  externalId: string
  /** The line below the title, instead of its tagline. */
  line: Record<Language, string> | null
}
type Needed = Pick<Deps, 'db' | 'invalidate'>
export type Feature = 'done' | 'no_page' | 'no_title' | 'not_featured'

export async function featureTitle(deps: Needed, { externalId, line }: Featured): Promise<Feature> {
  const file = await exportHome(deps, 'home')
  if (!file) return 'no_page'
  const [banner, rest] = bannerOf(file)
  const lines = { ...banner.lines, ...(line && { [externalId]: line }) }
  const external_ids = [externalId, ...banner.external_ids.filter(id => id !== externalId)]
  const changed = HomeFile.parse({
    ...file,
    widgets: [{ type: 'banner', external_ids, lines }, ...rest],
  })
  const missing = await findMissingHomeReferences(deps, changed)
  if (missing.some(({ name }) => name === externalId)) return 'no_title'
  await applyHome(deps, changed)
  return 'done'
}

export async function unfeatureTitle(deps: Needed, externalId: string): Promise<Feature> {
  const file = await exportHome(deps, 'home')
  if (!file) return 'no_page'
  const [banner, rest] = bannerOf(file)
  if (!banner.external_ids.includes(externalId)) return 'not_featured'
  const { [externalId]: _, ...lines } = banner.lines ?? {}
  const external_ids = banner.external_ids.filter(id => id !== externalId)
  const widgets = external_ids.length > 0 ? [{ ...banner, external_ids, lines }, ...rest] : rest
  if (widgets.length === 0) return 'not_featured'
  await applyHome(deps, HomeFile.parse({ ...file, widgets }))
  return 'done'
}

type WidgetFile = HomeFile['widgets'][number]
type Banner = Extract<WidgetFile, { type: 'banner' }>

function bannerOf({ widgets }: HomeFile): [Banner, WidgetFile[]] {
  const banner = widgets.find(widget => widget.type === 'banner')
  if (!banner) return [{ type: 'banner', external_ids: [] }, widgets]
  return [banner, widgets.filter(widget => widget !== banner)]
}
