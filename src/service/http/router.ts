/** Mounts the endpoints of the contract: checks who calls, validates what was given, and runs the handler. */
import { randomUUID } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { bearerToken } from '#src/contract/bearer.ts'
import { schemasOf } from '#src/contract/calls.ts'
import type { Body, Data, Endpoint, Params, Query } from '#src/contract/endpoint.ts'
import { success } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { BAND_HEADER } from '#src/contract/headers.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts'
import type { ChildBand } from '#src/contract/values.ts'
import { answersBands, maxAgeOf, maxAgeOfViewer } from '../access/age-rating.ts'
import type { Tx } from '../db/open.ts'
import { isCatalogueRead, mayReadReplica } from '../db/read-routing.ts'
import type { Deps, Viewer } from '../deps.ts'
import { authenticate } from '../session/authenticate.ts'
import { ApiError } from './api-error.ts'
import { idempotently, storeResponse } from './idempotency.ts'
import { readBody, readParams, readQuery } from './input.ts'
import { checkPermission } from './permission.ts'
import type { RequestContext } from './request-context.ts'
import { fieldErrors } from './validation.ts'

/** The input of a handler. Body and query are already valid; `viewer` is set where `access` requires one. */
export type Call<E, V = Viewer | null> = {
  params: Params<E>
  body: Body<E>
  query: Query<E>
  viewer: V
  /** The highest age rating that may be shown, of the viewer or of the band that a page is made for; null: no limit. */
  maxAge: number | null
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

/** A call before anything of it has been checked. */
export type Asked = Pick<Call<Endpoint>, 'address' | 'header' | 'status'> & {
  params: Record<string, string>
  query: () => Record<string, string>
  body: () => Promise<unknown>
  band: ChildBand | undefined
  /** For a page in this process: data of the catalogue as the handler's own objects, shared with others, without a copy by the schema. */
  isDirect?: boolean
}
type Answer = { data: unknown; viewer: Viewer | null }

export type On = <E extends Endpoint>(endpoint: E) => (handler: Handler<E>) => void
export type ServiceEnv = { Bindings: Partial<RequestContext> }

/** Reads without an effect, by the names of their endpoints: direct-call.ts makes them without HTTP. */
const reads = new WeakMap<Deps, Map<string, (asked: Asked) => Promise<Answer>>>()

export function answersOf(deps: Deps): Map<string, (asked: Asked) => Promise<Answer>> {
  const found = reads.get(deps) ?? new Map()
  reads.set(deps, found)
  return found
}

function isRead({ method, effect }: Endpoint): boolean {
  return method === 'GET' && !effect
}

/** A sub-app of one domain: `on(endpoint)(handler)` mounts an endpoint of the contract with its checks. */
export function router(deps: Deps): { on: On; app: Hono<ServiceEnv> } {
  const app = new Hono<ServiceEnv>({ strict: false })
  const on: On = endpoint => handler => {
    const path = endpoint.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1')
    const answer = (asked: Asked) => answerCall(deps, endpoint, handler, asked)
    if (isRead(endpoint)) answersOf(deps).set(endpoint.name, answer)
    app.on(endpoint.method, path, async c => {
      if (endpoint.effect && c.req.raw.method === 'HEAD') throw new ApiError('method_not_allowed')
      const band = c.env?.band
      const { data, viewer } = await answer({
        params: readParams(c),
        query: () => readQuery(c),
        body: () => readBody(c),
        header: name => c.req.header(name),
        address: c.env?.address ?? '0.0.0.0',
        band,
        status: code => c.status(code),
      })
      if (band) c.header(BAND_HEADER, band)
      if (endpoint.access !== 'anonymous' || endpoint.effect || viewer)
        c.header('Cache-Control', 'private, no-store')
      return c.json(success(data))
    })
  }
  return { on, app }
}

export function languageOf(c: Context): Language {
  return languageIn(name => c.req.header(name))
}

/** @throws ApiError for what the endpoint refuses */
async function answerCall<E extends Endpoint>(
  deps: Deps,
  endpoint: E,
  handler: Handler<E>,
  asked: Asked,
): Promise<Answer> {
  trace.getActiveSpan()?.setAttribute('http.route', endpoint.path)
  const { params, header, address, band } = asked
  if (band && !answersBands(endpoint)) throw new ApiError('forbidden')
  const schemas = schemasOf(endpoint)
  const language = languageIn(header)
  const viewer = await authorize(deps, endpoint, header, language)
  const query = schemas.query ? parse(schemas.query, asked.query()) : undefined
  const body = schemas.body ? parse(schemas.body, await asked.body()) : undefined
  const deviceId = (header('device-id') ?? '').slice(0, 64)
  const owner = viewer?.userId ?? deviceId
  const key = endpoint.idempotent ? header('idempotency-key') : undefined
  const repeated = key
    ? { key, owner, name: endpoint.path, params, body, claim: randomUUID() }
    : null
  const call = {
    params,
    query,
    body,
    viewer,
    maxAge: viewer ? maxAgeOfViewer(viewer) : maxAgeOf(band),
    language,
    address,
    deviceId,
    header,
    status: asked.status,
    storeResponse: async (tx: Tx, answer: unknown) => {
      if (repeated) await storeResponse(tx, repeated, schemas.data.parse(answer))
    },
  } as Call<E, ViewerOf<E>>
  const answer = async () => handler(call)
  const isOfCatalogue = isCatalogueRead(endpoint)
  const run = async () => {
    const data = await (viewer || !isOfCatalogue ? answer() : mayReadReplica(answer))
    return asked.isDirect && isOfCatalogue ? data : schemas.data.parse(data)
  }
  return { viewer, data: repeated ? await idempotently(deps, repeated, run) : await run() }
}

async function authorize(
  deps: Deps,
  endpoint: Endpoint,
  header: Asked['header'],
  language: Language,
): Promise<Viewer | null> {
  if (endpoint.effect) rejectCrossSite(header)
  if (endpoint.access === 'limited') return null
  const token = bearerToken(header('authorization'))
  if (!token && endpoint.access === 'anonymous') return null
  const viewer = token
    ? await authenticate(deps, {
        token,
        profileToken: header('profile-token'),
        optional: endpoint.access === 'anonymous',
      })
    : null
  if (!viewer) {
    if (endpoint.access === 'anonymous') return null
    throw new ApiError('unauthorized')
  }
  await checkPermission(deps, endpoint, viewer, language)
  return viewer
}

/**
 * Rejects a GET with an effect from another site or from prefetch. The HTTP layer passes Sec-Fetch-Site for browsers; clients
 * that call the service directly may send an Origin.
 */
function rejectCrossSite(header: Asked['header']): void {
  const site = header('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw new ApiError('forbidden')
  const origin = header('origin')
  if (!site && origin && origin !== header('site-origin')) throw new ApiError('forbidden')
  if (/prefetch|prerender/i.test(header('sec-purpose') ?? header('purpose') ?? ''))
    throw new ApiError('forbidden')
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new ApiError('validation_error', { errors: fieldErrors(result.error, input) })
}

/** Of the reply. */
export function languageIn(header: Asked['header']): Language {
  const first = (header('accept-language') ?? '').slice(0, 2).toLowerCase()
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}
