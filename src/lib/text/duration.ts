// Durations of films and periods: `HH:MM:SS` in the API, seconds in code, words or a clock on the screen.

import type { Language } from '#src/contract/languages.ts'
import { LIST_COMMA } from '../i18n/formats.ts'
import { localDigits, toLatinDigits } from './digits.ts'
import { AND, MINUTES, UNDER_A_MINUTE, UNITS } from './vocabulary.ts'

/** Parses `HH:MM:SS` or `MM:SS` into seconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const match = /^(?:(\d{1,4}):)?([0-5]?\d):([0-5]\d)$/.exec(toLatinDigits(text.trim()))
  if (!match) return null
  return Number(match[1] ?? 0) * 3600 + Number(match[2]) * 60 + Number(match[3])
}

/** Formats seconds as `HH:MM:SS`. */
export function formatWireDuration(seconds: number): string {
  return partsOf(seconds)
    .map(part => String(part).padStart(2, '0'))
    .join(':')
}

/** Converts `HH:MM:SS` to ISO 8601, in whole minutes; undefined without a duration. */
export function isoDuration(text: string | null): string | undefined {
  const seconds = text ? parseDuration(text) : null
  if (!seconds) return undefined
  const [hours, minutes] = partsOf(seconds)
  return `PT${hours}H${minutes}M`
}

/** Formats as «۱:۰۲:۰۵», or «۲:۰۵» under an hour. Must be shown left to right. */
export function formatClock(seconds: number, language: Language): string {
  const [hours, minutes, rest] = partsOf(seconds)
  const tail = String(rest).padStart(2, '0')
  const clock = hours
    ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
    : `${minutes}:${tail}`
  return localDigits(clock, language)
}

/** Formats as «۲ ساعت و ۱۵ دقیقه»: days, hours and minutes, without those that are zero. */
export function durationInWords(seconds: number, language: Language): string {
  if (seconds > 0 && seconds < 60) return UNDER_A_MINUTE[language]
  const [hours, minutes] = partsOf(seconds)
  const parts = [
    counted(Math.floor(hours / 24), 'day', language),
    counted(hours % 24, 'hour', language),
    counted(minutes, 'minute', language),
  ].filter(part => part !== null)
  if (parts.length === 0) return `${localDigits(0, language)} ${UNITS[language].minute[1]}`
  return joined(parts, language)
}

/** Formats as «۱۳۵ دقیقه», which fits on a card. At least one minute. */
export function durationInMinutes(seconds: number, language: Language): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `${localDigits(minutes, language)} ${MINUTES[language]}`
}

function partsOf(seconds: number): [number, number, number] {
  const whole = Math.max(0, Math.floor(seconds))
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
}

function counted(count: number, unit: 'day' | 'hour' | 'minute', language: Language) {
  if (count === 0) return null
  return `${localDigits(count, language)} ${UNITS[language][unit][count === 1 ? 0 : 1]}`
}

function joined(parts: string[], language: Language): string {
  const head = parts.slice(0, -1).join(LIST_COMMA[language])
  return head ? head + AND[language] + parts.at(-1) : parts.join('')
}
