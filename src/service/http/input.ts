// What comes in a call, before its schema sees it: no control character and no half of a character reaches an id, a
// query or a text. Line breaks and tabs stay in bodies, where people write more than one line.
import type { Context, MiddlewareHandler } from 'hono'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { ApiError, invalidField } from './api-error.ts'

const CONTROL_CHARACTER = /[\p{Cc}\p{Cs}]/u
const CONTROL_CHARACTER_IN_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u

/** For every call: a path that holds one leads nowhere, a query that holds one is wrong. */
export const rejectControlCharacters: MiddlewareHandler = async (c, next) => {
  if (CONTROL_CHARACTER.test(c.req.path)) throw new ApiError('not_found')
  for (const [name, value] of new URL(c.req.url).searchParams)
    if (CONTROL_CHARACTER.test(name) || CONTROL_CHARACTER.test(value))
      throw invalidField('query', 'validation.invalid')
  await next()
}

/** Ids of the path; a blank one is of nothing that is here. */
export function readParams(c: Context): Record<string, string> {
  const params = c.req.param() as Record<string, string>
  if (Object.values(params).some(value => value.trim() === '')) throw new ApiError('not_found')
  return params
}

/** Of a repeated name the first value counts. */
export function readQuery(c: Context): Record<string, string> {
  return Object.fromEntries([...new URL(c.req.url).searchParams].reverse())
}

export async function readBody(c: Context): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > BODY_BYTES) throw new ApiError('too_large')
  const text = await c.req.text()
  if (Buffer.byteLength(text) > BODY_BYTES) throw new ApiError('too_large')
  if (text === '') return {}
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

/** Where a text or a key holds a control character, as `votes.0.id`; a loop, since bodies may be as deep as they are long. */
export function controlCharacterPath(body: unknown): string | null {
  const open: Array<{ value: unknown; place: string }> = [{ value: body, place: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, place } = next
    if (typeof value === 'string' && CONTROL_CHARACTER_IN_TEXT.test(value)) return place || 'body'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const at = place ? `${place}.${key}` : key
      if (CONTROL_CHARACTER_IN_TEXT.test(key)) return place || 'body'
      if (typeof inner === 'string' || typeof inner === 'object')
        open.push({ value: inner, place: at })
    }
  }
  return null
}
