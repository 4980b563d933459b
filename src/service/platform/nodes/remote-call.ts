/** One attempt of a call at one address, with a check that the reply comes from the service. */
import { type Dispatcher, fetch } from 'undici'
import { readBoundedText } from '../http/bounded.ts'

/** Pages read JSON replies as a whole; media are streamed. */
const JSON_BYTES = 16 * 1024 * 1024
/** Headers of one connection, or of an encoding that `fetch` has decoded. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'trailer',
  'upgrade',
]
/** Paths outside the API. The API answers with envelopes only. */
const NOT_API = /^\/(media|payments|webhooks|dev|fake)\//
const WITHOUT_BODY = new Set([204, 304])

export type Call = {
  method: string
  /** Path with its query. */
  path: string
  headers: Headers
  body: string | undefined
  dispatcher: Dispatcher
  /** Milliseconds until the headers, and for the whole body of a JSON reply. */
  ms: number
}

export class RemoteCallFailed extends Error {
  readonly reason: 'timeout' | 'reply'
  constructor(reason: 'timeout' | 'reply', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CallFailed'
    this.reason = reason
  }
}

/** @throws CallFailed, or the error of `fetch`, if the service did not answer */
export async function sendRemoteCall(baseUrl: string, call: Call): Promise<Response> {
  const { method, path, headers, body, dispatcher, ms } = call
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), ms)
  try {
    const reply = await fetch(baseUrl + path, {
      method,
      headers: [...headers],
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: timeout.signal,
      dispatcher,
    })
    const isJson = /^application\/json\b/.test(reply.headers.get('content-type') ?? '')
    const own = [...reply.headers].filter(([name]) => keeps(name, reply.headers))
    const init = { status: reply.status, headers: own }
    if (method === 'HEAD' || WITHOUT_BODY.has(reply.status)) return new Response(null, init)
    if (isJson) {
      const text = await readBoundedText(reply.body, JSON_BYTES)
      if (reply.status >= 500 && !isEnvelope(text)) throw foreign(reply.status)
      return new Response(text, init)
    }
    if (reply.status >= 500 || (!NOT_API.test(path) && !isRedirect(reply.status))) {
      await reply.body?.cancel()
      throw foreign(reply.status)
    }
    return new Response(reply.body as ReadableStream<Uint8Array> | null, init)
  } catch (error) {
    if (timeout.signal.aborted) throw new RemoteCallFailed('timeout', `no answer within ${ms} ms`)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the error for a page of a proxy in front of the service, or of another server at this address. */
function foreign(status: number): RemoteCallFailed {
  return new RemoteCallFailed('reply', `answered ${status} without an envelope`)
}

/** True if a header is kept. A player needs the length, which is right if nothing was decoded. */
function keeps(name: string, all: { has: (name: string) => boolean }): boolean {
  if (name === 'content-length' && !all.has('content-encoding')) return true
  return !OF_CONNECTION.includes(name)
}

function isEnvelope(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { meta?: unknown } | null)?.meta === 'object'
  } catch {
    return false
  }
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400
}
