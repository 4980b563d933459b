// The API uses Tehran's wall clock without an offset. Iran had summer time until 2022, so Intl computes the offset of
// earlier times.
import { DAY_MS, HOUR_MS } from './milliseconds.ts'

const WIRE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/
const STANDARD_OFFSET = 3.5 * HOUR_MS

let formatter: Intl.DateTimeFormat | undefined

/** Parses `YYYY-MM-DDTHH:mm:ss` in Asia/Tehran. @throws RangeError for anything else */
export function fromWire(text: string): Date {
  // `2026-02-30` would become March.
  if (!isWire(text)) throw new RangeError(`not a time: ${text}`)
  const wall = Date.parse(`${text}Z`)
  const guess = wall - STANDARD_OFFSET
  const moment = wall - offsetAt(guess)
  return new Date(offsetAt(moment) === offsetAt(guess) ? moment : guess)
}

/** True if `fromWire` accepts the text. */
export function isWire(text: string): boolean {
  const wall = WIRE.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return !Number.isNaN(wall) && wireOf(wall) === text
}

/** Formats an instant as `YYYY-MM-DDTHH:mm:ss` in Asia/Tehran. */
export function toWire(date: Date): string {
  return wireOf(date.getTime() + offsetAt(date.getTime()))
}

/** Returns the days of Tehran's calendar since 1970, for counting the midnights between two instants. */
export function tehranDay(date: Date): number {
  return Math.floor((date.getTime() + offsetAt(date.getTime())) / DAY_MS)
}

function wireOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19)
}

/** End of the last summer time, on 21 September 2022 at midnight. Asking Intl takes ten times as long as everything else here. */
const LAST_CHANGE = Date.UTC(2022, 8, 21, 19, 30)

function offsetAt(time: number): number {
  if (time >= LAST_CHANGE) return STANDARD_OFFSET
  formatter ??= new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: 'Asia/Tehran',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const part: Record<string, number> = {}
  for (const { type, value } of formatter.formatToParts(time)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(time / 1000) * 1000
}
