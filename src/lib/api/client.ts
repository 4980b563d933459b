import { type Data, type Endpoint, fillPath, type Input } from '#src/contract/endpoint.ts'
import { plainBody, plainLine } from '../text/controls.ts'
import { apiFailure, CallFailed, failureOf } from './failure.ts'
import { fetchTransport, send, type Transport } from './send.ts'

export type ApiOptions = {
  /** '/api' in a browser, API_BASE_URL or the in-process service on the server. */
  baseURL: string
  /** By `fetch` alone, unless given. */
  transport?: Transport
  headers?: () => Record<string, string>
  /** Reads without effect go this way instead, where the service is in the same process. */
  read?: DirectRead | undefined
}
export type DirectRead = (call: {
  /** Of the endpoint. */
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
export type Api = <E extends Endpoint>(
  endpoint: E,
  ...input: Record<string, never> extends Input<E>
    ? [input?: Input<E>, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions]
) => Promise<Data<E>>

/** The only HTTP client: typed by the contract's records, for browser, server and tests. Failures are `CallFailed`. */
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
      const reply = await send(
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
      return (reply as { data: Data<typeof endpoint> } | undefined)?.data as Data<typeof endpoint>
    } catch (error) {
      throw new CallFailed(failureOf(error))
    }
  }
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

/** As it would be read from a URL: only texts, and of repeated names the first. */
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
