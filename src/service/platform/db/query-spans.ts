/** Spans of queries, with the names used in logs: never their text or values. */
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import pg from 'pg'
import { withoutRequestComment } from './query-comment.ts'
import { queryName } from './query-name.ts'

type Callback = (error: unknown, ...rest: unknown[]) => void
type Method = (...given: unknown[]) => unknown
type Methods = { query: Method; connect: Method }

/** Traces the queries of every pool until the returned function is called. */
export function traceQueries(): () => void {
  const tracer = trace.getTracer('pardeh')
  const client = pg.Client.prototype as unknown as Methods
  const pool = pg.Pool.prototype as unknown as Methods
  const { query } = client
  const { connect } = pool
  client.query = function (...given) {
    const text = textOf(given[0])
    if (text === null) return query.apply(this, given)
    const name = queryName(withoutRequestComment(text))
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    const last = given.at(-1)
    if (typeof last === 'function') {
      const done: Callback = (error, ...rest) => {
        end(span, error)
        ;(last as Callback)(error, ...rest)
      }
      return query.apply(this, [...given.slice(0, -1), context.bind(context.active(), done)])
    }
    const result = query.apply(this, given)
    if (result instanceof Promise)
      result.then(
        () => end(span),
        error => end(span, error),
      )
    else span.end()
    return result
  }
  // A waiting caller is called when another query releases its client, and would otherwise get that query's context.
  pool.connect = function (...given) {
    const bound = given.map(each =>
      typeof each === 'function' ? context.bind(context.active(), each) : each,
    )
    return connect.apply(this, bound)
  }
  return () => {
    client.query = query
    pool.connect = connect
  }
}

/** Returns the text of a query; null if it has none, for example a cursor. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  const { text } = (query ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : null
}

function end(span: Span, error?: unknown): void {
  if (error) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
