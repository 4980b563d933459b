import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/**
 * Who may call: everybody (`anonymous`), the holder of a token that is good for choosing a device (`limited`), a
 * signed-in user before a profile is chosen (`user`), any profile (`profile`), an adult profile (`adult`), or the primary
 * profile (`primary`). docs/permissions.md lists every endpoint.
 */
export const ACCESS = ['anonymous', 'limited', 'user', 'profile', 'adult', 'primary'] as const
export type Access = (typeof ACCESS)[number]
/** What proves that it is still the owner: a code or the password, or a code alone. Good for FRESH_SECONDS. */
export type Reauth = 'any' | 'code'

type PathKeys<P extends string> = P extends `${infer _}{${infer K}}${infer Rest}`
  ? K | PathKeys<Rest>
  : never

export type Endpoint<
  P extends string = string,
  B extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  A extends Access = Access,
> = {
  readonly method: Method
  readonly path: P
  readonly access: A
  /** Refused with `reauth_required` unless the session proved itself within FRESH_SECONDS. */
  readonly reauth?: Reauth
  /** Refused to a kid or teen profile, although no profile is needed. */
  readonly notForChildren?: true
  readonly summary: string
  readonly body?: B
  readonly query?: Q
  readonly data: D
  /** A call that the spec leaves out and contract.md adds. */
  readonly own?: true
  /** Takes Idempotency-Key: moves money or creates a record. */
  readonly idempotent?: true
  /** A GET to which the spec gives an effect: refused from other sites and from prefetch, answered no-store. */
  readonly effect?: true
}

export function endpoint<
  const P extends string,
  D extends z.ZodType,
  A extends Access,
  B extends z.ZodType = z.ZodNever,
  Q extends z.ZodType = z.ZodNever,
>(record: Endpoint<P, B, Q, D, A>): Endpoint<P, B, Q, D, A> {
  return record
}

export type Params<E> =
  E extends Endpoint<infer P, infer _B, infer _Q, infer _D> ? { [K in PathKeys<P>]: string } : never
export type Body<E> =
  E extends Endpoint<infer _P, infer B, infer _Q, infer _D> ? z.output<B> : never
export type BodyInput<E> =
  E extends Endpoint<infer _P, infer B, infer _Q, infer _D> ? z.input<B> : never
export type Query<E> =
  E extends Endpoint<infer _P, infer _B, infer Q, infer _D> ? z.output<Q> : never
export type QueryInput<E> =
  E extends Endpoint<infer _P, infer _B, infer Q, infer _D> ? z.input<Q> : never
export type Data<E> =
  E extends Endpoint<infer _P, infer _B, infer _Q, infer D> ? z.output<D> : never

type OrNothing<Name extends string, T> = [T] extends [never]
  ? { [K in Name]?: undefined }
  : Record<string, never> extends T
    ? { [K in Name]?: T }
    : undefined extends T
      ? { [K in Name]?: T }
      : { [K in Name]: T }

/** What a caller gives: path parameters, query and body, each only where the endpoint has it. */
export type Input<E> = (keyof Params<E> extends never
  ? { params?: undefined }
  : { params: Params<E> }) &
  OrNothing<'body', BodyInput<E>> &
  OrNothing<'query', QueryInput<E>>

export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new TypeError(`${path} needs ${key}`)
    // Nothing, or dots alone, would lead to another path; so written they are ids that nothing has.
    if (/^\.{0,2}$/.test(value)) return value === '' ? '%20' : value.replaceAll('.', '%252E')
    return encodeURIComponent(value)
  })
}
