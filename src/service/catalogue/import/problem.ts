/** Explains the problem of a line to the author of the file. */
import type { z } from 'zod'
import { escapeJson, escapeLine, quoteText } from '#src/lib/text/visible.ts'

export type Problem = { line: number; field: string; reason: string }

/** Thrown while a record is processed: its line is rejected, the others continue. */
export class RecordError extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(reason)
    this.name = 'RecordError'
    this.field = field
  }
}

/** Thrown if the file as a whole cannot be read. The message is for the terminal. */
export class FileError extends Error {}

export function describeIssues(line: number, error: z.ZodError): Problem[] {
  return error.issues.flatMap(described).map(found => ({ line, ...found }))
}

function described(issue: z.core.$ZodIssue): Omit<Problem, 'line'>[] {
  if (issue.code !== 'unrecognized_keys')
    return [{ field: pathOf(issue.path), reason: reasonOf(issue) }]
  return issue.keys.map(key => ({
    field: pathOf([...issue.path, key]),
    reason: 'is not a field of the format',
  }))
}

/** Formats `credits[3].artist`; an unknown key of the file is quoted and shortened. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map(part => (typeof part === 'number' ? `[${part}]` : `.${keyOf(String(part))}`))
    .join('')
    .replace(/^\./, '')
}

function keyOf(key: string): string {
  return /^[A-Za-z_][\w-]{0,59}$/.test(key) ? key : quoteText(key)
}

function reasonOf(issue: z.core.$ZodIssue): string {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      if (input === undefined) return 'is required'
      return `must be ${named(issue.expected)}, not ${shown(input)}`
    case 'invalid_value':
      return `must be ${listed(issue.values)}, not ${shown(input)}`
    case 'invalid_union':
      if (issue.discriminator === 'kind') return 'must be artist, category, title or removal'
      return unionReason(issue)
    case 'too_small':
      return `must be ${sized(issue.origin, Number(issue.minimum), 'or more')}, not ${shown(input)}`
    case 'too_big':
      return `must be ${sized(issue.origin, Number(issue.maximum), 'at most')}, not ${shown(input)}`
    case 'invalid_format':
      return `has the wrong form: ${shown(input)}${example(issue)}`
    default:
      return escapeLine(issue.message)
  }
}

function unionReason(issue: z.core.$ZodIssueInvalidUnion): string {
  const values = issue.errors
    .flat()
    .flatMap(each => (each.code === 'invalid_value' ? each.values : []))
  return values.length > 0
    ? `must be ${listed(values)}, not ${shown(issue.input)}`
    : `is not an allowed value: ${shown(issue.input)}`
}

const EXPECTED: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  boolean: 'true or false',
}

function named(expected: string): string {
  return EXPECTED[expected] ?? expected
}

function sized(origin: string, limit: number, side: 'or more' | 'at most'): string {
  const unit = { string: ' characters', array: ' entries', set: ' entries' }[origin] ?? ''
  return side === 'or more' ? `${limit}${unit} or more` : `at most ${limit}${unit}`
}

function example(issue: z.core.$ZodIssueInvalidStringFormat): string {
  const pattern = String(issue.pattern ?? '')
  if (pattern.includes('{2,}:')) return '; an example is 01:45:00'
  if (pattern.includes('[A-Z]{2}')) return '; an example is IR'
  return ''
}

function listed(values: readonly unknown[]): string {
  const words = values.map(String)
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : String(words[0])
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return quoteText(value)
  const text = [...escapeJson(value)]
  return text.length > 60 ? `${text.slice(0, 60).join('')}…` : text.join('')
}
