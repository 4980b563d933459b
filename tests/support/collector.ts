/** An OpenTelemetry collector that takes traces by OTLP over HTTP, in JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number }
export type CollectedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Array<{ key: string; value: Value }>
}
type Export = {
  resourceSpans: Array<{ scopeSpans: Array<{ spans: CollectedSpan[] }> }>
}
export type Collector = {
  url: string
  /** Bodies of the requests, as they were sent. */
  texts: string[]
  /** Paths and content types of the requests. */
  asked: string[]
  spans: () => CollectedSpan[]
  stop: () => Promise<void>
}

export async function startCollector(): Promise<Collector> {
  const texts: string[] = []
  const asked: string[] = []
  const server = createServer(async (req, res) => {
    asked.push(`${req.method} ${req.url} ${req.headers['content-type']}`)
    texts.push(Buffer.concat(await Array.fromAsync(req)).toString())
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    texts,
    asked,
    spans: () =>
      texts
        .flatMap(text => (JSON.parse(text) as Export).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    stop: () =>
      new Promise(done => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
