/** Values of a record as written in a cell of a table or on a command line. */
import { z } from 'zod'
import { ImportArtist, ImportCategory, ImportEpisode, ImportTitle } from '#src/contract/import.ts'
import { LANGUAGES } from '#src/contract/languages.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { withoutPersianWords } from './persian-words.ts'
import {
  alternatives,
  isNumeric,
  readWrittenText,
  takesMoment,
  visibleText,
} from './written-value.ts'

const KINDS = [ImportTitle, ImportEpisode, ImportArtist, ImportCategory]
const LIST = ','
/** Spreadsheets and keyboards have a comma or a semicolon of their own for lists. */
const SEPARATORS = /[,،;؛|\n]/

/** Columns of a table. Texts have one column per language; media, credits and seasons are JSON. */
export const COLUMNS: readonly string[] = [
  ...new Set([
    'kind',
    'external_id',
    'type',
    ...[ImportTitle, ImportArtist, ImportCategory].flatMap(({ shape }) =>
      Object.entries(shape).flatMap(([key, schema]) =>
        isText(schema) ? LANGUAGES.map(language => `${key}.${language}`) : [key],
      ),
    ),
  ]),
]

/** True if a record, or an episode of one, may have the field: `media.intro.start`. */
export function isImportField(path: string): boolean {
  return path === 'kind' || KINDS.some(kind => schemaAt(kind, path))
}

/**
 * Returns the first interpretation that a record accepts: text, number, boolean, JSON, list. If none is accepted, the
 * value stays text or a number, so that the error quotes it. `readWrittenFields` converts times.
 * @param isPersian true if the heading of the column is Persian: then so may be its names and its year
 */
export function parseCell(path: string, written: string, isPersian = false): unknown {
  const text = isPersian ? withoutPersianWords(path, written, SEPARATORS) : written
  const schemas = KINDS.flatMap(kind => schemaAt(kind, path) ?? [])
  const value = readWrittenText(schemas, text)
  if (value !== undefined) return value
  if (takesMoment(schemas)) return text
  const isAccepted = (each: unknown) => schemas.some(schema => schema.safeParse(each).success)
  for (const each of [jsonIn(text), listIn(schemas, text)])
    if (each !== undefined && isAccepted(each)) return each
  return jsonIn(text) ?? (isNumeric(text) ? Number(toLatinDigits(visibleText(text))) : text)
}

function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the entries of a list, each in the form that the list accepts. */
function listIn(schemas: readonly z.ZodType[], text: string): string[] {
  const lists = schemas.flatMap(alternatives)
  const elements = lists.flatMap(list => (list instanceof z.ZodArray ? [list.element] : []))
  return text
    .split(SEPARATORS)
    .map(visibleText)
    .filter(Boolean)
    .map(entry => (readWrittenText(elements, entry) as string | undefined) ?? entry)
}

/** Inverse of `parseCell`; '' for an absent value. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every(isPlainItem)) return value.join(LIST)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function setField(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() as string
  let part = target
  for (const key of keys) {
    part[key] ??= {}
    part = part[key] as Record<string, unknown>
  }
  part[last] = value
}

export function getField(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], record)
}

function isPlainItem(item: unknown): boolean {
  return (
    typeof item === 'string' && item !== '' && item === item.trim() && !/[,،;؛|\n[{]/.test(item)
  )
}

function isText(schema: z.ZodType): boolean {
  const inner = unwrapped(schema)
  return inner instanceof z.ZodObject && `${Object.keys(inner.shape)}` === `${LANGUAGES}`
}

function schemaAt(kind: z.ZodObject, path: string): z.ZodType | undefined {
  let schema: z.ZodType | undefined = kind
  for (const key of path.split('.')) {
    const inner: z.ZodType | undefined = schema && unwrapped(schema)
    if (!(inner instanceof z.ZodObject) || !Object.hasOwn(inner.shape, key)) return undefined
    schema = inner.shape[key] as z.ZodType
  }
  return schema
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap() as z.ZodType)
  return schema
}
