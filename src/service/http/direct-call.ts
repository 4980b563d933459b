/**
 * Reads by pages in the same process: with the checks of any other call, and without Request, Response and JSON. Data of the catalogue
 * are shared objects: pages read them and never change them.
 */
import type { Envelope } from '#src/contract/envelope.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from './api-error.ts'
import { callFailure } from './call-failure.ts'
import { failedCall } from './error-reply.ts'
import { rejectControlCharactersIn, requireParams } from './input.ts'
import type { RequestContext } from './request-context.ts'
import { answersOf, languageIn } from './router.ts'

export type DirectCall = {
  /** Of an endpoint of the contract. */
  name: string
  params: Record<string, string>
  query: Record<string, string>
  /** In lower case. */
  headers: Readonly<Record<string, string>>
  context: RequestContext
}
/** What a caller over HTTP would read (tests/service/http/direct-data.test.ts), or the envelope of the failure. */
export type DirectAnswer = { status: 200; data: unknown } | { status: number; envelope: Envelope }

export async function callDirectly(deps: Deps, call: DirectCall): Promise<DirectAnswer> {
  const { name, params, query, headers, context } = call
  const header = (named: string) => headers[named]
  try {
    const answer = answersOf(deps).get(name)
    if (!answer) throw new ApiError('not_found')
    rejectControlCharactersIn(Object.values(params), Object.entries(query))
    const { data } = await answer({
      params: requireParams(params),
      query: () => query,
      body: async () => ({}),
      header,
      address: context.address,
      band: context.band,
      status: () => undefined,
      isDirect: true,
    })
    return { status: 200, data }
  } catch (error) {
    const { requestId } = context
    const { result, details } = callFailure(deps, error, { where: name, requestId })
    const { status, envelope } = failedCall(result, details, languageIn(header))
    return { status, envelope }
  }
}
