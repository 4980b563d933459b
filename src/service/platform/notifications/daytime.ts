import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'

/** Hours of Tehran in which a message disturbs no one. */
const DAY_HOURS = { from: 9, to: 21 }

/** Returns the time, or the next morning in Tehran if the time is at night. */
export function nextDaytime(time: Date): Date {
  const hour = Number(toWire(time).slice(11, 13))
  if (hour >= DAY_HOURS.from && hour < DAY_HOURS.to) return time
  const day = hour < DAY_HOURS.from ? time : new Date(time.getTime() + DAY_MS)
  return fromWire(`${toWire(day).slice(0, 10)}T0${DAY_HOURS.from}:00:00`)
}

export function isDaytime(time: Date): boolean {
  return nextDaytime(time) === time
}
