/**
 * Sends spans to a collector by OTLP over HTTP, including spans of queries and of calls to other servers. Stopping restores the
 * process, so that tracing can be started again.
 */
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { TRACE_SAMPLE_RATE } from '#src/contract/sampling.ts'
import { traceQueries } from '../db/query-spans.ts'
import { traceOutgoingCalls } from './outgoing-spans.ts'

const EXPORT_MS = 5_000
const STOP_MS = 3_000
const WARN_MS = 60_000
/** ExportResultCode.SUCCESS of @opentelemetry/core. */
const SENT = 0

export function startExport(endpoint: string, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(TRACE_SAMPLE_RATE) }),
    resource: resourceFromAttributes({ 'service.name': 'pardeh' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: warnOfLoss(exporter, log) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  trace.setGlobalTracerProvider(provider)
  const stopQueries = traceQueries()
  const stopOutgoingCalls = traceOutgoingCalls()
  return async () => {
    stopQueries()
    stopOutgoingCalls()
    trace.disable()
    context.disable()
    const late = new Promise<void>(done => setTimeout(done, STOP_MS).unref())
    await Promise.race([provider.shutdown().catch(() => undefined), late])
  }
}

/** Warns once a minute at most, since a collector may be down for long. */
function warnOfLoss(exporter: SpanExporter, log: Pick<Logger, 'warn'>): SpanExporter {
  let silentUntil = -1
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        if (result.code !== SENT && performance.now() > silentUntil) {
          silentUntil = performance.now() + WARN_MS
          log.warn({}, 'spans were not sent')
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
