/** Reads calls of the contract from the socket. */
import type { IncomingMessage } from 'node:http'
import { BODY_BYTES } from '#src/contract/limits.ts'
import type { ApiCall, FindCall } from '../service/platform/http/api-call.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Returns the call at a path; null for methods that the contract does not have.
 * @param path of segments that no URL parser changes: without dots, codes and empty segments
 */
export function findCallAt(
  find: FindCall,
  { method = '' }: IncomingMessage,
  path: string,
): ReturnType<FindCall> {
  return METHODS.includes(method) ? find(method, path) : null
}

/** Returns the query and the body of a call. */
export function inputOf(req: IncomingMessage): Pick<ApiCall, 'query' | 'body'> {
  const url = req.url ?? ''
  return {
    query: new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : ''),
    body: req.method === 'GET' ? async () => '' : () => readText(req),
  }
}

/** Reads a body as text, but not much more of it than a call may have. Null if the client left before its end. */
async function readText(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size > BODY_BYTES) break
    }
  } catch {
    return null
  }
  return Buffer.concat(chunks).toString()
}
