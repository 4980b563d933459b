// The wire speaks Tehran's wall clock without an offset, and Iran had summer time until 2022: ask Intl.

const WIRE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/
const STANDARD_OFFSET = 3.5 * 3_600_000

let formatter: Intl.DateTimeFormat | undefined

/** `YYYY-MM-DDTHH:mm:ss` in Asia/Tehran as a moment; throws RangeError for anything else. */
export function fromWire(text: string): Date {
  // `2026-02-30` would become March
  if (!isWire(text)) throw new RangeError(`not a time: ${text}`)
  const wall = Date.parse(`${text}Z`)
  const guess = wall - STANDARD_OFFSET
  const moment = wall - offsetAt(guess)
  return new Date(offsetAt(moment) === offsetAt(guess) ? moment : guess)
}

/** Whether `fromWire` takes it. */
export function isWire(text: string): boolean {
  const wall = WIRE.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return !Number.isNaN(wall) && wireOf(wall) === text
}

/** A moment as `YYYY-MM-DDTHH:mm:ss` in Asia/Tehran. */
export function toWire(date: Date): string {
  return wireOf(date.getTime() + offsetAt(date.getTime()))
}

/** Days of Tehran's calendar since 1970, for counting how many midnights lie between two moments. */
export function tehranDay(date: Date): number {
  return Math.floor((date.getTime() + offsetAt(date.getTime())) / 86_400_000)
}

function wireOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19)
}

function offsetAt(time: number): number {
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
