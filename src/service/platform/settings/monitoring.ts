import { z } from 'zod'
import { baseUrlSetting, urlSetting } from './values.ts'

/** Destinations of errors, metrics and traces. */
export const monitoringSettings = {
  SENTRY_DSN: urlSetting('https:', 'http:').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrlSetting(),
  /** Read by the OpenTelemetry SDK. */
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,\s*[^=,\s]+=[^,]*)*$/, 'must be name=value, or several with commas')
    .optional(),
  /** Share of visits whose speed is measured, from 0 to 1. */
  WEB_VITALS_SAMPLE: z
    .string()
    .regex(/^(0|1|0?\.\d{1,6}|1\.0{1,6})$/, 'must be a number from 0 to 1, such as 0.1')
    .transform(Number)
    .default(0.1),
}

/** Settings that have no effect without another one. */
const NEEDS: ReadonlyArray<readonly [needed: string, names: readonly string[]]> = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', ['OTEL_EXPORTER_OTLP_HEADERS']],
  ['CDN_PURGE_URL', ['CDN_PURGE_KEY']],
  ['KAVENEGAR_API_KEY', ['KAVENEGAR_TEMPLATE', 'KAVENEGAR_SENDER']],
  ['SMSIR_API_KEY', ['SMSIR_TEMPLATE_ID', 'SMSIR_LINE_NUMBER', 'SMSIR_BASE_URL']],
]

export function settingsWithoutEffect(given: ReadonlyMap<string, string>): string[] {
  return NEEDS.filter(([needed]) => !given.has(needed)).flatMap(([needed, names]) =>
    names
      .filter(name => given.has(name))
      .map(name => `${name} has no effect without ${needed}: set both, or neither`),
  )
}
