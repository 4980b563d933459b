/** Mounts the endpoints of the contract: authorises the caller, validates the input, and runs the handler. */
import { randomUUID } from 'node:crypto'
import { trace } from '@opentelemetry/api'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { getCallSchemas } from '#src/contract/calls.ts'
import type { Body, Data, Endpoint, Params, Query } from '#src/contract/endpoint.ts'
import { type FieldError, successEnvelope } from '#src/contract/envelope.ts'
import type { Language } from '#src/contract/fields.ts'
import { BAND_HEADER } from '#src/contract/headers.ts'
import type { ChildBand } from '#src/contract/values.ts'
import { acceptedLanguage } from '#src/lib/i18n/languages.ts'
import type { Tx } from '../db/open.ts'
import { isCatalogueRead, mayReadReplica } from '../db/read-routing.ts'
import type { Deps, SessionMemo, Viewer } from '../deps.ts'
import { answersBands, maxAgeOfType, maxAgeOfViewer } from './age-band.ts'
import { ApiError } from './api-error.ts'
import { runIdempotently, storeResponse } from './idempotency.ts'
import { queryValues, readBody, readParams } from './input.ts'
import type { RequestContext } from './request-context.ts'
import type { BoundRead, ReadInput, SessionRead } from './session-read.ts'
import { fieldErrors } from './validation.ts'

/** The input of a handler. Body and query are valid; `viewer` is set if `access` requires one. */
export type Call<E, V = Viewer | null> = {
  params: Params<E>
  body: Body<E>
  query: Query<E>
  viewer: V
  /** Highest age rating to show, from the viewer or the age band of a page; null means no limit. */
  maxAge: number | null
  language: Language
  /** The client's address as src/http/visitor.ts resolved it; never from a header that a client can set. */
  address: string
  deviceId: string
  header: (name: string) => string | undefined
  /** Sets a status other than 200, such as 202 while a television waits. */
  status: (code: 200 | 202) => void
  /** Stores the response of an idempotent call in the transaction of its work, for a retry after a crash. */
  storeResponse: (tx: Tx, answer: Data<E>) => Promise<void>
}
type ViewerOf<E> = E extends { access: 'user' | 'profile' | 'adult' | 'primary' }
  ? Viewer
  : Viewer | null
/** Row that the call reads together with its session; null without a row. */
type ReadRow<Row> = [Row] extends [never] ? unknown : { row: Row | null }
type Handler<E, Row extends object = never> = (
  call: Call<E, ViewerOf<E>> & ReadRow<Row>,
) => Promise<Data<E>>

/** A call before its checks. */
export type Asked = Pick<Call<Endpoint>, 'address' | 'header' | 'status'> & {
  params: Record<string, string>
  query: () => Record<string, string>
  body: () => Promise<unknown>
  band: ChildBand | undefined
  /** True for a page in this process, which gets data of the catalogue as shared objects, not copied by the schema. */
  isDirect?: boolean
  /** Sessions that the caller's request has looked up. */
  sessions?: SessionMemo | undefined
}
type Answer = { data: unknown; viewer: Viewer | null }
/** An endpoint with its checks and its handler. */
export type MountedCall = {
  endpoint: Endpoint
  /** Path as the router of Hono has it. */
  path: string
  answer: (asked: Asked) => Promise<Answer>
}

/** @param reads rows that the call reads together with its session, in one statement */
export type On = <E extends Endpoint, Row extends object = never>(
  endpoint: E,
  reads?: SessionRead<Row>,
) => (handler: Handler<E, Row>) => void
export type ServiceEnv = { Bindings: Partial<RequestContext> }

const mounted = new WeakMap<Deps, Map<string, MountedCall>>()

/** Returns the mounted endpoints by name, for callers without a Request (direct-call.ts, api-call.ts). */
export function mountedCalls(deps: Deps): Map<string, MountedCall> {
  const found = mounted.get(deps) ?? new Map<string, MountedCall>()
  mounted.set(deps, found)
  return found
}

/** Returns a sub-app for one domain: `on(endpoint)(handler)` mounts an endpoint of the contract with its checks. */
export function router(deps: Deps): { on: On; app: Hono<ServiceEnv> } {
  const app = new Hono<ServiceEnv>({ strict: false })
  const on: On = (endpoint, reads) => handler => {
    const path = endpoint.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1')
    const answer = (asked: Asked) =>
      answerCall(deps, { endpoint, handler: handler as AnyHandler, reads }, asked)
    mountedCalls(deps).set(endpoint.name, { endpoint, path, answer })
    app.on(endpoint.method, path, async c => {
      if (endpoint.effect && c.req.raw.method === 'HEAD') throw new ApiError('method_not_allowed')
      const band = c.env?.band
      const { data, viewer } = await answer({
        params: readParams(c),
        query: () => queryValues(new URL(c.req.url).searchParams),
        body: () => readBody(c),
        header: name => c.req.header(name),
        address: c.env?.address ?? '0.0.0.0',
        band,
        status: code => c.status(code),
      })
      if (band) c.header(BAND_HEADER, band)
      if (isPrivate(endpoint, viewer)) c.header('Cache-Control', PRIVATE)
      return c.json(successEnvelope(data))
    })
  }
  return { on, app }
}

