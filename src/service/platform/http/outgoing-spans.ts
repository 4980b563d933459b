/**
 * Spans of calls to other servers, by `fetch` and by `node:http`. They only contain the host, since paths and queries contain keys,
 * codes and numbers.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

type Message = { request: object; response?: { statusCode?: number }; error?: unknown }
type Called = { method: string; host: string }

/** Requests of `fetch` and of `node:http`. */
type OfFetch = { method: string; origin: string | URL }
type OfHttp = { method: string; host: string }

/** Traces the calls of this process until the returned function is called. */
export function traceOutgoingCalls(): () => void {
  const tracer = trace.getTracer('pardeh')
  const open = new WeakMap<object, Span>()
  const subscriptions: [name: string, listener: (message: unknown) => void][] = []
  const on = (name: string, react: (message: Message) => void) => {
    const listener = (message: unknown) => react(message as Message)
    subscriptions.push([name, listener])
    subscribe(name, listener)
  }
  const begin = (request: object, { method, host }: Called) => {
    const attributes = { 'http.request.method': method, 'server.address': host }
    open.set(request, tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes }))
  }
  const status = ({ request, response }: Message) =>
    open.get(request)?.setAttribute('http.response.status_code', response?.statusCode ?? 0)
  const end = ({ request, error }: Message) => {
    const span = open.get(request)
    open.delete(request)
    if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }

  on('undici:request:create', ({ request }) => {
    const { method, origin } = request as OfFetch
    begin(request, { method, host: new URL(origin).host })
  })
  on('undici:request:headers', status)
  on('undici:request:trailers', end)
  on('undici:request:error', end)

  on('http.client.request.start', ({ request }) => {
    const { method, host } = request as OfHttp
    begin(request, { method, host })
  })
  on('http.client.response.finish', message => {
    status(message)
    end(message)
  })
  on('http.client.request.error', end)
  return () => {
    for (const [name, listener] of subscriptions) unsubscribe(name, listener)
  }
}
