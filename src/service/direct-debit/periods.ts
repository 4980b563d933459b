// Periods are Jalali months counted from a day of the month, so that 31 → 30 → 29 comes back to 31.
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { fromJalali, jalaliMonthLength, toJalali } from '#src/lib/text/jalali.ts'

const HOUR = 3_600_000

/** The same time of day in the next Jalali month, on `anchorDay` or that month's last day. */
export function periodEnd(start: Date, anchorDay: number): Date {
  const { year, month, day } = toJalali(start)
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  const last = Math.min(anchorDay, jalaliMonthLength(next.year, next.month))
  const timeOfDay = start.getTime() - fromJalali({ year, month, day }).getTime()
  const end = new Date(fromJalali({ ...next, day: last }).getTime() + timeOfDay)
  // A day on which summer time begins has 23 hours: the last of them would be the next day.
  return toJalali(end).day === last ? end : new Date(end.getTime() - HOUR)
}

/** A period that begins elsewhere than planned counts from its own day. */
export function anchorOf(
  start: Date,
  { ends, day }: { ends: readonly Date[]; day: number | null },
): number {
  const isPlanned = ends.some(end => end.getTime() === start.getTime())
  return isPlanned && day !== null ? day : toJalali(start).day
}

/** The debit comes a day before the period ends, so that a bank that is out of order cuts nobody off. */
export function chargeTime(end: Date): Date {
  return new Date(end.getTime() - DIRECT_DEBIT.chargeHours * HOUR)
}

/** Releases before this one debited an hour before the end, and their contracts are still running. */
const CHARGE_HOURS = [DIRECT_DEBIT.chargeHours, 1]

/** When the running period may end, by the time of its next debit. */
export function plannedEnds(nextChargeAt: Date | null): Date[] {
  if (!nextChargeAt) return []
  return CHARGE_HOURS.map(hours => new Date(nextChargeAt.getTime() + hours * HOUR))
}
