/** Rules across the fields of a record, which the schema cannot express. */
import type { ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { parseDuration } from '#src/lib/text/duration.ts'
import { plainName, quoteText } from '#src/lib/text/visible.ts'
import { momentText } from '#src/lib/text/written-time.ts'
import { isInAdvertFolder } from '../../platform/adapters/media/advert-streams.ts'
import { RecordError } from './problem.ts'

const STREAM = /^[\w][\w./-]*$/

/** Checks one record. @throws RecordError */
export function checkRecord(record: ImportRecord): void {
  if (record.kind === 'title') checkTitle(record)
}

function checkTitle(title: ImportTitle): void {
  const hasTicket = title.flags?.includes('content_has_ticket') ?? false
  if (hasTicket && title.ticket_price === undefined)
    throw new RecordError('ticket_price', 'is required by the flag content_has_ticket')
  if (title.ticket_price === 0) throw new RecordError('ticket_price', 'must be more than 0')
  if (title.seasons && title.type !== 'series')
    throw new RecordError('seasons', 'are only allowed for titles of type series')
  if (title.items && title.type !== 'video_content_list')
    throw new RecordError('items', 'are only allowed for titles of type video_content_list')
  if (title.items?.includes(title.external_id))
    throw new RecordError('items', 'cannot contain the title itself')
  checkTimes('', title)
  checkDuration('', title)
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
      checkDuration(`${field}.`, episode)
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
    throw new RecordError(
      `${field}unpublish_at`,
      `cannot be ${momentText(new Date(until))}: published_at is ${momentText(new Date(from))}`,
    )
}

/** The schema accepts minutes up to 99, as in 01:75:00. */
function checkDuration(field: string, { duration }: Pick<ImportTitle, 'duration'>): void {
  if (duration !== undefined && parseDuration(duration) === null)
    throw new RecordError(
      `${field}duration`,
      `cannot be ${quoteText(duration)}: write hours, minutes and seconds such as 01:45:00`,
    )
}

function checkMedia(field: string, media: ImportTitle['media']): void {
  if (!media) return
  if (!STREAM.test(media.stream) || media.stream.includes('..'))
    throw new RecordError(`${field}.stream`, 'must be a key such as films/rain, without ..')
  if (isInAdvertFolder(media.stream))
    throw new RecordError(
      `${field}.stream`,
      `cannot be ${quoteText(media.stream)}: streams in adverts/ are played to every viewer. Store the video of a title elsewhere`,
    )
  const { intro } = media
  if (intro && intro.end <= intro.start)
    throw new RecordError(
      `${field}.intro`,
      `cannot end at ${intro.end} s: it starts at ${intro.start} s`,
    )
}
