/** The programme guide on the page of a channel. */
import type { Program } from '#src/contract/live.ts'
import { DAY_MS } from '../text/milliseconds.ts'
import { fromWire, toWire } from '../text/tehran.ts'

const dayOf = (wire: string) => wire.slice(0, 10)

/**
 * Groups programmes by day in Tehran, from today on. A programme that began before midnight and is still on belongs to
 * today.
 * @returns groups, each with its day at 00:00
 */
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

/**
 * Returns the seconds for which the guide on the page stays correct: until a programme begins or ends, or until
 * midnight in Tehran.
 */
export function guideFreshSeconds(programs: readonly Program[], now: Date): number {
  const midnight = fromWire(`${dayOf(toWire(now))}T00:00:00`).getTime() + DAY_MS
  const moments = programs.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
  const next = moments.map(wire => fromWire(wire).getTime()).filter(time => time > now.getTime())
  return Math.ceil((Math.min(midnight, ...next) - now.getTime()) / 1_000)
}
