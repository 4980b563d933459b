/** Fields for days and moments, and their format in output. */
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import {
  momentText,
  readDay,
  readMoment,
  readMonth,
  readSeason,
  readYear,
  WrittenTimeError,
} from '#src/lib/text/written-time.ts'
import { UsageError } from './errors.ts'
import { type Field, parsedField } from './fields.ts'

/** A day; its value is midnight in Tehran at the beginning of that day. */
export function dayField(placeholder: string, text: string): Field<Date> {
  return parsedField(placeholder, text, given => readOption(readDay, given))
}

/** A moment such as `1405-01-01 20:30`, or a day, which means its midnight. */
export function moment(placeholder: string, text: string): Field<Date> {
  return parsedField(placeholder, text, given => readOption(readMoment, given))
}

/** A month of the Jalali or the Gregorian calendar. */
export function monthField(placeholder: string, text: string): Field<{ from: Date; to: Date }> {
  return parsedField(placeholder, text, given => readOption(readMonth, given))
}

/** A season of the Jalali calendar, such as 1405-2. */
export function seasonField(placeholder: string, text: string): Field<{ from: Date; to: Date }> {
  return parsedField(placeholder, text, given => readOption(readSeason, given))
}

/** A year of the Jalali or the Gregorian calendar. */
export function yearField(placeholder: string, text: string): Field<{ from: Date; to: Date }> {
  return parsedField(placeholder, text, given => readOption(readYear, given))
}

/** Returns the time in the text. @throws UsageError with the reason if it is not a time */
export function readOption<Time>(read: (text: string) => Time, given: string): Time {
  try {
    return read(given)
  } catch (error) {
    if (error instanceof WrittenTimeError) throw new UsageError(error.reason)
    throw error
  }
}

/** Formats a moment as the minute in Tehran, such as `1405-01-01 20:30 (2026-03-21)`. */
export function formatMoment(date: Date): string {
  return momentText(new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS))
}
