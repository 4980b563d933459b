/** Computes the period of a report from the options of the command. */
import { fromJalali, toJalali } from '#src/lib/text/jalali.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import { dayText } from '#src/lib/text/written-time.ts'
import type { Period } from '../../../report/period.ts'
import { ArgumentsError } from '../../framework/errors.ts'

type Given = {
  from: Date | null
  to: Date | null
  yesterday: boolean
  month: Period | null
  season: Period | null
  year: Period | null
}

/**
 * Returns the current Jalali month until today if no option is given.
 * @throws ArgumentsError if the last day is before the first, or if more than one period is given
 */
export function readReportPeriod({ from, to, yesterday, ...whole }: Given, now: Date): Period {
  const periods = [yesterday ? yesterdayOf(now) : null, ...Object.values(whole)].filter(
    period => period !== null,
  )
  if (periods.length + (from || to ? 1 : 0) > 1)
    throw new ArgumentsError(
      'Give only one period: --yesterday, --month, --season, --year, or --from and --to.',
    )
  const [period] = periods
  if (period) return period
  const { year, month: present } = toJalali(now)
  const days = {
    from: from ?? fromJalali({ year, month: present, day: 1 }),
    to: nextMidnight(to ?? now),
  }
  if (days.to <= days.from)
    throw new ArgumentsError(
      `The last day cannot be ${dayText(to ?? now)}: the first is ${dayText(days.from)}. Give a later --to or an earlier --from.`,
    )
  return days
}

function yesterdayOf(now: Date): Period {
  const today = fromWire(`${toWire(now).slice(0, 10)}T00:00:00`)
  // Twelve hours before midnight, so that a change of summer time has no effect.
  const noon = new Date(today.getTime() - DAY_MS / 2)
  return { from: fromWire(`${toWire(noon).slice(0, 10)}T00:00:00`), to: today }
}

function nextMidnight(date: Date): Date {
  // Noon of the next day, so that a change of summer time at night has no effect.
  const noon = fromWire(`${toWire(date).slice(0, 10)}T12:00:00`).getTime() + DAY_MS
  return fromWire(`${toWire(new Date(noon)).slice(0, 10)}T00:00:00`)
}
