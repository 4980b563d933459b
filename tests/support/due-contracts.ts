/** Contracts in their first period, announced and due, that the bank knows too. */
import { sql } from 'drizzle-orm'
import type { Queryable } from '#src/service/platform/db/open.ts'
import { ddCharges } from '#src/service/platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '#src/service/platform/db/schema/direct-debit-contracts.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { newId } from '#src/service/platform/ids.ts'
import { MONTHLY } from './direct-debit.ts'
import { aUser } from './rows.ts'

const DAY = 86_400_000

export type DueContract = { id: string; userId: string; authorizationId: string; endsAt: Date }

/** @param dueAt the time of the debit; contracts that are due earlier are debited first */
export async function aDueContract(
  { db, databaseNow }: Deps,
  bank: Queryable,
  dueAt?: Date,
): Promise<DueContract> {
  const now = dueAt ?? (await databaseNow(db))
  const endsAt = new Date(now.getTime() + DAY)
  const [id, authorizationId, userId] = [newId(), newId(), await aUser(db)]
  await bank.execute(sql`
    insert into fake_bank.mandates (token, authorization_id, bank_code, mobile, callback_url, monthly, most, expires_on, status)
    values (${id}, ${authorizationId}, '012', '09120000000', 'http://shop', 2, ${MONTHLY}, '2100-01-01', 'active')`)
  await db.insert(ddContracts).values({
    id,
    userId,
    packageId: 'month-auto',
    bankCode: '012',
    bankName: 'بانک',
    msisdn: '09120000000',
    amount: MONTHLY,
    state: 'active',
    token: id,
    authorizationId,
    anchorDay: 1,
    period: 1,
    nextChargeAt: now,
    verifiedAt: new Date(0),
    expiresAt: new Date('2100-01-01'),
  })
  await db.insert(ddCharges).values({
    id: newId(),
    contractId: id,
    period: 2,
    trackId: `${id}-2`,
    amount: MONTHLY,
    dueAt: now,
    noticedAt: new Date(now.getTime() - DAY),
    nextAttemptAt: now,
  })
  await db.insert(subscriptions).values({
    id,
    userId,
    source: 'operator',
    titleFa: 'ماهانه',
    titleEn: 'Monthly',
    startsAt: new Date(endsAt.getTime() - 30 * DAY),
    endsAt,
  })
  return { id, userId, authorizationId, endsAt }
}

/** Returns the number of debits that the bank made, by authorization. */
export async function debitsOf(bank: Queryable): Promise<Map<string, number>> {
  const { rows } = await bank.execute<{ authorization_id: string; count: number }>(sql`
    select authorization_id, count(*)::int as count from fake_bank.withdrawals where status = 'DONE'
    group by authorization_id`)
  return new Map(rows.map(row => [row.authorization_id, row.count]))
}

/** Returns the renewed periods by user, each with its start. */
export async function renewalsOf({ db }: Deps): Promise<Array<{ userId: string; startsAt: Date }>> {
  const rows = await db.select().from(subscriptions)
  return rows.filter(({ source }) => source === 'direct_debit')
}
