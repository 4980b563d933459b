/** The times of a title, compared exactly: what is asked for by its address or played does not wait for the schedule (catalogue/schedule.ts). */
import { sql } from 'drizzle-orm'
import { contents } from '../db/schema/contents.ts'

/** In the catalogue from the first until the second. An episode has those of its series, or narrower ones. */
export type Times = { publishedAt: Date; unpublishAt: Date | null }

export type Existence = Times & { removedAt: Date | null; hiddenBySchedule: boolean }

export const existenceColumns = {
  removedAt: contents.removedAt,
  hiddenBySchedule: contents.hiddenBySchedule,
  publishedAt: contents.publishedAt,
  unpublishAt: contents.unpublishAt,
}

/** In the catalogue but for its times, which `isInTime` compares. */
export const isInCatalogue = sql<boolean>`(contents.removed_at is null or contents.hidden_by_schedule)`

export function isInTime({ publishedAt, unpublishAt }: Times, now: Date): boolean {
  return publishedAt <= now && (unpublishAt === null || unpublishAt > now)
}

/** `to_come`: nobody is to know of it yet. `gone`: it was there. */
export function existenceOf(row: Existence, now: Date): 'there' | 'to_come' | 'gone' {
  const isRemoved = row.removedAt !== null && !row.hiddenBySchedule
  if (!isRemoved && isInTime(row, now)) return 'there'
  return row.publishedAt > now ? 'to_come' : 'gone'
}
