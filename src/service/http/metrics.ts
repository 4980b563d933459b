import { trace } from '@opentelemetry/api'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  text: () => Promise<string>
  watch: (request: Request, run: () => Response | Promise<Response>) => Promise<Response>
  count: (
    name:
      | 'otp_sent'
      | 'login'
      | 'payment_started'
      | 'payment_settled'
      | 'payment_failed'
      | 'lockout',
  ) => void
}

/** Costs nothing until an OpenTelemetry SDK is loaded with --import. */
const tracer = trace.getTracer('pardeh')

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'service_request_seconds',
    help: 'Time of a call to the service',
    labelNames: ['method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const events = new Counter({
    name: 'pardeh_events_total',
    help: 'Events of the business',
    labelNames: ['event'],
    registers: [registry],
  })
  return {
    registry,
    text: () => registry.metrics(),
    watch: async (request, run) => {
      const end = seconds.startTimer({ method: request.method })
      return tracer.startActiveSpan(`service ${request.method}`, async span => {
        try {
          const response = await run()
          span.setAttribute('http.response.status_code', response.status)
          end({ status: String(response.status) })
          return response
        } finally {
          span.end()
        }
      })
    },
    count: event => events.inc({ event }),
  }
}
