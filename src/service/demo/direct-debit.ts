// The subscriber by direct debit: a contract in its first period, with its mandate at the fake bank.
import { eq, sql } from 'drizzle-orm'
import { DIRECT_DEBIT, VAT_PERCENT } from '#src/contract/limits.ts'
import { addJalaliMonths, toJalali } from '#src/lib/text/jalali.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { bankDb } from '../adapters/payments/fake-bank/store.ts'
import { postPaid } from '../checkout/ledger.ts'
import { totalsOf } from '../checkout/pricing.ts'
import { inTransaction } from '../db/open.ts'
import { transactions } from '../db/schema/checkout.ts'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'
import { subscriptions } from '../db/schema/entitlements.ts'
import { packages } from '../db/schema/packages.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { chargeTime } from '../direct-debit/periods.ts'
import { daysLater } from '../entitlements/subscriptions.ts'

const MSISDN = '09120000006'
const RENEWS_IN_DAYS = 6
const ID = `demo-${MSISDN}`
const BANK = { code: '012', name: 'بانک ملت' }

/** Safe to run again: what is there stays as it is. */
export async function seedDirectDebit(deps: Deps): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.msisdn, MSISDN))
  const [item] = await deps.db.select().from(packages).where(eq(packages.id, 'month-auto'))
  if (!user || !item) return
  const endsAt = daysLater(deps.now(), RENEWS_IN_DAYS)
  const nextChargeAt = chargeTime(endsAt)
  const startsAt = addJalaliMonths(endsAt, -1)
  const expiresAt = addJalaliMonths(startsAt, DIRECT_DEBIT.months)
  const { total } = totalsOf(item.price, item.discount)
  await (await bankDb(deps)).execute(sql`
    insert into fake_bank.mandates
      (token, authorization_id, bank_code, mobile, callback_url, monthly, most, expires_on, status)
    values (${ID}, ${ID}, ${BANK.code}, ${MSISDN}, ${deps.selfOrigin()}, 2, ${total},
      ${toWire(expiresAt).slice(0, 10)}, 'active')
    on conflict do nothing`)
  const titles = { titleFa: item.titleFa, titleEn: item.titleEn }
  await inTransaction(deps.db, async tx => {
    const [contract] = await tx
      .insert(ddContracts)
      .values({
        id: ID,
        userId: user.id,
        packageId: item.id,
        bankCode: BANK.code,
        bankName: BANK.name,
        msisdn: MSISDN,
        amount: total,
        state: 'active',
        token: ID,
        authorizationId: ID,
        anchorDay: toJalali(endsAt).day,
        period: 1,
        nextChargeAt,
        createdAt: startsAt,
        verifiedAt: startsAt,
        expiresAt,
        updatedAt: startsAt,
      })
      .onConflictDoNothing()
      .returning()
    if (!contract) return
    const net = Math.round((total * 100) / (100 + VAT_PERCENT))
    const [paid] = await tx
      .insert(transactions)
      .values({
        id: ID,
        userId: user.id,
        kind: 'direct_debit',
        packageId: item.id,
        contractId: ID,
        ...titles,
        durationDays: item.durationDays,
        price: net,
        vatPercent: VAT_PERCENT,
        vat: total - net,
        total,
        state: 'paid',
        gateway: 'vandar',
        authority: `${ID}-1`,
        refId: ID,
        createdAt: startsAt,
        paidAt: startsAt,
        expiresAt: startsAt,
        updatedAt: startsAt,
      })
      .returning()
    if (paid) await postPaid(tx, paid, startsAt)
    await tx.insert(subscriptions).values({
      id: ID,
      userId: user.id,
      source: 'direct_debit',
      transactionId: ID,
      packageId: item.id,
      ...titles,
      startsAt,
      endsAt,
      createdAt: startsAt,
    })
  })
}
