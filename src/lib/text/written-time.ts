/**
 * Days and times as people write them in command options and files: Jalali or Gregorian, in any digits, in Tehran
 * unless an offset is given. All code that reads such a text calls this module.
 */
import { stripBidiControls } from './bidi-controls.ts'
import { toLatinDigits } from './digits.ts'
import {
  fromJalali,
  fullJalaliYear,
  isJalaliDate,
  type JalaliDate,
  jalaliMonthLength,
  jalaliToIso,
  toJalali,
} from './jalali.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { fromWire, toWire } from './tehran.ts'
import { quoteText } from './visible.ts'

/** The message follows the name of the field: `cannot be "1404-12-30": …`. */
export class WrittenTimeError extends Error {
  readonly reason: string
  constructor(text: string, reason: string) {
    super(`cannot be ${quoteText(text)}: ${reason}`)
    this.name = 'WrittenTimeError'
    this.reason = reason
  }
}

const DAY_FORM = '1405-01-31 or 2026-04-20'
const MONTH_FORM = '1405-01 or 2026-03'
export const MOMENT_FORM = '1405-01-31 20:30 or 2026-04-20T20:30:00+03:30'

/** Years of the Jalali calendar; as Gregorian years they would be medieval. */
const JALALI_YEARS = { from: 1300, to: 1500 }
const GREGORIAN_YEARS = { from: 1800, to: 9999 }
/** The easternmost time zone is +14:00. */
const OFFSET_MAX_MINUTES = 14 * 60

