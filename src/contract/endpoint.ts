/**
 * The route records of the API. They contain no schema, so that a browser gets method and path without zod. The types of body, query
 * and data come from `calls.ts` by the endpoint's name.
 */
import type { z } from 'zod'
import type { CallName, calls } from './calls.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/**
 * Callers that an endpoint accepts: everyone (`anonymous`), a token that is only valid for choosing devices to sign out (`limited`),
 * a signed-in user without a chosen profile (`user`), any profile (`profile`), an adult profile (`adult`), or the primary profile
 * (`primary`). docs/permissions.md lists every endpoint.
 */
export const ACCESS_LEVELS = [
  'anonymous',
  'limited',
  'user',
  'profile',
  'adult',
  'primary',
] as const
export type AccessLevel = (typeof ACCESS_LEVELS)[number]
/** Re-authentication with a code or the password (`any`), or only with a `code`. It is valid for FRESH_SECONDS. */
export type Reauth = 'any' | 'code'

/**
 * A call signs in (`opens`), chooses a profile (`switches`), signs out (`ends`), or changes what the cookie shows: the user, the
 * profile, or whether the profile has a title to continue (`lists_unfinished`, `starts_title`).
 */
export type SessionEffect =
  | 'opens'
  | 'switches'
  | 'ends'
  | 'updates_user'
  | 'updates_profile'
  | 'lists_unfinished'
  | 'starts_title'

export type Endpoint<
  N extends CallName = CallName,
  P extends string = string,
  A extends AccessLevel = AccessLevel,
> = {
  /** The export's own name, and the key of its schemas in `calls.ts`. */
  readonly name: N
  readonly method: Method
  readonly path: P
  readonly access: A
  /** Answers `reauth_required` unless the session re-authenticated within FRESH_SECONDS. */
  readonly reauth?: Reauth
  /** Answers 403 to a kid or teen profile, although the call does not require a profile. */
  readonly notForChildren?: true
  /** Effect of a successful call on the session cookies (src/http/session.ts). */
  readonly session?: SessionEffect
  /** The call moves money or creates a record and accepts Idempotency-Key. */
  readonly idempotent?: true
  /** A GET with a side effect: other sites and prefetches get 403, and the reply is not cached. */
  readonly effect?: true
}

// The compiler drops unused records, because the call has no side effect.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const N extends CallName,
  const P extends string,
  const A extends AccessLevel,
>(record: Endpoint<N, P, A>): Endpoint<N, P, A> {
  return record
}

type PathKeys<P extends string> = P extends `${infer _}{${infer K}}${infer Rest}`
  ? K | PathKeys<Rest>
  : never
type SchemaOf<E, Part extends 'body' | 'query' | 'data'> =
  E extends Endpoint<infer N>
    ? (typeof calls)[N] extends { readonly [K in Part]: infer S extends z.ZodType }
      ? S
      : z.ZodNever
    : never

export type Params<E> =
  E extends Endpoint<CallName, infer P> ? { [K in PathKeys<P>]: string } : never
export type Body<E> = z.output<SchemaOf<E, 'body'>>
export type BodyInput<E> = z.input<SchemaOf<E, 'body'>>
export type Query<E> = z.output<SchemaOf<E, 'query'>>
export type QueryInput<E> = z.input<SchemaOf<E, 'query'>>
export type Data<E> = z.output<SchemaOf<E, 'data'>>

type OrNothing<Name extends string, T> = [T] extends [never]
  ? { [K in Name]?: undefined }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : undefined extends T
      ? { [K in Name]?: T }
      : { [K in Name]: T }

/** Input of a call: path parameters, query and body, each only if the endpoint has it. */
export type Input<E> = (keyof Params<E> extends never
  ? { params?: undefined }
  : { params: Params<E> }) &
  OrNothing<'body', BodyInput<E>> &
  OrNothing<'query', QueryInput<E>>

/**
 * Returns the path with its `{parameters}` replaced by encoded values.
 * @throws TypeError if a parameter is missing
 */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new TypeError(`${path} needs ${key}`)
    // An empty value or dots alone would result in another path. Encoded like this, they are ids that do not exist.
    if (/^\.{0,2}$/.test(value)) return value === '' ? '%20' : value.replace(/\./g, '%252E')
    return encodeURIComponent(value)
  })
}
