import { setTimeout as wait } from 'node:timers/promises'
import { trace } from '@opentelemetry/api'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  text: () => Promise<string>
  observe: <R extends { status: number }>(method: string, run: () => Promise<R>) => Promise<R>
  count: (
    name:
      | 'otp_sent'
      | 'login'
      | 'payment_started'
      | 'payment_settled'
      | 'payment_failed'
      | 'lockout'
      | 'sms_budget_low'
      | 'sms_budget_gone',
  ) => void
  /** Counts a message at a provider: `outcome` is `sent`, or the reason why it was not. */
  sms: (provider: string, outcome: string) => void
  /** Counts a notification: `sent`, to be tried again (`retry`), or given up (`dead`). */
  message: (kind: string, outcome: 'sent' | 'retry' | 'dead') => void
  /** A gauge that is read at every scrape: one value for each field of the result, labelled by its name. */
  gauge: (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Record<string, number>>,
  ) => void
  /** Counts a payment that is paid, reversed, failed or expired. */
  paymentSettled: (gateway: string | null, outcome: string) => void
}

/** Does nothing unless tracing.ts has started. */
const tracer = trace.getTracer('pardeh')
const GAUGE_MS = 1_000

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
  const messages = new Counter({
    name: 'pardeh_sms_total',
    help: 'Messages by provider and outcome',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  })
  const notifications = new Counter({
    name: 'pardeh_messages_total',
    help: 'Attempts to send notifications by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const payments = new Counter({
    name: 'pardeh_payments_total',
    help: 'Finished payments by gateway and outcome',
    labelNames: ['gateway', 'outcome'],
    registers: [registry],
  })
  return {
    registry,
    sms: (provider, outcome) => messages.inc({ provider, outcome }),
    message: (kind, outcome) => notifications.inc({ kind, outcome }),
    gauge: (name, help, label, read) => {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        // A gauge that cannot be read does not fail the scrape.
        async collect() {
          this.reset()
          const values = await Promise.race([read(), late()]).catch(() => ({}))
          for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value)
        },
      })
    },
    text: () => registry.metrics(),
    observe: async (method, run) => {
      const end = seconds.startTimer({ method })
      return tracer.startActiveSpan(`service ${method}`, async span => {
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
    paymentSettled: (gateway, outcome) => payments.inc({ gateway: gateway ?? 'none', outcome }),
  }
}

/** Times a gauge out, for a database that does not answer. */
async function late(): Promise<Record<string, number>> {
  await wait(GAUGE_MS, undefined, { ref: false })
  return {}
}