const DATE = String.raw`(?<year>\d{4}|\d{2})(?<separator>[-/])(?<month>\d{1,2})\k<separator>(?<day>\d{1,2})`
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`
const OFFSET = String.raw`(?<offset>Z|[-+]\d{2}(?::?\d{2})?)`
/** The day in the other calendar, as `momentText` appends it, so that printed text can be entered again. */
const OTHER_CALENDAR = String.raw`\((?<other>\d{4}-\d{2}-\d{2})\)`
const MOMENT = new RegExp(
  String.raw`^${DATE}(?:(?:T|\s+)${CLOCK}(?:\s*${OFFSET})?)?(?:\s+${OTHER_CALENDAR})?$`,
  'i',
)

const MONTH = /^(\d{4}|\d{2})[-/](\d{1,2})$/

type MomentParts = JalaliDate & {
  hour?: number
  minute?: number
  second?: number
  milliseconds?: number
  /** Minutes east of UTC; null means Tehran time. */
  offset?: number | null
  /** The same day in the Gregorian calendar, such as `2026-03-21`, if it was written too. */
  other?: string
}

/** Returns midnight in Tehran at the beginning of the day. @throws WrittenTimeError */
export function readDay(text: string): Date {
  const parts = partsOf(text)
  if (!parts) throw new WrittenTimeError(text, `write a day such as ${DAY_FORM}.`)
  if (parts.hour !== undefined)
    throw new WrittenTimeError(text, `write the day without a time, such as ${DAY_FORM}.`)
  return buildMoment(parts, text, DAY_FORM)
}

/** Returns the instant; a day without a time means midnight at its beginning. @throws WrittenTimeError */
export function readMoment(text: string): Date {
  const parts = partsOf(text)
  if (!parts) throw new WrittenTimeError(text, `write a time such as ${MOMENT_FORM}.`)
  return buildMoment(parts, text, MOMENT_FORM)
}

/** Returns the first midnight of the month and the midnight after its last day. @throws WrittenTimeError */
export function readMonth(text: string): { from: Date; to: Date } {
  const plain = toLatinDigits(stripBidiControls(text)).trim()
  const [, digits = '', monthDigits] = MONTH.exec(plain) ?? []
  const [year, month] = [writtenYear(digits), Number(monthDigits)]
  if (!digits) throw new WrittenTimeError(text, `write a month such as ${MONTH_FORM}.`)
  const from = buildMoment({ year, month, day: 1 }, text, MONTH_FORM)
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
  const to = isJalaliYear(year) ? fromJalali({ ...next, day: 1 }) : gregorianMidnight(next)
  return { from, to }
}

/** Reads a Jalali season: `1405-2` is Tir to Shahrivar. @throws WrittenTimeError */
export function readSeason(text: string): { from: Date; to: Date } {
  const plain = toLatinDigits(stripBidiControls(text)).trim()
  const [, digits = '', season = ''] = /^(\d{2}|\d{4})[-/](0?[1-4])$/.exec(plain) ?? []
  const year = writtenYear(digits)
  if (!digits || !isJalaliYear(year))
    throw new WrittenTimeError(
      text,
      'write a Jalali year and a season from 1 to 4, such as 1405-2.',
    )
  const month = Number(season) * 3 - 2
  const next = month === 10 ? { year: year + 1, month: 1 } : { year, month: month + 3 }
  return { from: fromJalali({ year, month, day: 1 }), to: fromJalali({ ...next, day: 1 }) }
}

/** Reads a year of either calendar: 1405 or 2026. @throws WrittenTimeError */
export function readYear(text: string): { from: Date; to: Date } {
  const plain = toLatinDigits(stripBidiControls(text)).trim()
  const year = writtenYear(plain)
  const isYear = /^(\d{2}|\d{4})$/.test(plain)
  const problem = isYear
    ? (yearProblem(year) ?? yearProblem(year + 1))
    : 'write a year such as 1405.'
  if (problem) throw new WrittenTimeError(text, problem)
  const start = (first: number) =>
    isJalaliYear(year)
      ? fromJalali({ year: first, month: 1, day: 1 })
      : gregorianMidnight({ year: first, month: 1 })
  return { from: start(year), to: start(year + 1) }
}

/** Formats an instant for messages as `1405-01-01 20:30 (2026-03-21)`, in Tehran. */
export function momentText(moment: Date): string {
  const [date, clock = ''] = toWire(moment).split('T')
  return `${jalaliDay(moment)} ${clock.replace(/:00$/, '')} (${date})`
}

/** Formats a day for messages as `1405-01-01 (2026-03-21)`, in Tehran. */
export function dayText(moment: Date): string {
  return `${jalaliDay(moment)} (${toWire(moment).slice(0, 10)})`
}

function jalaliDay(moment: Date): string {
  const { year, month, day } = toJalali(moment)
  return [year, month, day].map(part => String(part).padStart(2, '0')).join('-')
}

/** True for a year that can only be Jalali. */
export function isJalaliYear(year: number): boolean {
  return year >= JALALI_YEARS.from && year <= JALALI_YEARS.to
}

/** Completes a year of two digits as Jalali: 05 is 1405 (spec §3). */
function writtenYear(digits: string): number {
  return digits.length === 2 ? fullJalaliYear(Number(digits)) : Number(digits)
}

/** Returns why no calendar contains the year, or null if one does. */
function yearProblem(year: number): string | null {
  const { from, to } = GREGORIAN_YEARS
  if (isJalaliYear(year) || (year >= from && year <= to)) return null
  return `years are Jalali (${JALALI_YEARS.from} to ${JALALI_YEARS.to}) or Gregorian (from ${from})`
}

/**
 * Returns the instant.
 * @param text the original text, for the error message
 * @throws WrittenTimeError
 */
export function buildMoment(parts: MomentParts, text: string, form: string): Date {
  const problem = problemOf(parts)
  if (problem) throw new WrittenTimeError(text, `${problem}. Write ${form}.`)
  const { hour = 0, minute = 0, second = 0, milliseconds = 0, offset = null } = parts
  const clock = [hour, minute, second].map(part => String(part).padStart(2, '0')).join(':')
  const wall = `${gregorianDay(parts)}T${clock}`
  const time =
    offset === null ? fromWire(wall).getTime() : Date.parse(`${wall}Z`) - offset * MINUTE_MS
  const moment = new Date(time + milliseconds)
  if (parts.other && toWire(moment).slice(0, 10) !== parts.other)
    throw new WrittenTimeError(text, `the two calendars name different days. Write ${form}.`)
  return moment
}

function partsOf(text: string): MomentParts | null {
  const plain = toLatinDigits(stripBidiControls(text)).trim()
  const { groups } = MOMENT.exec(plain) ?? {}
  if (!groups) return null
  const { year = '', month, day, hour, minute, second, fraction, offset, other } = groups
  const date = { year: writtenYear(year), month: Number(month), day: Number(day), other }
  if (hour === undefined) return date
  return {
    ...date,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    milliseconds: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)),
    offset: offset === undefined ? null : offsetMinutes(offset),
  }
}

/** Converts `Z`, `+03:30`, `+0330` or `+03` to minutes. */
export function offsetMinutes(offset: string): number {
  if (/^z$/i.test(offset)) return 0
  const [, sign, hours, minutes = '0'] = /^([-+])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  const size = Number(hours) * 60 + Number(minutes)
  return sign === '-' ? -size : size
}

function problemOf(parts: MomentParts): string | null {
  const { year, month, day, hour = 0, minute = 0, second = 0, offset = 0 } = parts
  const wrongYear = yearProblem(year)
  if (wrongYear) return wrongYear
  if (month < 1 || month > 12) return `there is no month ${month}`
  const length = monthLength(year, month)
  const calendar = isJalaliYear(year) ? 'Jalali' : 'Gregorian'
  if (day < 1 || day > length)
    return `month ${month} of the ${calendar} year ${year} has ${length} days`
  if (hour > 23) return `there is no hour ${hour}`
  if (minute > 59) return `there is no minute ${minute}`
  if (second > 59) return `there is no second ${second}`
  if (offset !== null && Math.abs(offset) > OFFSET_MAX_MINUTES)
    return 'an offset must be between -14:00 and +14:00'
  return null
}

function monthLength(year: number, month: number): number {
  if (isJalaliYear(year)) return jalaliMonthLength(year, month)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function gregorianDay({ year, month, day }: JalaliDate): string {
  if (isJalaliYear(year) && isJalaliDate({ year, month, day }))
    return jalaliToIso({ year, month, day })
  const parts = [month, day].map(part => String(part).padStart(2, '0'))
  return [year, ...parts].join('-')
}

function gregorianMidnight({ year, month }: { year: number; month: number }): Date {
  return fromWire(`${gregorianDay({ year, month, day: 1 })}T00:00:00`)
}
