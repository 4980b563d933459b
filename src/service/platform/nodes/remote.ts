/** The service in other processes, at the addresses of API_BASE_URL. Calls use HTTP; no other part of the service runs here. */
import { BrokenCircuitError } from 'cockatiel'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import { Agent } from 'undici'
import { BODY_BYTES } from '#src/contract/limits.ts'
import { acceptedLanguage } from '#src/lib/i18n/languages.ts'
import { BodyTooLong, readBoundedText } from '../http/bounded.ts'
import { errorReply } from '../http/error-reply.ts'
import type { RequestContext } from '../http/request-context.ts'
import { TRACE_PARENT, traceParent } from '../http/trace-parent.ts'
import { type Address, createAddresses } from './addresses.ts'
import { createReadinessCheck } from './readiness.ts'
import { type Call, RemoteCallFailed, sendRemoteCall } from './remote-call.ts'
import { isSafe, wasNotSent } from './repeatable.ts'
import { nodeKey, signVisitor, VISITOR_HEADER } from './visitor-signature.ts'

/** Time limit in ms of a call with all its repetitions. */
const CALL_MS = 10_000
/** Time limit in ms of one address, if the call can continue at another one. */
const TRY_MS = 4_000
const CONNECT_MS = 2_000

export type RemoteService = {
  call: (request: Request, context: RequestContext) => Promise<Response>
  /** Returns why no address can serve: `service`, or `secret` if they have another SECRET. */
  faults: () => Promise<string[]>
  /** Reports that an address answers again, so that calls go there without a pause. */
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
  // A viewer may pause a film for long, so bodies have no time limit here.
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: CALL_MS,
    bodyTimeout: 0,
  })
  const failures = new Counter({
    name: 'pardeh_service_failures_total',
    help: 'Failed attempts to call the service',
    labelNames: ['reason'],
    registers: [registry],
  })

  async function call(request: Request, context: RequestContext) {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    const parent = traceParent()
    if (parent) headers.set(TRACE_PARENT, parent)
    const language = acceptedLanguage(headers.get('accept-language') ?? undefined)
    const body = await bodyOf(request)
    if (body === 'too-large') return errorReply('too_large', undefined, language)
    const { method } = request
    const path = pathname + search
    headers.set(VISITOR_HEADER, signVisitor(context, key, { method, path }))
    const given = { method, path, headers, body, dispatcher }
    const reply = await inTurn({ ...given, isSafe: isSafe(method, pathname) })
    return reply ?? errorReply('unavailable', undefined, language)
  }

  /** Tries the addresses in turn; null if none answered. */
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
      return await breaker.execute(() => sendRemoteCall(baseUrl, call))
    } catch (error) {
      if (error instanceof BrokenCircuitError) return error
      const reason =
        error instanceof RemoteCallFailed ? error.reason : wasNotSent(error) ? 'connect' : 'broken'
      failures.inc({ reason })
      const service = new URL(baseUrl).host
      log.warn({ err: error, service, reason }, 'the service did not answer')
      return error
    }
  }

  return {
    call,
    faults: createReadinessCheck({ baseUrls, key, log, dispatcher }),
    retry: addresses.retry,
  }
}

/** Reads the whole body, so that it can be sent a second time. */
async function bodyOf(request: Request): Promise<string | 'too-large' | undefined> {
  if (!request.body) return undefined
  try {
    return await readBoundedText(request.body, BODY_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLong) return 'too-large'
    throw error
  }
}
