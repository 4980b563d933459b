/** Events for other systems. Their data contain ids, amounts and times; personal data must be requested from this service. */

/** Data of each type; the fields are documented in docs/webhooks.md. */
export type WebhookData = {
  'subscription.started': SubscriptionPeriod
  'subscription.renewed': SubscriptionPeriod
  'subscription.ended': Pick<SubscriptionPeriod, 'subscription' | 'user' | 'source'> & {
    ended_at: string
    /** True if the period was ended early. */
    is_revoked: boolean
  }
  'payment.failed': {
    payment: string
    user: string
    kind: string
    gateway: string | null
    /** Amount in rials. */
    amount: number
    reason: string
    /** Time of the next attempt of a debit; null if the payment has ended. */
    retry_at: string | null
  }
  'ticket.opened': { ticket: string; number: number; user: string; department: string }
  'title.published': { title: string; short_id: string; type: string; external_id: string | null }
  /** Only sent by `./pardeh webhooks test`. */
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
