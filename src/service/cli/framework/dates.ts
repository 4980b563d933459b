/** Dates on the command line: days and moments of Tehran's calendar, Gregorian or Jalali. */
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { fullJalaliYear, isJalaliDate, jalaliToIso } from '#src/lib/text/jalali.ts'
import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import { UsageError } from './errors.ts'
import { type Field, parsed } from './fields.ts'

const SHAPE = /^(\d{4}|\d{2})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{2}:\d{2}))?$/
/** Years that only one of the calendars can mean. */
const JALALI_YEARS = { from: 1300, to: 1500 }
const WORDS = 'is to be a day such as 2026-03-21 or 1405-01-01'

/** Midnight of Tehran at the beginning of the day. */
export function day(placeholder: string, text: string): Field<Date> {
  return parsed(placeholder, text, given => read(given, WORDS, false))
}

/** A day, or a minute of it: `1405-01-01 20:30`. */
export function minute(placeholder: string, text: string): Field<Date> {
  return parsed(placeholder, text, given => read(given, `${WORDS}, or 1405-01-01T20:30`, true))
}

function read(given: string, wrong: string, hasTime: boolean): Date {
  const [found, y, m, d, time] = SHAPE.exec(toLatinDigits(given.trim())) ?? []
  if (!found || (time && !hasTime)) throw new UsageError(`${wrong}.`)
  const [year, month, day] = [yearOf(String(y)), Number(m), Number(d)]
  const isJalali = isJalaliYear(year)
  if (isJalali && !isJalaliDate({ year, month, day })) throw new UsageError(`${wrong}.`)
  const iso = isJalali
    ? jalaliToIso({ year, month, day })
    : [year, month, day].map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-')
  try {
    return fromWire(`${iso}T${time ?? '00:00'}:00`)
  } catch {
    throw new UsageError(`${wrong}.`)
  }
}

/** A year of two digits is Jalali: 05 is 1405 (spec §3). */
export function yearOf(text: string): number {
  return text.length === 2 ? fullJalaliYear(Number(text)) : Number(text)
}

/** Whether a year on the command line is meant as Jalali. */
export function isJalaliYear(year: number): boolean {
  return year >= JALALI_YEARS.from && year <= JALALI_YEARS.to
}

/** `2026-03-21 20:30` in Tehran, for people. */
export function shownTime(date: Date): string {
  return toWire(date).slice(0, 16).replace('T', ' ')
}
