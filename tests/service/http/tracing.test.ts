import { trace } from '@opentelemetry/api'
import { afterAll, expect, test } from 'vitest'
import { startTracing } from '#src/service/http/tracing.ts'
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

test('a collector that is down is said in the log, and holds neither work nor the stop up', async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`
  stop = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT }, log as never)
  const span = trace.getTracer('test').startSpan('a span')
  expect(span.isRecording()).toBe(true)
  span.end()
  const began = performance.now()
  await stop()
  expect(performance.now() - began).toBeLessThan(4_000)
  await expect.poll(() => warned, { timeout: 10_000 }).toEqual(['spans were not sent'])
})