export const PRIVATE = 'private, no-store'

/** True for a reply that no cache may store. */
export function isPrivate({ access, effect }: Endpoint, viewer: Viewer | null): boolean {
  return access !== 'anonymous' || effect !== undefined || viewer !== null
}

export function requestLanguage(c: Context): Language {
  return replyLanguage(name => c.req.header(name))
}

type AnyHandler = (call: Call<Endpoint> & { row: object | null }) => Promise<unknown>
type Mounted = {
  endpoint: Endpoint
  handler: AnyHandler
  reads: SessionRead<object> | undefined
}

/** @throws ApiError if the endpoint rejects the call */
async function answerCall(
  deps: Deps,
  { endpoint, handler, reads }: Mounted,
  asked: Asked,
): Promise<Answer> {
  trace.getActiveSpan()?.setAttribute('http.route', endpoint.path)
  const { params, header, address, band } = asked
  if (band && !answersBands(endpoint)) throw new ApiError('forbidden')
  const schemas = getCallSchemas(endpoint)
  const language = replyLanguage(header)
  if (endpoint.effect) rejectCrossSite(header)
  // A read needs the body before the caller is known; it fails only for a caller who may call.
  const given = reads && schemas.body ? await settled(asked.body()) : undefined
  const { viewer, row } = await deps.authorize(deps, endpoint, {
    header,
    language,
    sessions: asked.sessions,
    reads: reads && boundRead(reads, { params, body: given?.value, now: deps.now() }),
  })
  const query = parseQuery(schemas.query ?? NO_QUERY, asked.query())
  if (given && 'error' in given) throw given.error
  const body = schemas.body
    ? parse(schemas.body, given ? given.value : await asked.body())
    : undefined
  const deviceId = (header('device-id') ?? '').slice(0, 64)
  const owner = viewer ? ownerOf(viewer) : deviceId
  const key = endpoint.idempotent ? header('idempotency-key') : undefined
  const repeated = key
    ? { key, owner, name: endpoint.path, params, body, claim: randomUUID() }
    : null
  const call = {
    params,
    query,
    body,
    viewer,
    maxAge: viewer ? maxAgeOfViewer(viewer) : maxAgeOfType(band),
    language,
    address,
    deviceId,
    header,
    status: asked.status,
    storeResponse: async (tx: Tx, answer: unknown) => {
      if (repeated) await storeResponse(tx, repeated, schemas.data.parse(answer))
    },
    row,
  } as Call<Endpoint> & { row: object | null }
  const answer = async () => handler(call)
  const isOfCatalogue = isCatalogueRead(endpoint)
  const run = async () => {
    const data = await (viewer || !isOfCatalogue ? answer() : mayReadReplica(answer))
    return asked.isDirect && isOfCatalogue ? data : schemas.data.parse(data)
  }
  return { viewer, data: repeated ? await runIdempotently(deps, repeated, run) : await run() }
}

type Settled = { value: unknown } | { value: undefined; error: unknown }

async function settled(work: Promise<unknown>): Promise<Settled> {
  try {
    return { value: await work }
  } catch (error) {
    return { value: undefined, error }
  }
}

function boundRead(read: SessionRead<object>, input: ReadInput): BoundRead {
  return { read, values: read.values(input) }
}

/** Returns who repeats a call with the same key: a profile. The primary one has the name that nodes of release 0.1 use for all. */
function ownerOf({ userId, profile }: Viewer): string {
  return profile && !profile.isPrimary ? `${userId}:${profile.id}` : userId
}

/**
 * Rejects a GET with an effect from another site or from prefetch. The HTTP layer passes Sec-Fetch-Site for browsers; clients
 * that call the service directly may send an Origin.
 */
function rejectCrossSite(header: Asked['header']): void {
  const site = header('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') throw new ApiError('forbidden')
  const origin = header('origin')
  if ((!site || site === 'none') && origin && origin !== header('site-origin'))
    throw new ApiError('forbidden')
  if (/prefetch|prerender/i.test(header('sec-purpose') ?? header('purpose') ?? ''))
    throw new ApiError('forbidden')
}

const NO_QUERY = z.strictObject({})

/** Errors of a query name its parameters, not parts of them: the second of `types=a,b` is `types`. */
function parseQuery(schema: z.ZodType, input: Record<string, string>): unknown {
  const result = schema.safeParse({ ...input })
  if (result.success) return result.data
  const errors: Record<string, FieldError> = {}
  for (const [path, error] of Object.entries(fieldErrors(result.error, input)))
    errors[path.split('.')[0] as string] ??= error
  throw new ApiError('validation_error', { errors })
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw new ApiError('validation_error', { errors: fieldErrors(result.error, input) })
}

/** Returns the language of the reply. */
export function replyLanguage(header: Asked['header']): Language {
  return acceptedLanguage(header('accept-language'))
}
