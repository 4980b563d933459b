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
  return new Date(fromJalali({ ...next, day: last }).getTime() + timeOfDay)
}

/** A period that begins elsewhere than planned counts from its own day. */
export function anchorOf(start: Date, planned: { at: Date | null; day: number | null }): number {
  const isPlanned = planned.at?.getTime() === start.getTime() && planned.day !== null
  return isPlanned ? (planned.day as number) : toJalali(start).day
}

/** The debit comes a little before the period ends, so that nobody is cut off in between. */
export function chargeTime(end: Date): Date {
  return new Date(end.getTime() - DIRECT_DEBIT.chargeHours * HOUR)
}

export function endFromChargeTime(time: Date): Date {
  return new Date(time.getTime() + DIRECT_DEBIT.chargeHours * HOUR)
}
