import { setTimeout as wait } from 'node:timers/promises'
import { trace } from '@opentelemetry/api'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  text: () => Promise<string>
  observe: <R extends { status: number }>(method: string, run: () => Promise<R>) => Promise<R>
  count: (name: (typeof EVENTS)[number]) => void
  /** Counts a message at a provider: `outcome` is `sent`, or the reason for the failure. */
  sms: (provider: string, outcome: string) => void
  /** Counts a notification: `sent`, scheduled for a retry (`retry`), or given up (`dead`). */
  message: (kind: string, outcome: 'sent' | 'retry' | 'dead') => void
  /** Counts a sign-in: `result` is `ok`, or the code of the error. */
  signIn: (method: SignInMethod, result: string) => void
  /** Counts a requested playback: `started`, or the code of the error. */
  playback: (result: string) => void
  /** Adds what a player reports about its stream since its last report. */
  stream: (report: StreamReport) => void
  /** Measures an attempt of a job. */
  job: (name: string, seconds: number, isFailed: boolean) => void
  /** Registers a gauge with a value per field of the result, labelled by its name. It is read at most once in 15 s. */
  gauge: (
    name: string,
    help: string,
    label: string,
    read: () => Promise<Record<string, number>>,
  ) => void
  /** Counts a payment that is paid, reversed, failed or expired. */
  paymentSettled: (gateway: string | null, outcome: string) => void
}

type SignInMethod = 'code' | 'password' | 'partner' | 'television'
type StreamReport = {
  rebuffers: number
  rebufferSeconds: number
  failures: number
}

const EVENTS = ['otp_sent', 'sms_budget_low', 'sms_budget_gone'] as const
const METHODS = ['code', 'password', 'partner', 'television'] as const
const ANSWER_MS = 1_000
const FRESH_MS = 15_000

/** @param freshMs milliseconds for which the value of a gauge is reused */
export function createMetrics({ freshMs = FRESH_MS } = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'pardeh_service_call_seconds',
    help: 'Time of a call to the service in this process, including calls of pages',
    labelNames: ['method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const events = new Counter({
    name: 'pardeh_events_total',
    help: 'Business events',
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
  const signIns = new Counter({
    name: 'pardeh_sign_ins_total',
    help: 'Attempts to sign in by method and result',
    labelNames: ['method', 'result'],
    registers: [registry],
  })
  const playbacks = new Counter({
    name: 'pardeh_playback_starts_total',
    help: 'Requests to play a title, by result',
    labelNames: ['result'],
    registers: [registry],
  })
  const [rebuffers, rebuffering, failures] = streamCounters(registry)
  const jobSeconds = new Histogram({
    name: 'pardeh_job_seconds',
    help: 'Time of an attempt of a job',
    labelNames: ['job_name'],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers: [registry],
  })
  const jobFailures = new Counter({
    name: 'pardeh_job_failures_total',
    help: 'Attempts of jobs that failed',
    labelNames: ['job_name'],
    registers: [registry],
  })
  for (const event of EVENTS) events.inc({ event }, 0)
  for (const method of METHODS) signIns.inc({ method, result: 'ok' }, 0)
  playbacks.inc({ result: 'started' }, 0)
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
    signIn: (method, result) => signIns.inc({ method, result }),
    playback: result => playbacks.inc({ result }),
    stream: report => {
      rebuffers.inc(report.rebuffers)
      rebuffering.inc(report.rebufferSeconds)
      failures.inc(report.failures)
    },
    job: (job, time, isFailed) => {
      jobSeconds.observe({ job_name: job }, time)
      jobFailures.inc({ job_name: job }, isFailed ? 1 : 0)
    },
    gauge: (name, help, label, read) => {
      const readOnce = reuseResult(read, freshMs)
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        // A gauge that cannot be read does not fail the scrape.
        async collect() {
          this.reset()
          const values = await Promise.race([readOnce(), late()]).catch(() => ({}))
          for (const [key, value] of Object.entries(values)) this.set({ [label]: key }, value)
        },
      })
    },
    text: () => registry.metrics(),
    observe: async (method, run) => {
      const end = seconds.startTimer({ method })
      // Has no effect unless tracing.ts has started.
      return trace.getTracer('pardeh').startActiveSpan(`service ${method}`, async span => {
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

/** Limits the time of a gauge, in case the database does not answer. */
async function late(): Promise<Record<string, number>> {
  await wait(ANSWER_MS, undefined, { ref: false })
  return {}
}

/** Returns a `read` that is called at most once in `freshMs`, even after a failure; calls in between share its result. */
export function reuseResult<T>(read: () => Promise<T>, freshMs: number): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T> | null = null
  return () => {
    if (answer && performance.now() - askedAt < freshMs) return answer
    askedAt = performance.now()
    answer = read()
    answer.catch(() => undefined)
    return answer
  }
}

function streamCounters(registry: Registry) {
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] })
  return [
    counter('pardeh_playback_rebuffers_total', 'Interruptions of playback, as players report them'),
    counter(
      'pardeh_playback_rebuffer_seconds_total',
      'Seconds that viewers waited in interruptions of playback',
    ),
    counter('pardeh_playback_failures_total', 'Playbacks that players had to give up'),
  ] as const
}
