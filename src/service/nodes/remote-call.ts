/** One try of a call at one address, and whether what came back is an answer of the service. */
import { type Dispatcher, fetch } from 'undici'
import { readText } from '../http/bounded.ts'

/** Pages read JSON replies as a whole; media are streamed. */
const JSON_BYTES = 16 * 1024 * 1024
/** Of one connection, or of a coding that `fetch` has undone. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'trailer',
  'upgrade',
]
/** Everything else of the service is the API: it answers by envelopes alone. */
const NOT_API = /^\/(media|payments|webhooks|dev|fake)\//
const WITHOUT_BODY = new Set([204, 304])

export type Call = {
  method: string
  /** With its query. */
  path: string
  headers: Headers
  body: string | undefined
  dispatcher: Dispatcher
  /** Limit until the headers, and for the whole body of a JSON reply. */
  ms: number
}

export class CallFailed extends Error {
  readonly reason: 'timeout' | 'reply'
  constructor(reason: 'timeout' | 'reply', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CallFailed'
    this.reason = reason
  }
}

/** @throws CallFailed, or the error of `fetch`, when no answer of the service came */
export async function send(baseUrl: string, call: Call): Promise<Response> {
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
      const text = await readText(reply.body, JSON_BYTES)
      if (reply.status >= 500 && !isEnvelope(text)) throw foreign(reply.status)
      return new Response(text, init)
    }
    if (reply.status >= 500 || (!NOT_API.test(path) && !isRedirect(reply.status))) {
      await reply.body?.cancel()
      throw foreign(reply.status)
    }
    return new Response(reply.body as ReadableStream<Uint8Array> | null, init)
  } catch (error) {
    if (timeout.signal.aborted) throw new CallFailed('timeout', `no answer within ${ms} ms`)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The page of a proxy before the service, or of something else at this address. */
function foreign(status: number): CallFailed {
  return new CallFailed('reply', `answered ${status} without an envelope`)
}

/** The length stays where no coding was undone: a player needs it. */
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
