import { type ImportArtist, ImportRecord, type ImportTitle } from '#src/contract/import.ts'
import { catalogueLines } from '#src/service/operations/demo/catalogue.ts'

export const artists: ImportArtist[] = []
/** Titles of the demo. Each has a poster and a backdrop. */
export const titles: ImportTitle[] = []

for await (const { text } of catalogueLines()) {
  const record = ImportRecord.parse(JSON.parse(text ?? ''))
  if (record.kind === 'artist') artists.push(record)
  if (record.kind === 'title') titles.push(record)
}

export function kindOf({ type, flags = [] }: ImportTitle) {
  if (type === 'series') return 'series'
  if (type === 'video_content_list') return 'bundle'
  if (flags.includes('audio_book')) return 'book'
  return flags.includes('live') ? 'live' : 'film'
}
