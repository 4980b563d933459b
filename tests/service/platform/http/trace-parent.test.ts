import { request } from 'node:http'
import { type ProxyTracerProvider, trace } from '@opentelemetry/api'
import type { TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import {
  continueTrace,
  readTraceParent,
  traceParent,
} from '#src/service/platform/http/trace-parent.ts'
import { startTracing } from '#src/service/platform/http/tracing.ts'
import { type CollectedSpan, type Collector, startCollector } from '#tests/support/collector.ts'
import { aCall, CONTEXT, elsewhere, json, startOther } from '#tests/support/other-service.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const SAMPLED = `00-${TRACE}-${SPAN}-01`
const UNSAMPLED = `00-${TRACE}-${SPAN}-00`

let collector: Collector
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  collector = await startCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  stop = await startTracing(env, { warn: () => undefined } as never)
})
afterAll(async () => {
  await stop?.()
  await collector?.stop()
})

/** A call to the service in the trace of `header`, as it arrives at the socket. */
const call = (header: string, run: () => Promise<void> = async () => undefined) =>
  continueTrace(readTraceParent(header), () =>
    createMetrics().observe('GET', async () => {
      await run()
      return { status: 200 }
    }),
  )
/** Sends the waiting spans at once; without it they wait for their batch. */
async function collected(find: (span: CollectedSpan) => boolean) {
  const provider = trace.getTracerProvider() as ProxyTracerProvider
  await (provider.getDelegate() as TracerProvider).forceFlush()
  return collector.spans().find(find)
}

test('headers that W3C Trace Context allows are read', () => {
  const parent = { traceId: TRACE, spanId: SPAN, isRemote: true }
  expect(readTraceParent(SAMPLED)).toEqual({ ...parent, traceFlags: 1 })
  expect(readTraceParent(UNSAMPLED)).toEqual({ ...parent, traceFlags: 0 })
  // Flags and fields of later versions are ignored.
  expect(readTraceParent(`00-${TRACE}-${SPAN}-ff`)).toEqual({ ...parent, traceFlags: 1 })
  expect(readTraceParent(`01-${TRACE}-${SPAN}-01-more`)).toEqual({ ...parent, traceFlags: 1 })
})

test('headers that it forbids are ignored', () => {
  const zeros = (count: number) => '0'.repeat(count)
  for (const header of [
    undefined,
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${zeros(32)}-${SPAN}-01`,
    `00-${TRACE}-${zeros(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `${SAMPLED}-more`,
    `${SAMPLED}, ${SAMPLED}`,
    `01-${TRACE}-${SPAN}-01more`,
    ` ${SAMPLED}`,
    `${SAMPLED}\n`,
  ])
    expect(readTraceParent(header), header).toBeNull()
})

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map(digits => digits.join(''))
const headers = fc.tuple(hex(32), hex(16), hex(2)).map(parts => `00-${parts.join('-')}`)

test('a header with one character more, less or of another kind is ignored', () => {
  const other = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
  const bad = other.filter(char => !/[\da-f]/.test(char))
  fc.assert(
    fc.property(headers, fc.nat(54), bad, hex(1), (header, at, char, digit) => {
      const [before, after] = [header.slice(0, at), header.slice(at + 1)]
      expect(readTraceParent(before + after)).toBeNull()
      expect(readTraceParent(before + digit + header.slice(at))).toBeNull()
      if (char !== header[at]) expect(readTraceParent(before + char + after)).toBeNull()
    }),
  )
})

test('any other input is ignored, and a header that is read equals the one sent', () => {
  const near = fc.string({ unit: fc.constantFrom(...'0123456789abcdefAF- ,'), maxLength: 60 })
  fc.assert(
    fc.property(fc.oneof(fc.string(), near, headers), header => {
      const parent = readTraceParent(header)
      if (parent)
        expect(header.slice(2)).toMatch(new RegExp(`^-${parent.traceId}-${parent.spanId}-`))
    }),
  )
  expect(fc.sample(headers, 100).filter(header => readTraceParent(header)).length).toBe(100)
})

test('the spans of a request continue the trace of its header', async () => {
  let inner: string | null = null
  await call(SAMPLED, async () => {
    inner = traceParent()
    trace.getTracer('test').startSpan('of the call').end()
  })
  expect(await collected(({ name }) => name === 'service GET')).toMatchObject({
    traceId: TRACE,
    parentSpanId: SPAN,
  })
  const served = collector.spans().find(({ name }) => name === 'service GET')
  expect(await collected(({ name }) => name === 'of the call')).toMatchObject({
    traceId: TRACE,
    parentSpanId: served?.spanId,
  })
  expect(inner).toBe(`00-${TRACE}-${served?.spanId}-01`)
})

test('a request that the proxy does not record is not recorded here', async () => {
  let isRecording: boolean | undefined
  await call(UNSAMPLED, async () => {
    isRecording = trace.getActiveSpan()?.isRecording()
    expect(traceParent()).toMatch(new RegExp(`^00-${TRACE}-.*-00$`))
  })
  expect(isRecording).toBe(false)
})

test('a malformed header begins a trace of its own', async () => {
  let traceId: string | undefined
  await call(`${SAMPLED}x`, async () => {
    traceId = trace.getActiveSpan()?.spanContext().traceId
  })
  expect(traceId).toMatch(/^[\da-f]{32}$/)
  expect(traceId).not.toBe(TRACE)
})

test('service nodes get the trace, and other servers get no trace header', async () => {
  const { seen: atNode, call: callService } = await elsewhere(json)
  const { seen: atOther, baseUrl } = await startOther(json)
  await call(SAMPLED, async () => {
    await callService(aCall('/x'), CONTEXT)
    await (await fetch(baseUrl)).text()
    await new Promise<void>((done, fail) => {
      const asked = request(baseUrl, reply => reply.resume().on('end', done))
      asked.on('error', fail).end()
    })
  })
  expect(atNode[0]?.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-01$`))
  expect(atOther.length).toBe(2)
  for (const { headers: sent } of atOther)
    expect(Object.keys(sent).filter(name => /trace|baggage|b3/.test(name))).toEqual([])
})
