/** Compares the times of a title exactly: opening its address or playing it does not wait for the schedule (titles/schedule.ts). */
import { sql } from 'drizzle-orm'
import { contents } from '../../platform/db/schema/contents.ts'

/** The title is in the catalogue from `publishedAt` until `unpublishAt`. An episode has the times of its series, or narrower ones. */
export type Times = { publishedAt: Date; unpublishAt: Date | null }

export type Existence = Times & { removedAt: Date | null; hiddenBySchedule: boolean }

export const existenceColumns = {
  removedAt: contents.removedAt,
  hiddenBySchedule: contents.hiddenBySchedule,
  publishedAt: contents.publishedAt,
  unpublishAt: contents.unpublishAt,
}

/** True for titles in the catalogue, regardless of their times, which `isInTime` compares. */
export const isInCatalogue = sql<boolean>`(contents.removed_at is null or contents.hidden_by_schedule)`

export function isInTime({ publishedAt, unpublishAt }: Times, now: Date): boolean {
  return publishedAt <= now && (unpublishAt === null || unpublishAt > now)
}

/** Returns `to_come` before publication, when the title must stay secret, and `gone` after it has left the catalogue. */
export function catalogueStateOf(row: Existence, now: Date): 'there' | 'to_come' | 'gone' {
  const isRemoved = row.removedAt !== null && !row.hiddenBySchedule
  if (!isRemoved && isInTime(row, now)) return 'there'
  return row.publishedAt > now ? 'to_come' : 'gone'
}
