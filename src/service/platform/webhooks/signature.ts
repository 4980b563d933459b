/** Signatures of the Standard Webhooks specification (standardwebhooks.com), for which receivers have libraries. */
import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'

/** Returns the secret of an endpoint for its receiver. It is derived from SECRET and never stored. */
export function webhookSecret({ key }: Pick<Deps, 'key'>, endpointId: string): string {
  return `whsec_${key(`webhook:${endpointId}`).toString('base64')}`
}

type Message = { id: string; sentAt: Date; body: string }

/**
 * Returns the headers of a message, signed with each key, as the specification requires while a secret changes. `webhook-id` is the same
 * at every attempt, so that a receiver recognises repetitions.
 */
export function signedWebhookHeaders(
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
