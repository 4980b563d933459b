// SMS messages about a debit: a day before it, after it, and when it fails. They are enqueued in the transaction of the change, so that
// neither exists without the other.
import { getT } from '#src/lib/i18n/i18n.ts'
import { localPath } from '#src/lib/i18n/languages.ts'
import { formatDate, formatDateTime } from '#src/lib/text/date.ts'
import type { Tx } from '../../platform/db/open.ts'
import type { ddCharges } from '../../platform/db/schema/direct-debit-charges.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  enqueueNotification,
  type SmsNotification,
} from '../../platform/notifications/notifications.ts'
import type { ContractRow } from './contracts.ts'

type Charge = Pick<typeof ddCharges.$inferSelect, 'id' | 'amount' | 'attempts'>

export async function notifyUpcomingDebit(
  deps: Deps,
  tx: Tx,
  contract: ContractRow,
  charge: Charge,
): Promise<void> {
  const t = getT(contract.language)
  const url = accountUrl(deps, contract)
  const text = t('checkout.dd.sms.notice', { amount: charge.amount, url })
  await enqueue(deps, tx, contract, { kind: 'dd-notice', key: charge.id, text })
}

export async function notifyDebit(
  deps: Deps,
  tx: Tx,
  contract: ContractRow,
  { charge, endsAt }: { charge: Charge; endsAt: Date },
): Promise<void> {
  const date = formatDate(endsAt, contract.language)
  const text = getT(contract.language)('checkout.dd.sms.renewed', { date })
  await enqueue(deps, tx, contract, { kind: 'dd-renewed', key: charge.id, text })
}

export async function notifyFailedDebit(
  deps: Deps,
  tx: Tx,
  contract: ContractRow,
  { charge, nextAttemptAt }: { charge: Charge; nextAttemptAt: Date | null },
): Promise<void> {
  const t = getT(contract.language)
  const text = nextAttemptAt
    ? t('checkout.dd.sms.failed', {
        amount: charge.amount,
        when: formatDateTime(nextAttemptAt, contract.language),
      })
    : t('checkout.dd.sms.ended', { url: packagesUrl(deps, contract) })
  const key = `${charge.id}:${charge.attempts}`
  await enqueue(deps, tx, contract, { kind: 'dd-failed', key, text })
}

type Message = {
  kind: Extract<SmsNotification['kind'], `dd-${string}`>
  key: string
  text: string
}

async function enqueue(
  deps: Deps,
  tx: Tx,
  { userId }: ContractRow,
  { kind, key, text }: Message,
): Promise<void> {
  const now = await deps.databaseNow(tx)
  await enqueueNotification(tx, { key: `${kind}:${key}`, userId, kind, text }, now)
}

function accountUrl(deps: Deps, { language }: ContractRow): string {
  return siteUrl(deps) + localPath('/dd-agreement', language)
}

function packagesUrl(deps: Deps, { language }: ContractRow): string {
  return siteUrl(deps) + localPath('/packages', language)
}

function siteUrl({ env, selfOrigin }: Deps): string {
  return env.SITE_URL ?? selfOrigin()
}
