/** One HTTP exchange with the server of SEARCH_URL, limited in time and size. */
import type { Deps } from '../../../platform/deps.ts'
import { readBoundedText } from '../../../platform/http/bounded.ts'
import { SearchEngineError } from './search-engine-error.ts'

const REPLY_BYTES = 16 * 1024 * 1024

export type Exchange = {
  method: 'GET' | 'POST' | 'PUT'
  /** Path from the root of the server, with its query. */
  path: string
  /** An object is sent as JSON, a string as lines of JSON (NDJSON), each ending in a line break. */
  body?: object | string
  /** Time limit in ms for the complete response. */
  ms: number
}
/** @returns the parsed JSON @throws SearchEngineError */
export type Send = (exchange: Exchange) => Promise<unknown>

/**
 * Creates the transport.
 * @param address http(s) URL; its user and password are sent as basic authentication
 */
export function createTransport(address: string, { fetch }: Pick<Deps, 'fetch'>): Send {
  const { baseUrl, authorization } = parseAddress(address)

  async function attempt({ method, path, body }: Exchange, signal: AbortSignal): Promise<unknown> {
    const isLines = typeof body === 'string'
    const reply = await fetch(baseUrl + path, {
      method,
      headers: {
        accept: 'application/json',
        'content-type': isLines ? 'application/x-ndjson' : 'application/json',
        ...(authorization ? { authorization } : {}),
      },
      ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => {
      throw new SearchEngineError('network', 'the search engine cannot be reached', {
        cause: error,
      })
    })
    const text = await readBoundedText(reply.body, REPLY_BYTES).catch((error: unknown) => {
      throw new SearchEngineError('malformed', 'the response was interrupted or is too long', {
        cause: error,
      })
    })
    const data = parseJson(text)
    if (!reply.ok) throw statusError(reply.status, data)
    if (data === undefined) throw new SearchEngineError('malformed', 'the response is not JSON')
    return data
  }

  return async exchange => {
    const signal = AbortSignal.timeout(exchange.ms)
    try {
      return await attempt(exchange, signal)
    } catch (error) {
      throw signal.aborted ? new SearchEngineError('timeout', 'no response in time') : error
    }
  }
}

/** `fetch` rejects a URL with credentials. */
function parseAddress(address: string): { baseUrl: string; authorization: string | null } {
  const url = new URL(address)
  const [user, password] = [decoded(url.username), decoded(url.password)]
  const given = user || password
  return {
    baseUrl: url.origin + url.pathname.replace(/\/+$/, ''),
    authorization: given ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null,
  }
}

/** A percent sign in a password may be literal. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param data `{ error: { type } }`; the reason next to it quotes the query and is not used */
export function statusError(status: number, data: unknown): SearchEngineError {
  const { type } = (data as { error?: { type?: unknown } } | null | undefined)?.error ?? {}
  const kind = typeof type === 'string' && /^[a-z_]{1,60}$/.test(type) ? `: ${type}` : ''
  return new SearchEngineError('status', `the search engine returned status ${status}${kind}`, {
    status,
  })
}
