// The account that pays by direct debit: a contract in its first period, with its mandate at the fake bank.
import { eq, sql } from 'drizzle-orm'
import { DIRECT_DEBIT, VAT_PERCENT } from '#src/contract/limits.ts'
import { addJalaliMonths, toJalali } from '#src/lib/text/jalali.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { postPayment } from '../../commerce/checkout/ledger.ts'
import { computeTotals } from '../../commerce/checkout/pricing.ts'
import { chargeTime } from '../../commerce/direct-debit/periods.ts'
import { addDays } from '../../commerce/entitlements/subscriptions.ts'
import { bankDb } from '../../platform/adapters/payments/fake-bank/store.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ddContracts } from '../../platform/db/schema/direct-debit-contracts.ts'
import { subscriptions } from '../../platform/db/schema/entitlements.ts'
import { packages } from '../../platform/db/schema/packages.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'

const MSISDN = '09120000006'
const RENEWS_IN_DAYS = 6
const ID = `demo-${MSISDN}`
const BANK = { code: '012', name: 'بانک ملت' }

/** Can be repeated: existing rows are left as they are. */
export async function seedDirectDebit(deps: Deps): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.msisdn, MSISDN))
  const [item] = await deps.db.select().from(packages).where(eq(packages.id, 'month-auto'))
  if (!user || !item) return
  const endsAt = addDays(deps.now(), RENEWS_IN_DAYS)
  const nextChargeAt = chargeTime(endsAt)
  const startsAt = addJalaliMonths(endsAt, -1)
  const expiresAt = addJalaliMonths(startsAt, DIRECT_DEBIT.months)
  const { total } = computeTotals(item.price, item.discount)
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
      .insert(payments)
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
    if (paid) await postPayment(tx, paid, startsAt)
    await tx.insert(subscriptions).values({
      id: ID,
      userId: user.id,
      source: 'direct_debit',
      paymentId: ID,
      packageId: item.id,
      ...titles,
      startsAt,
      endsAt,
      createdAt: startsAt,
    })
  })
}
