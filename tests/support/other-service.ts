/** Servers in the role of a remote service, and a page node's connection to them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { createLog } from '#src/service/platform/log.ts'
import { connectService } from '#src/service/platform/nodes/remote.ts'
import { freePort } from './site.ts'

type Seen = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export const SECRET = 'a secret of both sides, long enough for a key'

export type Answer = (res: ServerResponse, req: IncomingMessage) => void
export const json: Answer = res =>
  res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
export const html =
  (status: number): Answer =>
  res =>
    res.writeHead(status, { 'Content-Type': 'text/html' }).end('<h1>nginx</h1>')

/** Starts a remote service that answers with `answer` and records its requests. */
export async function startOther(answer: Answer) {
  const seen: Seen[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body })
    answer(res, req)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export function connect(...baseUrls: string[]) {
  const registry = new Registry()
  return {
    ...connectService({ baseUrls, secret: SECRET, log: createLog('silent'), registry }),
    registry,
  }
}

export async function elsewhere(answer: Answer) {
  const other = await startOther(answer)
  return { ...other, ...connect(other.baseUrl) }
}

export async function nowhere(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`
}

export const CONTEXT = { address: '203.0.113.9', requestId: 'abc' }
export const aCall = (path: string, init?: RequestInit) =>
  new Request(`http://service${path}`, init)
