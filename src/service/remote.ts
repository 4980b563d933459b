/** The service in another process, at API_BASE_URL: calls go over HTTP, and nothing else of the service runs here. */
import { proxy } from 'hono/proxy'
import type { Log } from './db/embedded.ts'
import { boundedBody } from './http/bounded.ts'
import { errorReply } from './http/error-reply.ts'
import type { RequestContext } from './http/router.ts'

/** Pages read JSON replies as a whole; media are streamed. */
const JSON_BYTES = 16 * 1024 * 1024
const READY_MS = 1_000

export function callRemote(baseUrl: string, log: Pick<Log, 'warn'>) {
  return async (request: Request, { address, requestId }: RequestContext): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    if (address) headers.set('x-forwarded-for', address)
    headers.set('x-request-id', requestId)
    try {
      const reply = await proxy(`${baseUrl}${pathname}${search}`, {
        raw: new Request(request, { headers }),
        redirect: 'manual',
      })
      const isJson = /^application\/json\b/.test(reply.headers.get('content-type') ?? '')
      return isJson ? new Response(boundedBody(reply.body, JSON_BYTES), reply) : reply
    } catch (error) {
      log.warn({ err: error }, 'service unreachable')
      return errorReply('unavailable')
    }
  }
}

export async function isRemoteReady(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(READY_MS) })).ok
  } catch {
    return false
  }
}
