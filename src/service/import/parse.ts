import { z } from 'zod'
import { ExternalId, ImportRecord } from '#src/contract/import.ts'
import { visibleLine } from '#src/lib/text/visible.ts'
import { checkRecord } from './check.ts'
import { type Problem, problemsOf, RecordError } from './problem.ts'
import { PATCHED_KINDS, type Patch } from './work.ts'

/** Of a record whose line the caller knows. */
export type Found = Omit<Problem, 'line'>

export function problemOf(record: ImportRecord): Found | null {
  try {
    checkRecord(record)
    return null
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    return { field: error.field, reason: error.message }
  }
}

/** @returns the problem of a line that is not JSON */
export function parseJson(line: number, text: string | null): { value: unknown } | Problem {
  if (text === null) return { line, field: '', reason: 'is longer than 4 MB' }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { line, field: '', reason: `is not JSON (${visibleLine((error as Error).message)})` }
  }
}

export function parseRecord(line: number, value: unknown): ImportRecord | Problem[] {
  const parsed = ImportRecord.safeParse(value, { reportInput: true })
  return parsed.success ? parsed.data : problemsOf(line, parsed.error)
}

const Head = z.object({ kind: z.enum(PATCHED_KINDS).optional(), external_id: ExternalId })

/** `{"external_id":"rain-1","year":2020}` */
export function parsePatch(line: number, value: unknown): Patch | Problem[] {
  const head = Head.safeParse(value, { reportInput: true })
  if (!head.success) return problemsOf(line, head.error)
  const { kind: _, external_id: __, ...fields } = value as Record<string, unknown>
  return { ...head.data, fields }
}
