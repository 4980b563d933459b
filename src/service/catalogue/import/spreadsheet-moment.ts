/** Reads times in the forms in which spreadsheets save them, besides those of `written-time.ts`. */
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import {
  isJalaliYear,
  MOMENT_FORM,
  readMoment,
  WrittenTimeError,
} from '#src/lib/text/written-time.ts'
import { hourOfDay, visibleText } from './written-value.ts'

/** Days since 1899-12-30, for the years 1954 to 2118. */
const SERIAL = /^([2-7]\d{4})(\.\d+)?$/
/** The day from which spreadsheets count, in days before 1970. */
const SERIAL_OF_1970 = 25_569
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=$|[\sT,])/
const NAMED_MONTH =
  /^(?:[a-z]+,?\s+)?(?:(\d{1,2})[-\s]+([a-z]{3,9})|([a-z]{3,9})\s+(\d{1,2}),?)[-\s,]+(\d{4}|\d{2})(?=$|[\s,])/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const HALF_DAY = /(\d{1,2})(:\d{2}(?::\d{2})?)\s+([ap]\.?m\.?|ق\.?\s*ظ\.?|ب\.?\s*ظ\.?)$/i

/** Returns the instant; a time without an offset is in Tehran. @throws WrittenTimeError */
export function readSpreadsheetMoment(text: string): Date {
  const plain = toLatinDigits(visibleText(text))
  const written = withMonthNumber(yearFirst(fromSerial(plain), text)).replace(/^([\d-]+),/, '$1')
  const converted = written.replace(HALF_DAY, (whole, hour: string, rest: string, noon: string) => {
    const of24 = hourOfDay(Number(hour), noon)
    return of24 === null ? whole : `${of24}${rest}`
  })
  try {
    return readMoment(converted)
  } catch (error) {
    // The message quotes what the file says.
    if (error instanceof WrittenTimeError) throw new WrittenTimeError(text, error.reason)
    throw error
  }
}

function fromSerial(text: string): string {
  const [, day, part = ''] = SERIAL.exec(text) ?? []
  if (!day) return text
  const seconds = Math.round(Number(`0${part}`) * (DAY_MS / 1000))
  const moment = new Date((Number(day) - SERIAL_OF_1970) * DAY_MS + seconds * 1000)
  return moment.toISOString().slice(0, 19)
}

/** @throws WrittenTimeError if either number may be the month */
function yearFirst(text: string, original: string): string {
  const [date, first, , second, year] = YEAR_LAST.exec(text) ?? []
  if (!date || !first || !second || !year) return text
  const rest = text.slice(date.length)
  const [a, b] = [Number(first), Number(second)]
  if (a <= 12 && b <= 12 && a !== b)
    throw new WrittenTimeError(
      original,
      `${first} or ${second} may be the month. Write ${isJalaliYear(Number(year)) ? '1405-01-31 20:30' : MOMENT_FORM}.`,
    )
  const [month, day] = a > 12 ? [second, first] : [first, second]
  return `${year}-${month}-${day}${rest}`
}

function withMonthNumber(text: string): string {
  const [date, day, month, monthFirst, dayAfter, year = ''] = NAMED_MONTH.exec(text) ?? []
  if (!date) return text
  const number = MONTHS.indexOf((month ?? monthFirst ?? '').slice(0, 3).toLowerCase()) + 1
  if (number === 0) return text
  return `${year.length === 2 ? `20${year}` : year}-${number}-${day ?? dayAfter}${text.slice(date.length)}`
}
