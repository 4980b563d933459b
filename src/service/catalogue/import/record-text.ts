/** Characters that no field may contain, and how deep a record may be nested. */
import { quoteText } from '#src/lib/text/visible.ts'
import type { Problem } from './problem.ts'

/** Records of the format are nested eight deep. */
const DEPTH_MAX = 30
/** Control characters except tabs and line breaks. PostgreSQL refuses NUL, and screens the rest. */
const CONTROL = /[^\P{Cc}\t\n\r]/u
/** The sign for bytes that could not be decoded. */
const UNDECODED = '\ufffd'

/** Returns the first problem of the texts of a record, or null. */
export function textProblem(value: unknown, field = '', depth = 0): Omit<Problem, 'line'> | null {
  if (typeof value === 'string') {
    const reason = reasonOf(value)
    return reason === null ? null : { field, reason }
  }
  if (typeof value !== 'object' || value === null) return null
  if (depth === DEPTH_MAX) return { field: '', reason: `is nested more than ${DEPTH_MAX} deep` }
  for (const [key, part] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${field}[${key}]` : field === '' ? key : `${field}.${key}`
    const problem = textProblem(part, reasonOf(key) === null ? place : quoteText(place), depth + 1)
    if (problem) return problem
  }
  return null
}

function reasonOf(text: string): string | null {
  if (text.includes(UNDECODED))
    return `contains a letter that cannot be decoded: ${quoteText(text)}. Save the file as UTF-8.`
  const [control] = CONTROL.exec(text) ?? []
  if (control === undefined) return null
  return `contains the control character U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}: remove it.`
}
