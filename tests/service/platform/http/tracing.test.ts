import { trace } from '@opentelemetry/api'
import { afterAll, expect, test } from 'vitest'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { startTracing } from '#src/service/platform/http/tracing.ts'
import { startCollector } from '#tests/support/collector.ts'
import { freePort } from '#tests/support/site.ts'

const warned: string[] = []
const log = { warn: (_: object, message: string) => void warned.push(message) }
let stop: (() => Promise<void>) | undefined
afterAll(() => stop?.())

test('without a collector nothing is recorded', async () => {
  const stopNothing = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined }, log as never)
  expect(trace.getTracer('test').startSpan('a span').isRecording()).toBe(false)
  await stopNothing()
})

test('an unreachable collector is logged, and delays neither work nor the stop', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`
  stop = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT }, log as never)
  const span = trace.getTracer('test').startSpan('a span')
  expect(span.isRecording()).toBe(true)
  span.end()
  await stop()
  await expect.poll(() => warned, { timeout: 30_000 }).toEqual(['spans were not sent'])
})

test('tracing that has stopped can be started again, and the second collector gets the spans', async () => {
  for (const round of ['first', 'second']) {
    const collector = await startCollector()
    stop = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log as never)
    await createMetrics().observe(round, async () => ({ status: 200 }))
    await stop()
    expect(collector.spans().map(({ name }) => name)).toEqual([`service ${round}`])
    expect(trace.getTracer('test').startSpan('a span').isRecording()).toBe(false)
    await collector.stop()
  }
})
