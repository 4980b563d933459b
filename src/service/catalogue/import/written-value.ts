/**
 * Values as people and spreadsheets write them, and the form that the import schema accepts: Persian digits, `TRUE`, `1:35:25 AM`,
 * `250,000`, `ir`, `Single Video`, ids with invisible characters.
 */
import { z } from 'zod'
import { Duration } from '#src/contract/fields.ts'
import { ExternalId, ImportMoment, PictureReference } from '#src/contract/import.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { formatWireDuration } from '#src/lib/text/duration.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'

type Schema = z.core.$ZodType

/** Characters that are not visible, except the half-space between two letters, which is a part of Persian words. */
const INVISIBLE =
  /(?!(?<=\p{L}|\p{M})[\u200c\u200d](?=\p{L}))[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Removes invisible characters, and blanks at both ends; other blanks become spaces. */
export function visibleText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim()
}

/**
 * Returns the first interpretation of a text that one of the schemas accepts; undefined if there is none. Times are not converted:
 * `readSpreadsheetMoment` reads them.
 */
export function readWrittenText(schemas: readonly Schema[], text: string): unknown {
  const possible = schemas.flatMap(alternatives)
  const isOf = (schema: Schema) => possible.includes(schema)
  const candidates =
    isOf(ExternalId) || isOf(PictureReference)
      ? [visibleText(text)]
      : isOf(Duration)
        ? [durationText(text)]
        : candidatesOf(text)
  for (const candidate of candidates)
    if (possible.some(schema => z.safeParse(schema, candidate).success)) return candidate
  return undefined
}

/** Returns the alternatives of a value, without those that make it optional. */
export function alternatives(schema: Schema): Schema[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return alternatives(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternatives)
  return [schema]
}

/** True if the schemas accept a time. */
export function takesMoment(schemas: readonly Schema[]): boolean {
  return schemas.flatMap(alternatives).includes(ImportMoment)
}

const YES = new Set(['true', 'yes', '1', 'درست', 'بله'])
const NO = new Set(['false', 'no', '0', 'نادرست', 'خیر'])

function* candidatesOf(text: string): Generator<unknown> {
  yield text
  const plain = visibleText(text)
  yield plain
  yield* numbersIn(plain)
  const lower = plain.toLowerCase()
  const latin = toLatinDigits(lower)
  if (YES.has(latin)) yield true
  if (NO.has(latin)) yield false
  yield lower
  yield lower.replace(/[\s-]+/g, '_')
  yield plain.toUpperCase()
}

/** Yields the numbers that a text may mean: `1,234` is a thousand, or 1.234 with a decimal comma. */
function* numbersIn(plain: string): Generator<number> {
  const text = toLatinDigits(plain)
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
    .replaceAll('\u2212', '-')
    .replace(/^\+|\+$|\s*[%٪]$/g, '')
  if (/^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text)) yield Number(text)
  if (/^-?\d{1,3}([, ’']\d{3})+(\.\d+)?$/.test(text)) yield Number(text.replace(/[, ’']/g, ''))
  if (/^-?\d+,\d+$/.test(text)) yield Number(text.replace(',', '.'))
}

/** True for a text that consists of a number. */
export function isNumeric(text: string): boolean {
  return [...numbersIn(visibleText(text))].length > 0
}

const CLOCK = /^(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[.,]0+)?(?:\s*(\S.*))?$/
const BEFORE_NOON = /^(?:a\.?m\.?|ق\.?\s*ظ\.?|قبل ?از ?ظهر)$/i
const AFTER_NOON = /^(?:p\.?m\.?|ب\.?\s*ظ\.?|بعد ?از ?ظهر)$/i
/** A part of a day, as a spreadsheet stores a time. With fewer digits it may be a number of hours. */
const PART_OF_DAY = /^0?[.,](\d{6,})$/

/** Converts a time of day as a spreadsheet saves it, such as `1:35:25 AM`, to `HH:MM:SS`; any other text is unchanged. */
function durationText(text: string): string {
  const plain = toLatinDigits(visibleText(text).replaceAll('\u200c', ' '))
  const [, part] = PART_OF_DAY.exec(plain) ?? []
  if (part) return formatWireDuration(Math.round((Number(`0.${part}`) * DAY_MS) / 1000))
  const [, hours, minutes = '', seconds = '', noon = ''] = CLOCK.exec(plain) ?? []
  const hour = hours === undefined ? null : hourOfDay(Number(hours), noon)
  return hour === null
    ? plain
    : [String(hour), minutes, seconds].map(each => each.padStart(2, '0')).join(':')
}

/** Returns the hour of `12` and `PM`; null if the text after the time means neither half of the day. */
export function hourOfDay(hour: number, noon: string): number | null {
  if (noon === '') return hour
  if (hour > 12) return null
  if (BEFORE_NOON.test(noon)) return hour % 12
  return AFTER_NOON.test(noon) ? (hour % 12) + 12 : null
}
