/** A call of the contract with an id in every place that takes one, sent as anybody. */
import { type Endpoint, fillPath } from '#src/contract/endpoint.ts'
import type { Caller, TestService } from '../service.ts'
import type { Line, Place } from './lines.ts'

export type Answer = { status: number; result: string; text: string }
export type Asked = { endpoint: Endpoint; line: Line; id: string; place: Place }

export async function answerTo(
  service: TestService,
  caller: Caller | undefined,
  { endpoint, line, id, place }: Asked,
): Promise<Answer> {
  const named = line.params?.(id, place) ?? {}
  const keys = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string)
  const path = fillPath(endpoint.path, {
    ...Object.fromEntries(keys.map(key => [key, id])),
    ...named,
  })
  const query = new URLSearchParams(line.query?.(id, place))
  const body = line.body?.(id, place)
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

/** Why the body of a line is not what its call takes; null when it is. */
export function misfit(endpoint: Endpoint, { body, query }: Line): string | null {
  const place: Place = { content: 'content', file: 'file', title: 'title' }
  if (endpoint.body && !body) return 'a body is missing'
  const bodyResult = endpoint.body?.safeParse(body?.('an-id', place))
  if (bodyResult?.error) return bodyResult.error.message
  const queryResult = query && endpoint.query?.safeParse(query('an-id', place))
  return queryResult?.error?.message ?? null
}
