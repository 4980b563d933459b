/**
 * Converts values that people and spreadsheets write, such as times in either calendar, to the form that the import
 * schema accepts. Stored records are not converted, so a stored time of any year is kept.
 */
import { z } from 'zod'
import { ExternalId, ImportMoment, ImportRecord, ImportYear } from '#src/contract/import.ts'
import { quoteText } from '#src/lib/text/visible.ts'
import { isJalaliYear, WrittenTimeError } from '#src/lib/text/written-time.ts'
import type { Problem } from './problem.ts'
import { readSpreadsheetMoment } from './spreadsheet-moment.ts'
import { alternatives, readWrittenText } from './written-value.ts'

type Found = Omit<Problem, 'line'>
type Fields = Record<string, unknown>

/**
 * Converts a whole record or the fields of a patch. Values that cannot be parsed are omitted from `value` and reported
 * as problems.
 */
export function readWrittenFields(value: unknown): { value: unknown; problems: Found[] } {
  const problems: Found[] = []
  const read = readAt([ImportRecord], value, '', problems)
  return { value: read, problems }
}

/** @param schemas that may apply here: a patch does not always state the kind of its record */
function readAt(
  schemas: readonly z.core.$ZodType[],
  value: unknown,
  path: string,
  problems: Found[],
): unknown {
  const possible = schemas.flatMap(alternatives)
  if (Array.isArray(value)) {
    const items = possible.flatMap(each => (each instanceof z.ZodArray ? [each.element] : []))
    return items.length === 0
      ? value
      : value.map((item, at) => readAt(items, item, `${path}[${at}]`, problems))
  }
  if (typeof value === 'object' && value !== null) {
    const shapes = possible.flatMap(each => (each instanceof z.ZodObject ? [each.shape] : []))
    return shapes.length === 0 ? value : readObject(shapes, value as Fields, path, problems)
  }
  const wrong = (reason: string) => {
    problems.push({ field: path, reason })
    return undefined
  }
  if (typeof value === 'string' && possible.includes(ImportMoment)) {
    try {
      return readSpreadsheetMoment(value).toISOString()
    } catch (error) {
      if (error instanceof WrittenTimeError) return wrong(error.message)
      throw error
    }
  }
  const read = typeof value === 'string' ? (readWrittenText(possible, value) ?? value) : value
  if (typeof read === 'string' && possible.includes(ExternalId) && /[\t\n\r]/.test(read))
    return wrong(`cannot be ${quoteText(read)}: it contains a tab or a line break.`)
  if (typeof read === 'number' && isJalaliYear(read) && possible.includes(ImportYear))
    return wrong(
      `cannot be ${read}, a Jalali year: write the Gregorian one, ${read + 621} or ${read + 622}.`,
    )
  return read
}

function readObject(
  shapes: readonly Record<string, z.core.$ZodType>[],
  value: Fields,
  path: string,
  problems: Found[],
): Fields {
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const schemas = shapes.flatMap(shape => (Object.hasOwn(shape, key) ? [shape[key]] : []))
      const field = path === '' ? key : `${path}.${key}`
      const known = schemas.filter(schema => schema !== undefined)
      return [key, known.length === 0 ? part : readAt(known, part, field, problems)]
    }),
  )
}
