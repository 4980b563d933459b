import { REQUEST_TIMEOUT_MS } from '#src/contract/limits.ts'

/** Performs one exchange and resolves to the response with its text. Rejects if no response came. */
export type Transport = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    signal: AbortSignal
    body?: string
    keepalive?: boolean
  },
) => Promise<{ response: Response; text: string }>

/** Creates the transport that browsers load: `fetch` without retries. */
export function fetchTransport(fetchImpl: typeof fetch): Transport {
  return async (url, init) => {
    const response = await fetchImpl(url, init)
    return { response, text: await response.text() }
  }
}

export type Request = {
  method: string
  query: Record<string, unknown>
  /** Sent as JSON. */
  body: object | undefined
  headers: Record<string, string>
  signal: AbortSignal | undefined
  keepalive: boolean | undefined
}

/** The call got no response, or an error response. */
export class HttpError extends Error {
  readonly response: Response | undefined
  /** Parsed JSON body of the response. */
  readonly data: unknown
  readonly isTimeout: boolean
  constructor({ response, data, isTimeout = false }: Partial<HttpError>) {
    super(response ? `HTTP status ${response.status}` : 'no response')
    this.name = 'HttpError'
    this.response = response
    this.data = data
    this.isTimeout = isTimeout
  }
}

/**
 * Sends a request and resolves to the parsed JSON body, or to undefined if the body is not JSON.
 * @throws HttpError
 */
export async function sendRequest(
  url: string,
  request: Request,
  transport: Transport,
): Promise<unknown> {
  const { response, text } = await answer(url + queryOf(request.query), request, transport)
  const data = parsed(text)
  if (!response.ok) throw new HttpError({ response, data })
  return data
}

async function answer(
  url: string,
  { method, body, headers, signal, keepalive }: Request,
  transport: Transport,
): Promise<{ response: Response; text: string }> {
  // Televisions of 2019 have neither AbortSignal.timeout nor AbortSignal.any.
  const abort = new AbortController()
  const cancel = () => abort.abort()
  let isTimeout = false
  const timer = setTimeout(() => {
    isTimeout = true
    cancel()
  }, REQUEST_TIMEOUT_MS)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  try {
    return await transport(url, {
      method,
      headers,
      signal: abort.signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(keepalive ? { keepalive } : {}),
    })
  } catch {
    throw new HttpError({ isTimeout })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

/** Builds `?a=1&b=2&b=3`; undefined values are left out. */
function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, String(each ?? ''))
  const text = search.toString()
  return text && `?${text}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
