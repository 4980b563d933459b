// Periods are Jalali months counted from a fixed day of the month, so that day 31 becomes 30 or 29 and then 31 again.
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { fromJalali, jalaliMonthLength, toJalali } from '#src/lib/text/jalali.ts'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'

/** Returns the same time of day in the next Jalali month, on `anchorDay` or on the last day of that month. */
export function periodEnd(start: Date, anchorDay: number): Date {
  const { year, month, day } = toJalali(start)
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  const last = Math.min(anchorDay, jalaliMonthLength(next.year, next.month))
  const timeOfDay = start.getTime() - fromJalali({ year, month, day }).getTime()
  const end = new Date(fromJalali({ ...next, day: last }).getTime() + timeOfDay)
  // A day on which summer time begins has 23 hours, so its last hour would fall on the next day.
  return toJalali(end).day === last ? end : new Date(end.getTime() - HOUR_MS)
}

/** Returns the day of the month from which a period counts. A period that begins at another time than planned counts from its own day. */
export function anchorDayOf(
  start: Date,
  { ends, day }: { ends: readonly Date[]; day: number | null },
): number {
  const isPlanned = ends.some(end => end.getTime() === start.getTime())
  return isPlanned && day !== null ? day : toJalali(start).day
}

/** Returns the time of the debit, a day before the period ends, so that a bank that is down interrupts no subscription. */
export function chargeTime(end: Date): Date {
  return new Date(end.getTime() - DIRECT_DEBIT.chargeHours * HOUR_MS)
}

/** Earlier releases debited an hour before the end, and some of their contracts are still running. */
const CHARGE_HOURS = [DIRECT_DEBIT.chargeHours, 1]

/** Returns the possible ends of the current period, computed from the time of its next debit. */
export function possiblePeriodEnds(nextChargeAt: Date | null): Date[] {
  if (!nextChargeAt) return []
  return CHARGE_HOURS.map(hours => new Date(nextChargeAt.getTime() + hours * HOUR_MS))
}
