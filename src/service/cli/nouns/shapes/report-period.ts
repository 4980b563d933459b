/** The days of a report, from how they are given on the command line. */
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { fromJalali, toJalali } from '#src/lib/text/jalali.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import type { Period } from '../../../report/period.ts'
import { isJalaliYear, yearOf } from '../../framework/dates.ts'
import { ArgumentsError, UsageError } from '../../framework/errors.ts'
import { type Field, parsed } from '../../framework/fields.ts'

/** A month of either calendar. */
export function month(placeholder: string, text: string): Field<Period> {
  return parsed(placeholder, text, given => {
    const [found, y, m] = /^(\d{4}|\d{2})[-/](\d{1,2})$/.exec(toLatinDigits(given.trim())) ?? []
    const [year, month] = [yearOf(y ?? ''), Number(m)]
    if (!found || month < 1 || month > 12)
      throw new UsageError('is to be a month such as 1405-01 or 2026-03.')
    const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
    const begin = isJalaliYear(year) ? jalaliMonth : gregorianMonth
    return { from: begin({ year, month }), to: begin(next) }
  })
}

type Month = { year: number; month: number }

function jalaliMonth({ year, month }: Month): Date {
  return fromJalali({ year, month, day: 1 })
}

function gregorianMonth({ year, month }: Month): Date {
  return fromWire(`${year}-${String(month).padStart(2, '0')}-01T00:00:00`)
}

type Given = { from: Date | null; to: Date | null; month: Period | null }

/** Without anything the present Jalali month, until today. @throws UsageError where the last day is before the first */
export function periodOf({ from, to, month }: Given, now: Date): Period {
  if (month && (from || to)) throw new ArgumentsError('Give --month, or --from and --to.')
  if (month) return month
  const { year, month: present } = toJalali(now)
  const period = {
    from: from ?? jalaliMonth({ year, month: present }),
    to: nextMidnight(to ?? now),
  }
  if (period.to <= period.from) throw new ArgumentsError('--to is to be after --from.')
  return period
}

function nextMidnight(date: Date): Date {
  // Noon of the next day, whatever summer time did that night.
  const noon = fromWire(`${toWire(date).slice(0, 10)}T12:00:00`).getTime() + 86_400_000
  return fromWire(`${toWire(new Date(noon)).slice(0, 10)}T00:00:00`)
}
