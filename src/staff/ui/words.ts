/** Formats dates, prices and numbers in the language of the console. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { formatDate, formatDateTime, formatDayAndMonth } from '#src/lib/text/date.ts'
import { formatNumber } from '#src/lib/text/number.ts'
import { formatPrice, formatTomans } from '#src/lib/text/price.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { staffLanguage } from '../language.ts'

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/
const MB = 1024 ** 2
const GB = 1024 ** 3
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/

/** Moments of commands carry no zone and are in Tehran; those of lists are in UTC. */
function readMoment(text: string): Date {
  return new Date(DAY.test(text) ? `${text}T12:00+03:30` : ZONE.test(text) ? text : `${text}+03:30`)
}

export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && (MOMENT.test(value) || DAY.test(value))
}

export function localizedMoment(text: string): string {
  const date = readMoment(text)
  return DAY.test(text) ? formatDate(date, staffLanguage()) : formatDateTime(date, staffLanguage())
}

export function localizedDay(day: string): string {
  return formatDayAndMonth(readMoment(day), staffLanguage())
}

export function numberText(value: number): string {
  return formatNumber(value, staffLanguage(), Number.isInteger(value) ? 0 : 1)
}

/** @param percent from 0 to 100 */
export function percentText(percent: number): string {
  return new Intl.NumberFormat(staffLanguage(), { style: 'percent' }).format(percent / 100)
}

/** Formats a size in megabytes or gigabytes. */
export function sizeText(bytes: number): string {
  const isLarge = bytes >= GB
  return new Intl.NumberFormat(staffLanguage(), {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    unitDisplay: staffLanguage() === DEFAULT_LANGUAGE ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / (isLarge ? GB : MB))
}

export function moneyText(rials: number): string {
  return formatPrice(rials, staffLanguage())
}

/** Formats an amount without its unit, for axes whose title has the unit. */
export function tomansText(rials: number): string {
  return formatTomans(rials, staffLanguage())
}

/** Returns the time of a clock in Tehran as a date whose local hours are the same, for a picker. */
export function clockDate(text: string): Date {
  return new Date(toWire(readMoment(text)))
}

/** Returns what a picker shows, as a day or a moment that actions read in Tehran time. */
export function clockText(date: Date, kind: 'day' | 'moment'): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return kind === 'day' ? day : `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
