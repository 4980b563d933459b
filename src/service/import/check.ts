/** Rules between the fields of a record, which the schema cannot express. */
import type { ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { plainName } from '#src/lib/text/visible.ts'
import { RecordError } from './problem.ts'

const STREAM = /^[\w][\w./-]*$/

/** @throws RecordError */
export function checkRecord(record: ImportRecord): void {
  if (record.kind === 'title') checkTitle(record)
}

function checkTitle(title: ImportTitle): void {
  const hasTicket = title.flags?.includes('content_has_ticket') ?? false
  if (hasTicket && title.ticket_price === undefined)
    throw new RecordError('ticket_price', 'is missing: the flag content_has_ticket needs it')
  if (title.ticket_price === 0) throw new RecordError('ticket_price', 'is to be more than 0')
  if (title.seasons && title.type !== 'series')
    throw new RecordError('seasons', 'belong to a title of type series')
  if (title.items && title.type !== 'video_content_list')
    throw new RecordError('items', 'belong to a title of type video_content_list')
  if (title.items?.includes(title.external_id))
    throw new RecordError('items', 'cannot hold the title itself')
  checkTimes('', title)
  checkMedia('media', title.media)
  checkMedia('trailer', title.trailer)
  checkSeasons(title)
}

function checkSeasons({ external_id, seasons = [] }: ImportTitle): void {
  const ids = new Set([external_id])
  const numbers = new Set<number>()
  for (const [at, season] of seasons.entries()) {
    once(numbers, season.number, `seasons[${at}].number`)
    const episodes = new Set<number>()
    for (const [index, episode] of season.episodes.entries()) {
      const field = `seasons[${at}].episodes[${index}]`
      once(ids, episode.external_id, `${field}.external_id`)
      once(episodes, episode.number, `${field}.number`)
      checkTimes(`${field}.`, episode)
      checkMedia(`${field}.media`, episode.media)
    }
  }
}

function once<T>(seen: Set<T>, value: T, field: string): void {
  if (seen.has(value))
    throw new RecordError(
      field,
      `${typeof value === 'string' ? plainName(value) : String(value)} appears twice in this title`,
    )
  seen.add(value)
}

function checkTimes(
  field: string,
  { published_at: from, unpublish_at: until }: Pick<ImportTitle, 'published_at' | 'unpublish_at'>,
): void {
  if (from && until && new Date(until) <= new Date(from))
    throw new RecordError(`${field}unpublish_at`, 'is to be after published_at')
}

function checkMedia(field: string, media: ImportTitle['media']): void {
  if (!media) return
  if (!STREAM.test(media.stream) || media.stream.includes('..'))
    throw new RecordError(`${field}.stream`, 'is to be a key such as films/rain, without ..')
  if (media.intro && media.intro.end <= media.intro.start)
    throw new RecordError(`${field}.intro`, 'ends before it starts')
}
