/** Sends one case of the permission tests as a given caller, with `id` wherever the call takes an id. */
import { getCallSchemas } from '#src/contract/calls.ts'
import { type Endpoint, fillPath } from '#src/contract/endpoint.ts'
import type { Caller, TestService } from '../service.ts'
import type { CallCase, TitleIds } from './call-cases.ts'

export type CaseResponse = { status: number; result: string; text: string }
type CaseRequest = { endpoint: Endpoint; callCase: CallCase; id: string; titleIds: TitleIds }

export async function sendCase(
  service: TestService,
  caller: Caller | undefined,
  { endpoint, callCase, id, titleIds }: CaseRequest,
): Promise<CaseResponse> {
  const named = callCase.params?.(id, titleIds) ?? {}
  const keys = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string)
  const path = fillPath(endpoint.path, {
    ...Object.fromEntries(keys.map(key => [key, id])),
    ...named,
  })
  const query = new URLSearchParams(callCase.query?.(id, titleIds))
  const body = callCase.body?.(id, titleIds)
  const reply = await service.fetch(
    `${path}${query.size > 0 ? `?${query}` : ''}`,
    {
      method: endpoint.method,
      ...(body
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : {}),
    },
    caller,
  )
  const text = await reply.text()
  const { meta } = JSON.parse(text) as { meta: { operation_result: string } }
  return { status: reply.status, result: meta.operation_result, text }
}

/** The reason why the body or query of a case does not match the endpoint's schema; null if it does. */
export function schemaMismatch(endpoint: Endpoint, { body, query }: CallCase): string | null {
  const titleIds: TitleIds = { content: 'content', file: 'file', title: 'title' }
  const schemas = getCallSchemas(endpoint)
  if (schemas.body && !body) return 'a body is missing'
  const bodyResult = schemas.body?.safeParse(body?.('an-id', titleIds))
  if (bodyResult?.error) return bodyResult.error.message
  const queryResult = query && schemas.query?.safeParse(query('an-id', titleIds))
  return queryResult?.error?.message ?? null
}
