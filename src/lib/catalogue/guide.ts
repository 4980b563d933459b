/** The guide of a channel on its page. */
import type { Program } from '#src/contract/live.ts'
import { fromWire, toWire } from '../text/tehran.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const dayOf = (wire: string) => wire.slice(0, 10)

/** By day in Tehran, from today on: what began before midnight and is still on is today's. @returns the day at 00:00 of each group */
export function guideDays(
  programs: readonly Program[],
  now: Date,
): { day: Date; programs: Program[] }[] {
  const today = dayOf(toWire(now))
  const groups = Map.groupBy(programs, ({ starts_at }) => {
    const day = dayOf(starts_at)
    if (day < today) return today
    return day
  })
  return [...groups].map(([day, programs]) => ({ day: fromWire(`${day}T00:00:00`), programs }))
}

/** How long what the page says of the guide is true: until a programme begins or ends, and until midnight in Tehran. */
export function guideFreshSeconds(programs: readonly Program[], now: Date): number {
  const midnight = fromWire(`${dayOf(toWire(now))}T00:00:00`).getTime() + DAY_MS
  const moments = programs.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
  const next = moments.map(wire => fromWire(wire).getTime()).filter(time => time > now.getTime())
  return Math.ceil((Math.min(midnight, ...next) - now.getTime()) / 1_000)
}
