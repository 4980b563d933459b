/** What other systems can hear of. Data holds ids, amounts and times; whom an id stands for is asked here. */

/** Data of each type; the fields are documented in docs/webhooks.md. */
export type WebhookData = {
  'subscription.started': SubscriptionPeriod
  'subscription.renewed': SubscriptionPeriod
  'subscription.ended': Pick<SubscriptionPeriod, 'subscription' | 'user' | 'source'> & {
    ended_at: string
    /** The period was ended before its time. */
    is_revoked: boolean
  }
  'payment.failed': {
    payment: string
    user: string
    kind: string
    gateway: string | null
    /** In rials. */
    amount: number
    reason: string
    /** When a debit is tried again; null where the payment is over. */
    retry_at: string | null
  }
  'ticket.opened': { ticket: string; number: number; user: string; department: string }
  'title.published': { title: string; short_id: string; type: string; external_id: string | null }
  /** Sent by `npm run webhooks -- test` alone. */
  'webhook.test': Record<string, never>
}
export type WebhookType = keyof WebhookData

type SubscriptionPeriod = {
  subscription: string
  user: string
  source: string
  package: string | null
  payment: string | null
  starts_at: string
  ends_at: string
}

export const WEBHOOK_TYPES = [
  'subscription.started',
  'subscription.renewed',
  'subscription.ended',
  'payment.failed',
  'ticket.opened',
  'title.published',
] as const satisfies readonly WebhookType[]
