/**
 * `traceparent` of W3C Trace Context: accepted from trusted senders, and only sent to our own service nodes. The header
 * `tracestate` is for vendors, and is neither read nor sent.
 */
import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

export const TRACE_PARENT = 'traceparent'
/** Version, trace, span, flags. Later versions may add fields after another hyphen; version ff is invalid. */
const FORM = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Returns the parent; null if it is missing, malformed or all zeros, so that the request starts its own trace. */
export function readTraceParent(header: string | undefined): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(header ?? '') ?? []
  if (version === '00' && rest !== undefined) return null
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const parent = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(parent) ? parent : null
}

/** Spans that begin in `run` belong to the trace of `parent`. */
export function continueTrace<T>(parent: SpanContext | null, run: () => T): T {
  return parent ? context.with(trace.setSpanContext(ROOT_CONTEXT, parent), run) : run()
}

/** Returns the header for the current span; null without one. */
export function traceParent(): string | null {
  const span = trace.getSpanContext(context.active())
  if (!span || !isSpanContextValid(span)) return null
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`
}
