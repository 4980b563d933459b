/** Kavenegar and SMS.ir as HTTP servers in this process: recorded requests and configurable replies. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type AskedProvider = {
  url: string
  key: string | undefined
  fields: Record<string, unknown>
}
export type FakeProvider = {
  url: string
  asked: AskedProvider[]
  /** Sets the reply: `ok`, a status of the provider, an HTTP status with a body, a closed connection after reading, or no reply. */
  answers: (answer: Answer) => void
  /** Stops and resumes listening. */
  down: () => Promise<void>
  up: () => Promise<void>
}
type Answer = 'ok' | 'hang up' | 'silence' | { status: number } | { http: number; body: string }

type Kind = 'kavenegar' | 'sms.ir'

export async function aProvider(kind: Kind): Promise<FakeProvider> {
  const asked: AskedProvider[] = []
  let answer: Answer = 'ok'
  const server = createServer(async (request, reply) => {
    asked.push(await read(kind, request))
    respond(kind, answer, request, reply)
  })
  const listen = (port: number) =>
    new Promise<void>(done => server.listen(port, '127.0.0.1', () => done()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answers: next => {
      answer = next
    },
    down: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
    up: () => listen(port),
  }
}

async function read(kind: Kind, request: IncomingMessage): Promise<AskedProvider> {
  const text = Buffer.concat(await Array.fromAsync(request)).toString()
  const key = request.headers['x-api-key']
  return {
    url: request.url ?? '',
    key: Array.isArray(key) ? key[0] : key,
    fields: kind === 'sms.ir' ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
  }
}

function respond(kind: Kind, answer: Answer, request: IncomingMessage, reply: ServerResponse) {
  if (answer === 'silence') return
  if (answer === 'hang up') return void request.socket.destroy()
  if (typeof answer === 'object' && 'http' in answer)
    return void reply.writeHead(answer.http).end(answer.body)
  const good = kind === 'sms.ir' ? 1 : 200
  const status = answer === 'ok' ? good : answer.status
  const isDone = status === good
  const body =
    kind === 'sms.ir'
      ? { status, message: '', data: isDone ? { messageId: 89_545_112, cost: 1 } : null }
      : { return: { status, message: '' }, entries: isDone ? [{ messageid: 1, status: 5 }] : null }
  // Kavenegar's HTTP status equals its own status; SMS.ir replies 400 to rejected messages.
  const http = kind === 'sms.ir' ? (isDone ? 200 : 400) : status
  reply.writeHead(http, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}
