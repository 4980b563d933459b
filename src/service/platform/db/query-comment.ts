/**
 * Appends the request id as a comment to queries of traced requests (https://google.github.io/sqlcommenter/), so that the server's
 * log and pg_stat_activity contain it. All other queries keep one text, by which pg_stat_statements counts them, and so do named
 * statements, whose text must stay the same for a connection.
 */
import { trace } from '@opentelemetry/api'
import { currentRequestId } from '../request-id.ts'

const COMMENT = /\/\*request_id='[^'*]*'\*\/$/

/** @param query argument of `pg`: a text, or an object with one */
export function withRequestComment(query: unknown): unknown {
  if (!trace.getActiveSpan()?.isRecording()) return query
  const id = currentRequestId()
  if (!id) return query
  if (typeof query === 'string') return commented(query, id)
  const { text, name, submit } = (query ?? {}) as Record<string, unknown>
  if (typeof text !== 'string' || name || submit) return query
  return { ...(query as object), text: commented(text, id) }
}

export function withoutRequestComment(text: string): string {
  return text.replace(COMMENT, '')
}

/** Ids contain only letters, digits, `=`, `_` and `-`; whatever could end a comment is encoded nevertheless. */
function commented(text: string, id: string): string {
  return `${text}/*request_id='${encodeURIComponent(id).replace(/['*]/g, '')}'*/`
}
