/** The service in other processes, at the addresses of API_BASE_URL: calls go over HTTP, and nothing else of the service runs here. */
import { BrokenCircuitError } from 'cockatiel'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { Agent } from 'undici'
import type { Language } from '#src/contract/fields.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { readText, TooLong } from '../http/bounded.ts'
import { errorReply } from '../http/error-reply.ts'
import type { RequestContext } from '../http/request-context.ts'
import { TRACE_PARENT, traceParent } from '../http/trace-parent.ts'
import { type Address, createAddresses } from './addresses.ts'
import { readiness } from './readiness.ts'
import { type Call, CallFailed, send } from './remote-call.ts'
import { isSafe, wasNotSent } from './repeatable.ts'
import { nodeKey, signVisitor, VISITOR_HEADER } from './visitor-signature.ts'

/** For a call with all its repetitions. */
const CALL_MS = 10_000
/** For one address, when a call may go on to another one. */
const TRY_MS = 4_000
const CONNECT_MS = 2_000

export type RemoteService = {
  call: (request: Request, context: RequestContext) => Promise<Response>
  /** Why no address can serve: `service`, or `secret` when they have another SECRET. */
  faults: () => Promise<string[]>
  /** Says that an address answers again: a call goes there without waiting. */
  retry: (baseUrl: string) => void
}
export type RemoteOptions = {
  baseUrls: readonly string[]
  secret: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  registry: Registry
}

export function connectService({ baseUrls, secret, log, registry }: RemoteOptions): RemoteService {
  const key = nodeKey(secret)
  const addresses = createAddresses(baseUrls, { log, registry })
  // A film whose viewer has paused it may stand still for long, so bodies have no time limit here.
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: CALL_MS,
    bodyTimeout: 0,
  })
  const failures = new Counter({
    name: 'pardeh_service_failures_total',
    help: 'Failed tries to call the service',
    labelNames: ['reason'],
    registers: [registry],
  })

  async function call(request: Request, context: RequestContext) {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    headers.set(VISITOR_HEADER, signVisitor(context, key))
    const parent = traceParent()
    if (parent) headers.set(TRACE_PARENT, parent)
    const body = await bodyOf(request)
    if (body === 'too-large') return errorReply('too_large', undefined, languageOf(request))
    const { method } = request
    const path = pathname + search
    const given = { method, path, headers, body, dispatcher }
    const reply = await inTurn({ ...given, isSafe: isSafe(method, pathname) })
    return reply ?? errorReply('unavailable', undefined, languageOf(request))
  }

  /** Null when nobody answered. */
  async function inTurn(call: Omit<Call, 'ms'> & { isSafe: boolean }): Promise<Response | null> {
    const end = performance.now() + CALL_MS
    const open = addresses.next()
    for (const [n, each] of open.entries()) {
      const left = end - performance.now()
      if (left <= 0) break
      const isLast = n === open.length - 1
      const ms = call.isSafe && !isLast ? Math.min(TRY_MS, left) : left
      const result = await attempt(each, { ...call, ms })
      if (result instanceof Response) return result
      if (!call.isSafe && !wasNotSent(result) && !(result instanceof BrokenCircuitError)) break
    }
    return null
  }

  async function attempt({ baseUrl, breaker }: Address, call: Call): Promise<Response | unknown> {
    try {
      return await breaker.execute(() => send(baseUrl, call))
    } catch (error) {
      if (error instanceof BrokenCircuitError) return error
      const reason =
        error instanceof CallFailed ? error.reason : wasNotSent(error) ? 'connect' : 'broken'
      failures.inc({ reason })
      const service = new URL(baseUrl).host
      log.warn({ err: error, service, reason }, 'the service did not answer')
      return error
    }
  }

  return {
    call,
    faults: readiness({ baseUrls, key, log, dispatcher }),
    retry: addresses.retry,
  }
}

/** As a whole: what has been sent once must be there for a second try. */
async function bodyOf(request: Request): Promise<string | 'too-large' | undefined> {
  if (!request.body) return undefined
  try {
    return await readText(request.body, BODY_BYTES)
  } catch (error) {
    if (error instanceof TooLong) return 'too-large'
    throw error
  }
}

function languageOf(request: Request): Language {
  const first = (request.headers.get('accept-language') ?? '').slice(0, 2).toLowerCase()
  return isLanguage(first) ? first : DEFAULT_LANGUAGE
}
