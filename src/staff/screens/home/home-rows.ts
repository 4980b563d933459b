/** The rows of a page as its screen edits them: those of the file of `home apply`, each with a key. */
import { LANGUAGES, type Localized, mapLanguages } from '#src/contract/languages.ts'

export const HOME_PAGES = ['home', 'kids'] as const
export type HomePage = (typeof HOME_PAGES)[number]
export const ROW_TYPES = [
  'video_carousel',
  'artist_carousel',
  'category_carousel',
  'continue_watching',
  'survey',
  'banner',
] as const
export type RowType = (typeof ROW_TYPES)[number]

export type HomeRow = {
  type: RowType
  title?: Localized
  more_link?: string
  external_ids?: string[]
  lines?: Record<string, Localized>
  types?: string[]
  categories?: string[]
  flags?: string[]
  order?: string
  top?: 'week'
  count?: number
}
export type EditedRow = { key: string; row: HomeRow }
export type HomeFile = { page: HomePage; widgets: HomeRow[]; links?: unknown[] }

let keys = 0

export function editedRow(row: HomeRow): EditedRow {
  keys += 1
  return { key: `row-${keys}`, row }
}

/** Returns the file that `home apply` reads. The links of the header stay as they are. */
export function homeFileOf(page: HomePage, rows: readonly EditedRow[]): HomeFile {
  return { page, widgets: rows.map(({ row }) => row) }
}

export function asFiles(file: HomeFile) {
  return { file: { filename: 'home.json', text: JSON.stringify(file) } }
}

/** Puts a title first in the banner, which is created above all rows if there is none. */
export function withFeatured(rows: readonly EditedRow[], title: string): EditedRow[] {
  const banner = rows.find(({ row }) => row.type === 'banner')
  if (!banner) return [editedRow({ type: 'banner', external_ids: [title] }), ...rows]
  const ids = (banner.row.external_ids ?? []).filter(id => id !== title)
  const row = { ...banner.row, external_ids: [title, ...ids] }
  return rows.map(each => (each === banner ? { ...each, row } : each))
}

export function emptyRow(type: RowType): HomeRow {
  if (type === 'banner') return { type, external_ids: [] }
  const title = mapLanguages(() => '')
  return type === 'video_carousel' ? { type, title, order: 'latest' } : { type, title }
}

/** True if `home apply` would accept the texts and titles of the row. */
export function isComplete({ type, title, external_ids }: HomeRow): boolean {
  if (type === 'banner') return (external_ids ?? []).length > 0
  return LANGUAGES.every(language => Boolean(title?.[language]?.trim()))
}
