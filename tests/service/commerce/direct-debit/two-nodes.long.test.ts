import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { renewContracts } from '#src/service/commerce/direct-debit/renewal.ts'
import { openDatabasePool } from '#src/service/platform/db/open.ts'
import { ddContracts } from '#src/service/platform/db/schema/direct-debit-contracts.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { notifications } from '#src/service/platform/db/schema/notifications.ts'
import { newId } from '#src/service/platform/ids.ts'
import { directDebit, MONTHLY } from '#tests/support/direct-debit.ts'
import { aUser } from '#tests/support/rows.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

const CONTRACTS = 200
const HOUR = 3_600_000

/** A contract in its first period that the bank knows as well. */
async function aContract(shop: Shop, dueAt: Date): Promise<void> {
  const [id, authorizationId, userId] = [newId(), newId(), await aUser(shop.deps.db)]
  const msisdn = '09120000000'
  await shop.deps.db.execute(sql`
    insert into fake_bank.mandates (token, authorization_id, bank_code, mobile, callback_url, monthly, most, expires_on, status)
    values (${id}, ${authorizationId}, '012', ${msisdn}, 'http://shop', 2, ${MONTHLY}, '2100-01-01', 'active')`)
  await shop.deps.db.insert(ddContracts).values({
    id,
    userId,
    packageId: 'month-auto',
    bankCode: '012',
    bankName: 'بانک',
    msisdn,
    amount: MONTHLY,
    state: 'active',
    token: id,
    authorizationId,
    anchorDay: 1,
    period: 1,
    nextChargeAt: dueAt,
    verifiedAt: new Date(0),
    expiresAt: new Date('2100-01-01'),
  })
}

test('two nodes debit and extend each of 200 due contracts once', {
  timeout: 120_000,
}, async () => {
  // The bank is in this process too, and slow under so many calls.
  const shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { fetch } })
  directDebit(shop)
  // The first call creates the tables of the bank.
  await directDebit(shop).subscribe(await aPayer(shop))
  const other = await openDatabasePool(shop.databaseUrl, { size: 10 })
  const nodes = [shop.deps, { ...shop.deps, db: other.db }]
  try {
    const dueAt = new Date(shop.clock.now().getTime() + 24 * HOUR)
    for (let count = 0; count < CONTRACTS; count++) await aContract(shop, dueAt)
    await Promise.all(nodes.map(renewContracts))
    shop.clock.set(dueAt)
    await Promise.all([...nodes, ...nodes].map(renewContracts))
    const { rows } = await shop.deps.db.execute<{ debits: number; contracts: number }>(sql`
        select count(*)::int as debits, count(distinct authorization_id)::int as contracts
        from fake_bank.withdrawals where status = 'DONE'`)
    // And the first debit of the new subscriber.
    expect(rows[0]).toEqual({ debits: CONTRACTS + 1, contracts: CONTRACTS + 1 })
    const given = await shop.deps.db.select().from(subscriptions)
    expect(given).toHaveLength(CONTRACTS + 1)
    const announced = eq(notifications.kind, 'dd-notice')
    expect(await shop.deps.db.$count(notifications, announced)).toBe(CONTRACTS)
  } finally {
    await other.close()
    await shop.stopShop()
  }
})
