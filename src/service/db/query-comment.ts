/**
 * The id of the request as a comment behind the text of its queries (https://google.github.io/sqlcommenter/), so that the server's own
 * log and pg_stat_activity name it. Named statements have none: their text is one for a connection.
 */
import { currentRequestId } from '../request-id.ts'

const COMMENT = /\/\*request_id='[^'*]*'\*\/$/

/** @param query what `pg` takes: a text, or an object with one */
export function withRequestComment(query: unknown): unknown {
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

/** An id has letters, digits, `=`, `_` and `-` alone; what could end a comment is encoded all the same. */
function commented(text: string, id: string): string {
  return `${text}/*request_id='${encodeURIComponent(id).replace(/['*]/g, '')}'*/`
}
