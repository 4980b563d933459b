import { type Data, type Endpoint, fillPath, type Input } from '#src/contract/endpoint.ts'
import type { Envelope } from '#src/contract/envelope.ts'
import { plainBody, plainLine } from '../text/controls.ts'
import { apiFailure, CallFailed, toFailure } from './failure.ts'
import { fetchTransport, sendRequest, type Transport } from './send.ts'

export type ApiOptions = {
  /** '/api' in a browser, API_BASE_URL or the in-process service on the server. */
  baseURL: string
  /** Default: `fetchTransport`. */
  transport?: Transport
  headers?: () => Record<string, string>
  /** Used for reads without side effects if the service runs in the same process. */
  read?: DirectRead | undefined
}
type DirectRead = (call: {
  /** Name of the endpoint. */
  name: string
  params: Record<string, string>
  query: Record<string, string>
}) => Promise<{ status: 200; data: unknown } | { status: number; envelope: unknown }>
export type CallOptions = {
  idempotencyKey?: string
  signal?: AbortSignal
  headers?: Record<string, string>
  keepalive?: boolean
}
type CallInput<E extends Endpoint> =
  Record<string, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]
export type Api = <E extends Endpoint>(endpoint: E, ...input: CallInput<E>) => Promise<Data<E>>

/** An API without a visitor: it takes endpoints that answer anonymous callers alone. */
export type PublicApi = <E extends Endpoint & { access: 'anonymous' }>(
  endpoint: E,
  ...input: CallInput<E>
) => Promise<Data<E>>

/**
 * Creates the HTTP client of browser, server and tests, typed by the contract.
 * @throws CallFailed from every call that fails
 */
export function createApi({ baseURL, transport, headers, read }: ApiOptions): Api {
  const sendBy = transport ?? fetchTransport((input, init) => globalThis.fetch(input, init))
  return async (endpoint, ...[input, options]) => {
    const given = (input ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: Record<string, unknown>
    }
    if (read && !options && endpoint.method === 'GET' && !endpoint.effect)
      return (await readDirectly(read, endpoint.name, given)) as Data<typeof endpoint>
    try {
      const reply = await sendRequest(
        baseURL.replace(/\/$/, '') + fillPath(endpoint.path, given.params),
        {
          method: endpoint.method,
          query: plainQuery(given.query),
          body:
            endpoint.method === 'GET' || endpoint.method === 'DELETE'
              ? undefined
              : (plainBody(given.body ?? {}) as Record<string, unknown>),
          signal: options?.signal,
          keepalive: options?.keepalive,
          headers: {
            'Content-Type': 'application/json',
            ...headers?.(),
            ...(options?.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
            ...options?.headers,
          },
        },
        sendBy,
      )
      return dataOf(reply) as Data<typeof endpoint>
    } catch (error) {
      throw new CallFailed(toFailure(error))
    }
  }
}

/** @throws CallFailed for a 200 that the service did not send, such as the page of a captive portal */
function dataOf(reply: unknown): unknown {
  const { data, meta } = (reply ?? {}) as Partial<Envelope>
  if (meta?.operation_result !== 'success') throw new CallFailed(apiFailure(200, null))
  return data
}

async function readDirectly(
  read: DirectRead,
  name: string,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, unknown> },
): Promise<unknown> {
  const answer = await read({ name, params, query: textQuery(query) })
  if ('data' in answer) return answer.data
  throw new CallFailed(apiFailure(answer.status, answer.envelope))
}

/** Converts a query to what a URL would carry: strings only, and the first value of a repeated name. */
function textQuery(query: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(plainQuery(query))) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) texts[name] = String(first ?? '')
  }
  return texts
}

function plainQuery(query: Record<string, unknown> = {}): Record<string, unknown> {
  const pairs = Object.entries(query)
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, typeof value === 'string' ? plainLine(value) : value]),
  )
}
