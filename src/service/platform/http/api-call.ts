/**
 * Calls of the API that a node answers at the socket, like those over HTTP (router.ts) but without Request and Response, which cost more
 * than most calls.
 */
import { TrieRouter } from 'hono/router/trie-router'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { type Envelope, successEnvelope } from '#src/contract/envelope.ts'
import { BAND_HEADER } from '#src/contract/headers.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from './api-error.ts'
import { callFailure } from './call-failure.ts'
import { failedCallReply, failureHeaders } from './error-reply.ts'
import { parseBody, queryValues, rejectControlCharactersIn, requireParams } from './input.ts'
import type { RequestContext } from './request-context.ts'
import { isPrivate, type MountedCall, mountedCalls, PRIVATE, replyLanguage } from './router.ts'

export type ApiCall = {
  query: URLSearchParams
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string>>
  /** Reads the body, at least so much of it that too large a one is seen; empty for a GET, null if the client left before its end. */
  body: () => Promise<string | null>
  context: RequestContext
}
export type ApiReply = { status: number; headers: Record<string, string>; envelope: Envelope }
type FoundCall = { endpoint: Endpoint; answer: (call: ApiCall) => Promise<ApiReply> }
/**
 * Returns the call with this method and path; null if the contract has none.
 * @param path below /api, of segments without encoded characters
 */
export type FindCall = (method: string, path: string) => FoundCall | null

/** Returns a finder of the calls that `createApp` has mounted. */
export function createCallFinder(deps: Deps): FindCall {
  const routes = new TrieRouter<MountedCall>()
  for (const call of mountedCalls(deps).values())
    routes.add(call.endpoint.method, call.path || '/', call)
  return (method, path) => {
    const [[match]] = routes.match(method, path.replace(/(?<=.)\/$/, ''))
    if (!match) return null
    const [mounted, params] = match as [MountedCall, Record<string, string>]
    const answer = (call: ApiCall) => answerCall(deps, mounted, { ...params }, call)
    return { endpoint: mounted.endpoint, answer }
  }
}

async function answerCall(
  deps: Deps,
  { endpoint, path, answer }: MountedCall,
  params: Record<string, string>,
  { query, headers, body, context }: ApiCall,
): Promise<ApiReply> {
  const header = (name: string) => headers[name]
  let status = 200
  try {
    rejectControlCharactersIn([], query)
    const { data, viewer } = await answer({
      params: requireParams(params),
      query: () => queryValues(query),
      body: async () => parseBody(wholeBody(await body()), header),
      header,
      address: context.address,
      band: context.band,
      status: code => {
        status = code
      },
    })
    return {
      status,
      headers: {
        ...(context.band ? { [BAND_HEADER]: context.band } : {}),
        ...(isPrivate(endpoint, viewer) ? { 'Cache-Control': PRIVATE } : {}),
      },
      envelope: successEnvelope(data),
    }
  } catch (error) {
    const { requestId } = context
    const { result, details } = callFailure(deps, error, { where: path, requestId })
    const failed = failedCallReply(result, details, replyLanguage(header))
    return { ...failed, headers: failureHeaders(failed) }
  }
}

/** @throws ApiError bad_request for a body that ended early */
function wholeBody(text: string | null): string {
  if (text === null) throw new ApiError('bad_request')
  return text
}
