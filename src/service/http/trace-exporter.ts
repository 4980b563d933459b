/** Sends spans to a collector by OTLP over HTTP, and makes those of queries and of calls to other servers. */
import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { traceQueries } from '../db/query-spans.ts'
import { traceOutgoingCalls } from './outgoing-spans.ts'

const EXPORT_MS = 5_000
const STOP_MS = 3_000
const WARN_MS = 60_000

export function startExport(endpoint: string, log: Pick<Logger, 'warn'>): () => Promise<void> {
  warnOfLostSpans(log)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'pardeh' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  trace.setGlobalTracerProvider(provider)
  traceQueries()
  traceOutgoingCalls()
  return async () => {
    const late = new Promise<void>(done => setTimeout(done, STOP_MS).unref())
    await Promise.race([provider.shutdown().catch(() => undefined), late])
  }
}

/** Once a minute at most: a collector may be down for long. */
function warnOfLostSpans(log: Pick<Logger, 'warn'>): void {
  let silentUntil = -1
  const nothing = () => undefined
  const error = () => {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + WARN_MS
    log.warn({}, 'spans were not sent')
  }
  const logger = { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing }
  diag.setLogger(logger, DiagLogLevel.ERROR)
}
