import { z } from 'zod'
import { baseUrl, url } from './values.ts'

/** Where errors, metrics and traces go. */
export const monitoring = {
  SENTRY_DSN: url('https:', 'http:').optional(),
  METRICS_TOKEN: z.string().min(16, 'is to have 16 characters or more').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl(),
}
