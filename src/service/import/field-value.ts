/** A value of a record as one writes it in a cell of a table or on a command line. */
import { z } from 'zod'
import { ImportArtist, ImportCategory, ImportEpisode, ImportTitle } from '#src/contract/import.ts'
import { LANGUAGES } from '#src/contract/languages.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'

const KINDS = [ImportTitle, ImportEpisode, ImportArtist, ImportCategory]
const LIST = ','

/** Columns of a table: texts have one for each language; media, credits and seasons are JSON. */
export const COLUMNS: readonly string[] = [
  ...new Set([
    ...['kind', 'external_id', 'type'],
    ...[ImportTitle, ImportArtist, ImportCategory].flatMap(({ shape }) =>
      Object.entries(shape).flatMap(([key, schema]) =>
        isText(schema) ? LANGUAGES.map(language => `${key}.${language}`) : [key],
      ),
    ),
  ]),
]

/** Whether a record, or an episode of one, may have the field: `media.intro.start`. */
export function isField(path: string): boolean {
  return path === 'kind' || KINDS.some(kind => schemaAt(kind, path))
}

/** The first reading that a record takes: text, number, truth, JSON, list. What none takes stays text, for its error. */
export function readValue(path: string, text: string): unknown {
  const schemas = KINDS.flatMap(kind => schemaAt(kind, path) ?? [])
  for (const value of readings(text))
    if (schemas.some(schema => schema.safeParse(value).success)) return value
  const number = toLatinDigits(text)
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text
}

function* readings(text: string): Generator<unknown> {
  yield text
  const latin = toLatinDigits(text.trim())
  if (latin !== '' && !Number.isNaN(Number(latin))) yield Number(latin)
  if (text === 'true' || text === 'false') yield text === 'true'
  if (/^\s*[[{]/.test(text)) {
    try {
      yield JSON.parse(text)
    } catch {}
  }
  yield text
    .split(LIST)
    .map(each => each.trim())
    .filter(Boolean)
}

/** The inverse; '' for nothing. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every(isPlainItem)) return value.join(LIST)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() as string
  let part = target
  for (const key of keys) {
    part[key] ??= {}
    part = part[key] as Record<string, unknown>
  }
  part[last] = value
}

export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], record)
}

function isPlainItem(item: unknown): boolean {
  return typeof item === 'string' && item !== '' && item === item.trim() && !/[,[{]/.test(item)
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
