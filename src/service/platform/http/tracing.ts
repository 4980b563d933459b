/**
 * Tracing with OpenTelemetry: spans of pages, calls to the service, queries and calls of other servers. The SDK is only loaded if a
 * collector is set; without one, spans cost nothing.
 */
import type { Logger } from 'pino'
import type { Env } from '../env.ts'

/** Starts tracing. Resolves to the function that sends the last spans and stops. */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  log: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  if (!endpoint) return async () => undefined
  const { startExport } = await import('./trace-exporter.ts')
  return startExport(endpoint, log)
}
