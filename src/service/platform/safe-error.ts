/**
 * Errors in a form that logs, reports and the job queue may store: what failed and where, never with which values. Drizzle's message
 * contains the parameters of a query; PostgreSQL's `detail`, `where` and even its message quote rows; other errors may quote input.
 */
import pg from 'pg'
import { z } from 'zod'
import { queryName, taggedQueryName } from './db/query-name.ts'
import { sqlstateName } from './db/sqlstate.ts'
import { maskText } from './http/mask.ts'

export type SafeError = {
  type: string
  message: string
  /** SQLSTATE, or a code of Node such as `ECONNREFUSED`. */
  code?: string
  /** Name of the query (db/query-name.ts). */
  query?: string
  table?: string
  column?: string
  constraint?: string
  /** Frames without the message. */
  stack?: string
  cause?: SafeError
  /** Errors of an AggregateError. */
  errors?: SafeError[]
}

const FRAMES = 25
const DEPTH = 4

export function safeError(thrown: unknown, depth = 0): SafeError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: textOf(thrown) }
  const { query } = thrown as { query?: unknown }
  const isQuery = typeof query === 'string' && 'params' in thrown
  if (isQuery && thrown.cause instanceof Error) {
    // The driver's error has the cause; the one around it has the query and where it was sent.
    const name = queryName(query)
    return { ...safeError(thrown.cause, depth), query: name, ...stackOf(thrown) }
  }
  return {
    type: typeOf(thrown),
    message: isQuery ? 'a query failed' : messageOf(thrown),
    ...(isQuery ? { query: queryName(query) } : namedBy(thrown)),
    ...codeOf(thrown),
    ...locationOf(thrown),
    ...stackOf(thrown),
    ...within(thrown, depth),
  }
}

/** Returns an error as one line, for a terminal. */
export function errorLine(thrown: unknown): string {
  const { type, message, code, query, table, column, constraint, cause, errors } = safeError(thrown)
  const location = [code, query, constraint ?? column ?? table].filter(Boolean).join(', ')
  const why = cause ?? errors?.[0]
  const [text, reason] = [message || type, why && (why.message || why.code)]
  return `${text}${location && ` (${location})`}${reason && reason !== text ? `: ${reason}` : ''}`
}

/** Returns an error that can be thrown to code that stores it with all fields. */
export function sanitizedError(thrown: unknown): Error {
  const { message, stack, type, ...rest } = safeError(thrown)
  return Object.assign(
    new Error(message),
    { name: type, stack: `${type}: ${message}\n${stack}` },
    rest,
  )
}

/** Returns the first line of the message: the following lines mostly contain input. */
function messageOf(error: Error): string {
  if (error instanceof pg.DatabaseError) return sqlstateName(error.code)
  if (error instanceof z.ZodError) return maskText(error.issues.slice(0, 5).map(issueOf).join(', '))
  return maskText(error.message.split('\n', 1)[0] ?? '')
}

/** Returns an issue as `items.0.title: invalid_type`, since its message contains values. */
function issueOf({ path, code }: z.core.$ZodIssue): string {
  return `${path.map(String).join('.') || 'all'}: ${code}`
}

function textOf(thrown: unknown): string {
  return typeof thrown === 'string' ? maskText(thrown) : ''
}

function typeOf(error: Error): string {
  const { name } = error
  const found = /^error$/i.test(name) ? error.constructor.name : name
  return /^\w{1,60}$/.test(found) ? found : 'Error'
}

function codeOf(error: Error): Pick<SafeError, 'code'> {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? { code } : {}
}

function namedBy(error: Error): Pick<SafeError, 'query'> {
  const query = taggedQueryName(error)
  return query ? { query } : {}
}

/** Returns names of the schema, without values. */
function locationOf(error: Error): Partial<SafeError> {
  if (!(error instanceof pg.DatabaseError)) return {}
  const { table, column, constraint } = error
  return {
    ...(table ? { table } : {}),
    ...(column ? { column } : {}),
    ...(constraint ? { constraint } : {}),
  }
}

/** Returns the frames. The message is cut out first, since a line of it may look like a frame. */
function stackOf({ stack, message }: Error): Pick<SafeError, 'stack'> {
  if (typeof stack !== 'string') return {}
  const frames = (message ? stack.replace(message, '') : stack)
    .split('\n')
    .filter(line => /^\s+at \S/.test(line))
    .slice(0, FRAMES)
  return { stack: frames.map(maskText).join('\n') }
}

function within(error: Error, depth: number): Pick<SafeError, 'cause' | 'errors'> {
  if (depth >= DEPTH) return {}
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  return {
    ...(cause === undefined ? {} : { cause: safeError(cause, depth + 1) }),
    ...(Array.isArray(errors)
      ? { errors: errors.slice(0, 5).map(each => safeError(each, depth + 1)) }
      : {}),
  }
}
