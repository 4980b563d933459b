/** SMS messages to a user about changes that the team made. They are enqueued in the transaction of the change. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { formatDate } from '#src/lib/text/date.ts'
import type { SubscriptionRow } from '../../commerce/entitlements/subscriptions.ts'
import type { Tx } from '../../platform/db/open.ts'
import { enqueueNotification } from '../../platform/notifications/notifications.ts'

export function grantMessage(period: SubscriptionRow): Message {
  const date = formatDate(period.endsAt, DEFAULT_LANGUAGE)
  return { key: `granted:${period.id}`, text: say('checkout.sms.granted', { date }) }
}

export function cancelMessage(periods: readonly SubscriptionRow[], contracts: readonly string[]) {
  const [period] = periods
  if (period) return { key: `cancelled:${period.id}`, text: say('checkout.sms.cancelled') }
  const [contract] = contracts
  if (!contract) return null
  return { key: `renewal-ended:${contract}`, text: say('checkout.sms.renewalEnded') }
}

export function blockMessage(userId: string, now: Date): Message {
  return { key: `blocked:${userId}:${now.getTime()}`, text: say('session.sms.blocked') }
}

/** Reads the texts on each call, because the name of the brand may change while the process runs. */
function say(...said: Parameters<ReturnType<typeof getT>>): string {
  return getT(DEFAULT_LANGUAGE)(...said)
}

type Message = { key: string; text: string }

export async function enqueueAccountMessage(
  tx: Tx,
  userId: string,
  message: Message | null,
  now: Date,
): Promise<void> {
  if (message) await enqueueNotification(tx, { ...message, userId, kind: 'account_changed' }, now)
}
