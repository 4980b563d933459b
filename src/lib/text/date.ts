// Formats dates: Jalali in Persian, Gregorian in English, always in Tehran time, so that server and browser agree.
import type { Language } from '#src/contract/languages.ts'
import { DATE_LOCALE } from '../i18n/formats.ts'
import { DAY_MS } from './milliseconds.ts'
import { tehranDay } from './tehran.ts'
import { DATE_AND_TIME } from './vocabulary.ts'

const STYLES = {
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  dayAndMonth: { month: 'long', day: 'numeric' },
  weekday: { weekday: 'long' },
  short: { year: 'numeric', month: 'numeric', day: 'numeric' },
  year: { year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

// A formatter costs 66 µs to make and 0.7 µs to use.
const formatters = new Map<string, Intl.DateTimeFormat>()
const relativeFormatters = new Map<Language, Intl.RelativeTimeFormat>()

/** Formats as «۳۰ آبان ۱۴۰۵» or “21 November 2026”. */
export function formatDate(date: Date, language: Language): string {
  return formatted(date, 'long', language)
}

/** Formats as «شنبه ۳۰ آبان ۱۴۰۵». Intl's `full` has the parts in a wrong order in Persian. */
export function formatWeekdayDate(date: Date, language: Language): string {
  return `${formatted(date, 'weekday', language)} ${formatted(date, 'long', language)}`
}

/** Formats as «۳۰ آبان». */
export function formatDayAndMonth(date: Date, language: Language): string {
  return formatted(date, 'dayAndMonth', language)
}

/** Formats as «۱۴۰۵/۸/۳۰» or “21/11/2026”. */
export function formatShortDate(date: Date, language: Language): string {
  return formatted(date, 'short', language)
}

/** Formats as «۲۱:۰۵». */
export function formatTime(date: Date, language: Language): string {
  return formatted(date, 'time', language)
}

/** Formats as «۳۰ آبان ۱۴۰۵، ساعت ۲۱:۰۵». */
export function formatDateTime(date: Date, language: Language): string {
  return formatDate(date, language) + DATE_AND_TIME[language] + formatTime(date, language)
}

/** Formats as «۵ دقیقه پیش», «دیروز» or «ماه آینده». */
export function formatRelative(date: Date, now: Date, language: Language): string {
  const [amount, unit] = distance(date, now)
  return relativeFormatter(language).format(amount, unit)
}

/** Formats as «امروز», «دیروز» or «۵ روز پیش», by calendar days in Tehran. */
export function formatRelativeDay(date: Date, now: Date, language: Language): string {
  return relativeFormatter(language).format(tehranDay(date) - tehranDay(now), 'day')
}

/** Returns the remaining days of a subscription. A started day counts as whole; 0 once it has ended. */
export function daysRemaining(endsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS))
}

function relativeFormatter(language: Language): Intl.RelativeTimeFormat {
  const known = relativeFormatters.get(language)
  const formatter = known ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (!known) relativeFormatters.set(language, formatter)
  return formatter
}

function distance(date: Date, now: Date): [number, Intl.RelativeTimeFormatUnit] {
  const seconds = (date.getTime() - now.getTime()) / 1000
  const size = Math.abs(seconds)
  if (size < 60) return [0, 'second']
  if (size < 3600) return [Math.trunc(seconds / 60), 'minute']
  const days = tehranDay(date) - tehranDay(now)
  if (size < 86_400 || days === 0) return [Math.trunc(seconds / 3600), 'hour']
  if (Math.abs(days) < 30) return [days, 'day']
  if (Math.abs(days) < 365) return [Math.trunc(days / 30), 'month']
  return [Math.trunc(days / 365), 'year']
}

function formatted(date: Date, style: keyof typeof STYLES, language: Language): string {
  const key = style + language
  const known = formatters.get(key)
  if (known) return known.format(date)
  const made = new Intl.DateTimeFormat(DATE_LOCALE[language], {
    timeZone: 'Asia/Tehran',
    ...STYLES[style],
  })
  formatters.set(key, made)
  return made.format(date)
}
