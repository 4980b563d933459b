/**
 * Calls of pages in the same process: with all checks, but without Request, Response and JSON. Data of the catalogue are shared
 * objects, so pages must never change them.
 */
import type { Endpoint } from '#src/contract/endpoint.ts'
import type { Envelope } from '#src/contract/envelope.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from './api-error.ts'
import { callFailure } from './call-failure.ts'
import { failedCallReply } from './error-reply.ts'
import { rejectControlCharactersIn, requireParams } from './input.ts'
import type { RequestContext } from './request-context.ts'
import { mountedCalls, replyLanguage } from './router.ts'

export type DirectCall = {
  /** Name of an endpoint of the contract. */
  name: string
  params: Record<string, string>
  query: Record<string, string>
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string>>
  context: RequestContext
}
/** The data that a caller over HTTP would get (tests/service/platform/http/direct-data.long.test.ts), or the envelope of the failure. */
export type DirectAnswer = { status: 200; data: unknown } | { status: number; envelope: Envelope }

export async function callDirectly(deps: Deps, asked: DirectCall): Promise<DirectAnswer> {
  const { name, params, query, headers, context } = asked
  const header = (named: string) => headers[named]
  try {
    const call = mountedCalls(deps).get(name)
    if (!call || !isRead(call.endpoint)) throw new ApiError('not_found')
    rejectControlCharactersIn(Object.values(params), Object.entries(query))
    const { data } = await call.answer({
      params: requireParams(params),
      query: () => query,
      body: async () => ({}),
      header,
      address: context.address,
      band: context.band,
      status: () => undefined,
      isDirect: true,
      sessions: context.sessions,
    })
    return { status: 200, data }
  } catch (error) {
    const { requestId } = context
    const { result, details } = callFailure(deps, error, { where: name, requestId })
    const { status, envelope } = failedCallReply(result, details, replyLanguage(header))
    return { status, envelope }
  }
}

/** Only reads without an effect: pages are also rendered for prefetches, and may ask twice. */
function isRead({ method, effect }: Endpoint): boolean {
  return method === 'GET' && !effect
}
