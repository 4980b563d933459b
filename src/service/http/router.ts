import { randomUUID } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { bearerToken } from '#src/contract/bearer.ts'
import { schemasOf } from '#src/contract/calls.ts'
import type { Body, Data, Endpoint, Params, Query } from '#src/contract/endpoint.ts'
import { success } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts'
import type { Tx } from '../db/open.ts'
import { isCatalogueRead, mayReadReplica } from '../db/read-routing.ts'
import type { Deps, Viewer } from '../deps.ts'
import { authenticate } from '../session/authenticate.ts'
import { ApiError } from './api-error.ts'
import { idempotently, storeResponse } from './idempotency.ts'
import { readBody, readParams, readQuery } from './input.ts'
import { checkPermission } from './permission.ts'
import { fieldErrors } from './validation.ts'

/** The input of a handler. Body and query are already valid; `viewer` is set where `access` requires one. */
export type Call<E, V = Viewer | null> = {
  params: Params<E>
  body: Body<E>
  query: Query<E>
  viewer: V
  language: Language
  /** The client's address as src/http/visitor.ts resolved it; never from a header that a client can set. */
  address: string
  deviceId: string
  header: (name: string) => string | undefined
  /** Sets another status than 200, such as 202 while a television waits. */
  status: (code: 200 | 202) => void
  /** Stores the response of an idempotent call in the transaction of its work, for a retry after a crash. */
  storeResponse: (tx: Tx, answer: Data<E>) => Promise<void>
}
type ViewerOf<E> = E extends { access: 'user' | 'profile' | 'adult' | 'primary' }
  ? Viewer
  : Viewer | null
type Handler<E> = (call: Call<E, ViewerOf<E>>) => Promise<Data<E>>
export type On = <E extends Endpoint>(endpoint: E) => (handler: Handler<E>) => void
/** Who calls: the client's address, and the id of the request for the log. */
export type RequestContext = {
  address: string
  requestId: string
  /** In-process result: gets the data of a call without serialisation, and the response then has no body. */
  onResult?: (data: unknown) => void
}
export type ServiceEnv = { Bindings: Partial<RequestContext> }

/** A sub-app of one domain: `on(endpoint)(handler)` mounts an endpoint of the contract with its checks. */
export function router(deps: Deps): { on: On; app: Hono<ServiceEnv> } {
  const app = new Hono<ServiceEnv>({ strict: false })
  const on: On = endpoint => handler => {
    const schemas = schemasOf(endpoint)
    const path = endpoint.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1')
    app.on(endpoint.method, path, async c => {
      trace.getActiveSpan()?.setAttribute('http.route', endpoint.path)
      if (endpoint.effect && c.req.raw.method === 'HEAD') throw new ApiError('method_not_allowed')
      const params = readParams(c)
      const viewer = await authorize(deps, endpoint, c)
      const query = schemas.query ? parse(schemas.query, readQuery(c)) : undefined
      const body = schemas.body ? parse(schemas.body, await readBody(c)) : undefined
      const deviceId = (c.req.header('device-id') ?? '').slice(0, 64)
      const owner = viewer?.userId ?? deviceId
      const key = endpoint.idempotent ? c.req.header('idempotency-key') : undefined
      const repeated = key
        ? { key, owner, name: endpoint.path, params, body, claim: randomUUID() }
        : null
      const call = {
        params,
        query,
        body,
        viewer,
        language: languageOf(c),
        address: c.env?.address ?? '0.0.0.0',
        deviceId,
        header: (name: string) => c.req.header(name),
        status: (code: 200 | 202) => c.status(code),
        storeResponse: async (tx: Tx, answer: unknown) => {
          if (repeated) await storeResponse(tx, repeated, schemas.data.parse(answer))
        },
      } as Call<typeof endpoint, ViewerOf<typeof endpoint>>
      const answer = async () => handler(call)
      const run = async () =>
        schemas.data.parse(
          await (viewer || !isCatalogueRead(endpoint) ? answer() : mayReadReplica(answer)),
        )
      const data = repeated ? await idempotently(deps, repeated, run) : await run()
      if (endpoint.access !== 'anonymous' || endpoint.effect || viewer)
        c.header('Cache-Control', 'private, no-store')
      if (c.env?.onResult) {
        c.env.onResult(data)
        return c.body(null)
      }
      return c.json(success(data))
    })
  }
  return { on, app }
}

async function authorize(
  deps: Deps,
  endpoint: Endpoint,
  c: Context<ServiceEnv>,
): Promise<Viewer | null> {
  if (endpoint.effect) rejectCrossSite(c)
  if (endpoint.access === 'limited') return null
  const token = bearerToken(c.req.header('authorization'))
  if (!token && endpoint.access === 'anonymous') return null
  const viewer = token
    ? await authenticate(deps, {
        token,
        profileToken: c.req.header('profile-token'),
        optional: endpoint.access === 'anonymous',
      })
    : null
  if (!viewer) {
    if (endpoint.access === 'anonymous') return null
    throw new ApiError('unauthorized')
  }
  await checkPermission(deps, endpoint, viewer, languageOf(c))
  return viewer
}

/**
 * Rejects a GET with an effect from another site or from prefetch. The HTTP layer passes Sec-Fetch-Site for browsers; clients
 * that call the service directly may send an Origin.
 */
function rejectCrossSite(c: Context): void {
  const site = c.req.header('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw new ApiError('forbidden')
  const origin = c.req.header('origin')
  if (!site && origin && origin !== c.req.header('site-origin')) throw new ApiError('forbidden')
  if (/prefetch|prerender/i.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? ''))
    throw new ApiError('forbidden')
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new ApiError('validation_error', { errors: fieldErrors(result.error, input) })
}

export function languageOf(c: Context): Language {
  const first = (c.req.header('accept-language') ?? '').slice(0, 2).toLowerCase()
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}
