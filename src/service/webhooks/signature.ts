/** Signatures as of the Standard Webhooks specification (standardwebhooks.com), for which receivers have libraries. */
import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'

/** The secret of an endpoint, as its receiver is given it. Derived from SECRET, so it is stored nowhere. */
export function secretOf({ key }: Pick<Deps, 'key'>, endpointId: string): string {
  return `whsec_${key(`webhook:${endpointId}`).toString('base64')}`
}

type Message = { id: string; sentAt: Date; body: string }

/** The headers of a message, signed with each of the keys, as the specification has it for a change of secret. `webhook-id` is the same at every attempt: by it a receiver knows what it has had. */
export function signedHeaders(
  deps: Pick<Deps, 'keys'>,
  endpointId: string,
  { id, sentAt, body }: Message,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const signatures = deps.keys(`webhook:${endpointId}`).map(key => {
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
