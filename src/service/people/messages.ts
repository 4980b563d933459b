/** What a person hears by SMS of what the team changed; written in the transaction of the change. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { formatDate } from '#src/lib/text/date.ts'
import type { Tx } from '../db/open.ts'
import type { SubscriptionRow } from '../entitlements/subscriptions.ts'
import { enqueueNotification } from '../notifications/notifications.ts'

export function messageOfGrant(period: SubscriptionRow): Message {
  const date = formatDate(period.endsAt, DEFAULT_LANGUAGE)
  return { key: `granted:${period.id}`, text: say('checkout.sms.granted', { date }) }
}

export function messageOfCancel(periods: readonly SubscriptionRow[], contracts: readonly string[]) {
  const [period] = periods
  if (period) return { key: `cancelled:${period.id}`, text: say('checkout.sms.cancelled') }
  const [contract] = contracts
  if (!contract) return null
  return { key: `renewal-ended:${contract}`, text: say('checkout.sms.renewalEnded') }
}

export function messageOfBlock(userId: string, now: Date): Message {
  return { key: `blocked:${userId}:${now.getTime()}`, text: say('session.sms.blocked') }
}

/** The name of the brand may change while the process runs. */
function say(...said: Parameters<ReturnType<typeof getT>>): string {
  return getT(DEFAULT_LANGUAGE)(...said)
}

type Message = { key: string; text: string }

export async function tell(
  tx: Tx,
  userId: string,
  message: Message | null,
  now: Date,
): Promise<void> {
  if (message) await enqueueNotification(tx, { ...message, userId, kind: 'account_changed' }, now)
}
