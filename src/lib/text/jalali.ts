// The Jalali calendar for pickers and for periods of months. Dates are displayed with Intl (date.ts).

import { isValidJalaaliDate, jalaaliMonthLength, toGregorian, toJalaali } from 'jalaali-js'
import type { Language } from '#src/contract/languages.ts'
import { CALENDAR } from '../i18n/formats.ts'
import { fromWire, toWire } from './tehran.ts'

export interface JalaliDate {
  year: number
  month: number
  day: number
}

/**
 * Completes a two-digit year: above 47 it is in the 1300s, otherwise in the 1400s (spec section 3). Longer years are
 * returned unchanged.
 */
export function fullJalaliYear(year: number): number {
  if (year >= 100) return year
  return year > 47 ? 1300 + year : 1400 + year
}

export function isJalaliDate({ year, month, day }: JalaliDate): boolean {
  return [year, month, day].every(Number.isInteger) && isValidJalaaliDate(year, month, day)
}

/** Returns 29, 30 or 31. */
export function jalaliMonthLength(year: number, month: number): number {
  return jalaaliMonthLength(year, month)
}

/** Returns the Jalali date in Tehran at an instant. */
export function toJalali(date: Date): JalaliDate {
  return isoToJalali(toWire(date).slice(0, 10))
}

/** Returns midnight in Tehran at the start of the date. @throws RangeError if the date does not exist */
export function fromJalali(date: JalaliDate): Date {
  return fromWire(`${jalaliToIso(date)}T00:00:00`)
}

/** Returns the picked date as Gregorian `YYYY-MM-DD`. @throws RangeError if the date does not exist */
export function jalaliToIso({ year, month, day }: JalaliDate): string {
  if (!isJalaliDate({ year, month, day }))
    throw new RangeError(`not a date: ${year}/${month}/${day}`)
  const { gy, gm, gd } = toGregorian(year, month, day)
  return [String(gy).padStart(4, '0'), twoDigits(gm), twoDigits(gd)].join('-')
}

/** Inverse of jalaliToIso; a time after the date is ignored. */
export function isoToJalali(iso: string): JalaliDate {
  const [year = 0, month = 0, day = 0] = iso.slice(0, 10).split('-').map(Number)
  const { jy, jm, jd } = toJalaali(year, month, day)
  return { year: jy, month: jm, day: jd }
}

/**
 * Returns the same time of day `months` Jalali months later, on the last day if that month is shorter. Count periods
 * from their first day (`n` = 1, 2, 3 …), never from the previous period: 31 → 30 → 29 would drift.
 */
export function addJalaliMonths(date: Date, months: number): Date {
  const { year, month, day } = toJalali(date)
  const index = year * 12 + month - 1 + months
  const then = { year: Math.floor(index / 12), month: (index % 12) + 1 }
  const iso = jalaliToIso({
    ...then,
    day: Math.min(day, jalaliMonthLength(then.year, then.month)),
  })
  const milliseconds = ((date.getTime() % 1000) + 1000) % 1000
  return new Date(fromWire(`${iso}T${toWire(date).slice(11)}`).getTime() + milliseconds)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Returns the year in the calendar of the language. */
export function calendarYear(date: Date, language: Language): number {
  return CALENDAR[language] === 'jalali' ? toJalali(date).year : date.getFullYear()
}
