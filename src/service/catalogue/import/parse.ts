import { z } from 'zod'
import { ExternalId, ImportRecord } from '#src/contract/import.ts'
import { escapeLine } from '#src/lib/text/visible.ts'
import { checkRecord } from './check.ts'
import { describeIssues, type Problem, RecordError } from './problem.ts'
import { textProblem } from './record-text.ts'
import { PATCHED_KINDS, type Patch } from './work.ts'
import { readWrittenFields } from './written-fields.ts'

/** A problem of a record whose line the caller knows. */
export type Found = Omit<Problem, 'line'>

export function toProblem(record: ImportRecord): Found | null {
  try {
    checkRecord(record)
    return null
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    return { field: error.field, reason: error.message }
  }
}

/** Parses a line. @returns the problem if the line is not JSON */
export function parseJson(line: number, text: string | null): { value: unknown } | Problem {
  if (text === null) return { line, field: '', reason: 'is longer than 4 MB' }
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { line, field: '', reason: `is not JSON (${escapeLine((error as Error).message)})` }
  }
}

export function parseRecord(line: number, value: unknown): ImportRecord | Problem[] {
  const badText = textProblem(value)
  if (badText) return [{ line, ...badText }]
  const written = readWrittenFields(value)
  const parsed = ImportRecord.safeParse(written.value, { reportInput: true })
  const problems = [
    ...written.problems.map(problem => ({ line, ...problem })),
    ...(parsed.success ? [] : describeIssues(line, parsed.error)),
  ]
  return parsed.success && problems.length === 0 ? parsed.data : problems
}

const Head = z.object({ kind: z.enum(PATCHED_KINDS).optional(), external_id: ExternalId })

/** Parses a patch such as `{"external_id":"rain-1","year":2020}`. */
export function parsePatch(line: number, value: unknown): Patch | Problem[] {
  const badText = textProblem(value)
  if (badText) return [{ line, ...badText }]
  const written = readWrittenFields(value)
  if (written.problems.length > 0) return written.problems.map(problem => ({ line, ...problem }))
  const head = Head.safeParse(written.value, { reportInput: true })
  if (!head.success) return describeIssues(line, head.error)
  const { kind: _, external_id: __, ...fields } = written.value as Record<string, unknown>
  return { ...head.data, fields }
}

/** Converts the values of a patch to the form that a record has. */
export function readPatch(line: number, patch: Patch): Patch | Problem[] {
  const { value, problems } = readWrittenFields(patch.fields)
  if (problems.length > 0) return problems.map(problem => ({ line, ...problem }))
  return { ...patch, fields: value as Patch['fields'] }
}
