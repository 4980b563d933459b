/**
 * Reads the input of a call before its schema parses it. Control characters and lone surrogates are rejected, except line breaks
 * and tabs in bodies.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { ApiError, invalidField } from './api-error.ts'

const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u
const CONTROL_CHARACTER_IN_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u

/** Rejects control characters: in a path with 404, in a query with 422. */
export const rejectControlCharacters: MiddlewareHandler = async (c, next) => {
  rejectControlCharactersIn([c.req.path], new URL(c.req.url).searchParams)
  await next()
}

export function rejectControlCharactersIn(
  path: readonly string[],
  query: Iterable<readonly [name: string, value: string]>,
): void {
  if (path.some(text => CONTROL_CHARACTER.test(text))) throw new ApiError('not_found')
  for (const [name, value] of query) {
    if (CONTROL_CHARACTER.test(name)) throw invalidField('query', 'validation.invalid')
    if (CONTROL_CHARACTER.test(value)) throw invalidField(name, 'validation.invalid')
  }
}

/** Returns the parameters of the path. @throws ApiError not_found if one is blank */
export function readParams(c: Context): Record<string, string> {
  return requireParams(c.req.param() as Record<string, string>)
}

/** @throws ApiError not_found if one is blank */
export function requireParams(params: Record<string, string>): Record<string, string> {
  if (Object.values(params).some(value => value.trim() === '')) throw new ApiError('not_found')
  return params
}

/** Returns the values by name. @throws ApiError validation_error if a name is repeated */
export function queryValues(given: URLSearchParams): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of given) {
    if (name in query) throw invalidField(name, 'validation.repeated')
    query[name] = value
  }
  return query
}

/** Reads the JSON body; an empty body counts as `{}`. @throws ApiError */
export async function readBody(c: Context): Promise<unknown> {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > BODY_BYTES) throw new ApiError('too_large')
  return parseBody(await c.req.text(), name => c.req.header(name))
}

/** Parses the JSON of a body. @throws ApiError */
export function parseBody(text: string, header: (name: string) => string | undefined): unknown {
  if (Buffer.byteLength(text) > BODY_BYTES) throw new ApiError('too_large')
  if (text === '') return {}
  const coding = header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity') throw new ApiError('unsupported_media_type')
  const type = header('content-type') ?? ''
  if (!/^application\/json\b/i.test(type)) throw new ApiError('unsupported_media_type')
  const body = parsed(text)
  const wrong = controlCharacterPath(body)
  if (wrong !== null) throw invalidField(wrong, 'validation.invalid')
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('bad_request')
  }
}

/** Returns the path of a text or key with a control character, such as `votes.0.id`. Iterative, since bodies may be nested deeply. */
export function controlCharacterPath(body: unknown): string | null {
  const open: Array<{ value: unknown; path: string }> = [{ value: body, path: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && CONTROL_CHARACTER_IN_TEXT.test(value)) return path || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const at = path ? `${path}.${key}` : key
      if (CONTROL_CHARACTER_IN_TEXT.test(key)) return path || 'body'
      if (typeof inner === 'string' || typeof inner === 'object')
        open.push({ value: inner, path: at })
    }
  }
  return null
}
