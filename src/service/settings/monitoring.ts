import { z } from 'zod'
import { baseUrl, url } from './values.ts'

/** Where errors, metrics and traces go. */
export const monitoring = {
  SENTRY_DSN: url('https:', 'http:').optional(),
  METRICS_TOKEN: z.string().min(16, 'is to have 16 characters or more').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl(),
  /** Read by the SDK of OpenTelemetry itself. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/, 'is to be name=value, or several with commas')
    .optional(),
  /** The share of visits whose speed is measured. */
  WEB_VITALS_SAMPLE: z
    .string()
    .regex(/^(0|1|0?\.\d{1,6}|1\.0{1,6})$/, 'is to be a number from 0 to 1, such as 0.1')
    .transform(Number)
    .default(0.1),
}

/** Settings that do nothing without another one: whoever sets one of them expects something of it. */
const NEEDS: ReadonlyArray<readonly [needed: string, names: readonly string[]]> = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['OTEL_EXPORTER_OTLP_HEADERS']],
  ['CDN_PURGE_URL', ['CDN_PURGE_KEY']],
  ['KAVENEGAR_API_KEY', ['KAVENEGAR_TEMPLATE', 'KAVENEGAR_SENDER']],
  ['SMSIR_API_KEY', ['SMSIR_TEMPLATE_ID', 'SMSIR_LINE_NUMBER', 'SMSIR_BASE_URL']],
]

export function withoutEffect(given: ReadonlyMap<string, string>): string[] {
  return NEEDS.filter(([needed]) => !given.has(needed)).flatMap(([needed, names]) =>
    names
      .filter(name => given.has(name))
      .map(name => `${name} does nothing without ${needed}: give both, or none`),
  )
}
