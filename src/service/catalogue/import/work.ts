import type {
  ImportArtist,
  ImportCategory,
  ImportRecord,
  ImportRemoval,
  ImportTitle,
} from '#src/contract/import.ts'
import type { StoredPicture } from './picture-reference.ts'
import type { StoredArtist, StoredTitle } from './stored.queries.ts'
import type { TitlePictures } from './title-row.ts'

/** A record, or the changed fields of one, with the line it came from. */
export type Entry = { line: number; record: ImportRecord; basis?: Stamp | undefined }
/** Changes whenever the row is written. */
export type Stamp = { updatedAt: Date; contentHash: string | null }
export const PATCHED_KINDS = ['title', 'artist', 'category'] as const
export type Patch = {
  /** If omitted, a title, an artist or a category: the first with the id. */
  kind?: (typeof PATCHED_KINDS)[number] | undefined
  /** May name an episode. */
  external_id: string
  /** Part of a record. Null removes a field; texts and media change in the given parts, lists as a whole. */
  fields: Record<string, unknown>
}
export type PatchEntry = { line: number; patch: Patch }

/** A new or changed record, with its pictures generated. */
export type TitleWork = {
  line: number
  title: ImportTitle
  hash: string
  /** True for a new title that waits for its publication as a draft. */
  isDraft: boolean
  /** The row that the plan read; undefined for a new title. */
  stored: StoredTitle | undefined
  pictures: TitlePictures
  episodeBackdrops: ReadonlyMap<string, StoredPicture>
}
/** Counts of an import that makes new titles drafts. */
export type Drafts = {
  /** New titles whose publication waits. */
  made: number
  /** New titles whose line has its own `published_at`, which they keep. */
  dated: number
}
export type ArtistWork = {
  line: number
  artist: ImportArtist
  hash: string
  stored: StoredArtist | undefined
  picture: StoredPicture | null
}
export type CategoryWork = {
  line: number
  category: ImportCategory
  isNew: boolean
  picture: StoredPicture | null
}
export type RemovalWork = { line: number; removal: ImportRemoval }
export type Work = {
  categories: CategoryWork[]
  artists: ArtistWork[]
  titles: TitleWork[]
  removals: RemovalWork[]
}

export function emptyWork(): Work {
  return { categories: [], artists: [], titles: [], removals: [] }
}

export type Summary = {
  created: number
  changed: number
  unchanged: number
  removed: number
  rejected: number
}
export const emptySummary = (): Summary => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  rejected: 0,
})

/** Returns the ids that a record owns: its own, and those of the episodes of a series. */
export function ownedIds(record: ImportRecord): string[] {
  if (record.kind !== 'title') return [record.external_id]
  const episodes = (record.seasons ?? []).flatMap(season => season.episodes)
  return [record, ...episodes].map(({ external_id }) => external_id)
}

export function countEpisodes({ seasons = [] }: ImportTitle): number {
  return seasons.reduce((sum, season) => sum + season.episodes.length, 0)
}
