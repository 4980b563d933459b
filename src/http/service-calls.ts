/** Answers the calls of a service node, which page nodes and clients send to it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ApiCall, ApiReply, FindCall } from '../service/platform/http/api-call.ts'
import {
  continueTrace,
  readTraceParent,
  TRACE_PARENT,
} from '../service/platform/http/trace-parent.ts'
import type { Step } from './listen.ts'
import { findCallAt, inputOf } from './plain-calls.ts'

/** Paths that no URL parser changes. */
const PLAIN = /^(\/[\w-]+)+\/?$/

type Answering = {
  call: (request: Request, context: ApiCall['context']) => Promise<Response>
  find: FindCall
}
/** Returns the visitor that a page node names; undefined for other callers. */
type Callers = { visitor: (req: IncomingMessage) => ApiCall['context'] | undefined }

/**
 * Answers every request: calls of the contract at the socket, without the Request and Response of the others. The caller is the
 * connection's peer, or the visitor that a page node names; its trace continues here.
 */
export function serveCalls(service: Answering, callers: Callers): Step {
  return async (req, res, { path, address, requestId, traceParent }) => {
    const signed = callers.visitor(req)
    const context = signed ?? { address, requestId }
    const parent = signed ? readTraceParent(String(req.headers[TRACE_PARENT] ?? '')) : traceParent
    const found = PLAIN.test(path) ? findCallAt(service.find, req, path) : null
    await continueTrace(parent, async () => {
      if (found)
        send(res, await found.answer({ ...inputOf(req), headers: headersOf(req), context }))
      else
        await getRequestListener(request => service.call(request, context), {
          overrideGlobalObjects: false,
        })(req, res)
    })
    return true
  }
}

/** Joins repeated headers, as a Request does. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) own[name] = Array.isArray(value) ? value.join(', ') : value
  return own
}

function send(res: ServerResponse, { status, headers, envelope }: ApiReply): void {
  const body = Buffer.from(JSON.stringify(envelope))
  const own = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  }
  res.writeHead(status, { ...own, ...headers }).end(body)
}
