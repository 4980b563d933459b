/** One HTTP exchange with the server of SEARCH_URL, within limits of time and size. */
import type { Deps } from '../../deps.ts'
import { readText } from '../../http/bounded.ts'
import { SearchEngineError } from './search-engine-error.ts'

const REPLY_BYTES = 16 * 1024 * 1024

export type Exchange = {
  method: 'GET' | 'POST' | 'PUT'
  /** From the root of the server, with its query. */
  path: string
  /** An object as JSON, or lines of JSON (NDJSON) that end in a line break. */
  body?: object | string
  /** Limit until the whole reply is there. */
  ms: number
}
/** @returns the parsed JSON @throws SearchEngineError */
export type Send = (exchange: Exchange) => Promise<unknown>

/** @param address http(s) URL; its user and password are sent as basic authentication */
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
    const text = await readText(reply.body, REPLY_BYTES).catch((error: unknown) => {
      throw new SearchEngineError('malformed', 'the reply broke off, or is too long', {
        cause: error,
      })
    })
    const data = parseJson(text)
    if (!reply.ok) throw statusError(reply.status, data)
    if (data === undefined) throw new SearchEngineError('malformed', 'the reply is not JSON')
    return data
  }

  return async exchange => {
    const signal = AbortSignal.timeout(exchange.ms)
    try {
      return await attempt(exchange, signal)
    } catch (error) {
      throw signal.aborted ? new SearchEngineError('timeout', 'no reply in time') : error
    }
  }
}

/** `fetch` takes no URL with credentials. */
function parseAddress(address: string): { baseUrl: string; authorization: string | null } {
  const url = new URL(address)
  const [user, password] = [decoded(url.username), decoded(url.password)]
  const given = user || password
  return {
    baseUrl: url.origin + url.pathname.replace(/\/+$/, ''),
    authorization: given ? `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` : null,
  }
}

/** A percent sign of a password may stand for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Undefined for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param data `{ error: { type } }`; the reason beside it quotes the query */
export function statusError(status: number, data: unknown): SearchEngineError {
  const { type } = (data as { error?: { type?: unknown } } | null | undefined)?.error ?? {}
  const kind = typeof type === 'string' && /^[a-z_]{1,60}$/.test(type) ? `: ${type}` : ''
  return new SearchEngineError('status', `the search engine answered ${status}${kind}`, { status })
}
