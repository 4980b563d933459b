// Packages and codes of the demo, and the purchases of its accounts.
import { eq, inArray } from 'drizzle-orm'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { postPayment } from '../../commerce/checkout/ledger.ts'
import { computeTotals } from '../../commerce/checkout/pricing.ts'
import { grantCarrier } from '../../commerce/entitlements/carrier.ts'
import { addDays } from '../../commerce/entitlements/subscriptions.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { payments, vouchers } from '../../platform/db/schema/checkout.ts'
import { carrierSubscriptions, subscriptions } from '../../platform/db/schema/entitlements.ts'
import { packageGroups, packages } from '../../platform/db/schema/packages.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'

const GROUPS = [
  { id: 'monthly', titleFa: 'ماهانه', titleEn: 'Monthly' },
  { id: 'quarterly', titleFa: 'سه‌ماهه', titleEn: 'Quarterly' },
  { id: 'yearly', titleFa: 'سالانه', titleEn: 'Yearly' },
]

const PACKAGES: Array<typeof packages.$inferInsert> = [
  {
    id: 'month-1',
    groupId: 'monthly',
    titleFa: 'اشتراک یک‌ماهه',
    titleEn: 'One month',
    descriptionFa: 'برای یک ماه تماشای بی‌وقفه',
    descriptionEn: 'A month of watching',
    durationDays: 30,
    price: 1_490_000,
  },
  {
    id: 'month-auto',
    groupId: 'monthly',
    titleFa: 'اشتراک ماهانه با پرداخت مستقیم',
    titleEn: 'Monthly, by direct debit',
    descriptionFa: 'ارزان‌تر، بدون خرید دوباره؛ هر زمان لغو کنید',
    descriptionEn: 'Costs less, renews automatically, cancel anytime',
    durationDays: 30,
    price: 1_490_000,
    discount: 200_000,
    renewal: 'direct_debit',
  },
  {
    id: 'month-3',
    groupId: 'quarterly',
    titleFa: 'اشتراک سه‌ماهه',
    titleEn: 'Three months',
    descriptionFa: 'یک فصل کامل فیلم و سریال',
    descriptionEn: 'A whole season of movies and series',
    durationDays: 90,
    price: 4_470_000,
    discount: 990_000,
    isBestOffer: true,
  },
  {
    id: 'month-12',
    groupId: 'yearly',
    titleFa: 'اشتراک سالانه',
    titleEn: 'One year',
    descriptionFa: 'کمترین هزینهٔ ماهانه',
    descriptionEn: 'Lowest monthly cost',
    durationDays: 365,
    price: 17_880_000,
    discount: 6_380_000,
  },
]

const VOUCHERS = [
  { code: 'DEMO-50', kind: 'percent', percent: 50, maxUses: 1_000_000, endsIn: null },
  { code: 'GIFT-30', kind: 'gift', giftDays: 30, maxUses: 1_000, endsIn: null },
  { code: 'PAST-10', kind: 'percent', percent: 10, maxUses: 1_000, endsIn: -1 },
] as const

/** Start and end of each account's subscription, in days from now. */
const BOUGHT: Record<string, { packageId: string; from: number; to: number }> = {
  '09120000001': { packageId: 'month-12', from: -185, to: 180 },
  '09120000003': { packageId: 'month-1', from: -27, to: 3 },
  '09120000004': { packageId: 'month-1', from: -31, to: -1 },
  '09120000005': { packageId: 'month-3', from: -30, to: 60 },
}
const FROM_PARTNER = '09120000007'
const FROM_CARRIER = { msisdn: '09120000008', days: 45 }

/** Can be repeated: existing rows are left as they are. */
export async function seedPackages(deps: Deps): Promise<void> {
  const { db } = deps
  await db
    .insert(packageGroups)
    .values(GROUPS.map((group, position) => ({ ...group, position })))
    .onConflictDoNothing()
  await db
    .insert(packages)
    .values(PACKAGES.map((row, position) => ({ ...row, position })))
    .onConflictDoNothing()
  const now = deps.now()
  await db
    .insert(vouchers)
    .values(
      VOUCHERS.map(({ endsIn, ...voucher }) => ({
        id: `demo-${voucher.code}`,
        ...voucher,
        startsAt: addDays(now, -60),
        endsAt: endsIn === null ? null : addDays(now, endsIn),
        batch: 'demo',
      })),
    )
    .onConflictDoNothing()
}

/** Call it after the accounts are seeded. */
export async function seedPurchases(deps: Deps): Promise<void> {
  const numbers = [...Object.keys(BOUGHT), FROM_PARTNER, FROM_CARRIER.msisdn]
  const people = await deps.db.select().from(users).where(inArray(users.msisdn, numbers))
  for (const { id, msisdn } of people) {
    const bought = BOUGHT[msisdn]
    if (bought) await seedPurchase(deps, { userId: id, msisdn, ...bought })
    else if (msisdn === FROM_CARRIER.msisdn) await seedCarrier(deps, id)
    else await seedPartnership(deps, id)
  }
}

type Purchase = { userId: string; msisdn: string; packageId: string; from: number; to: number }

async function seedPurchase(deps: Deps, purchase: Purchase): Promise<void> {
  const { userId, msisdn, packageId, from, to } = purchase
  const [item] = await deps.db.select().from(packages).where(eq(packages.id, packageId))
  if (!item) return
  const startsAt = addDays(deps.now(), from)
  const id = `demo-${msisdn}`
  const titles = { titleFa: item.titleFa, titleEn: item.titleEn }
  await inTransaction(deps.db, async tx => {
    const [paid] = await tx
      .insert(payments)
      .values({
        id,
        userId,
        kind: 'subscription',
        packageId,
        ...titles,
        durationDays: item.durationDays,
        ...computeTotals(item.price, item.discount),
        vatPercent: VAT_PERCENT,
        state: 'paid',
        gateway: 'zarinpal',
        refId: `demo-${msisdn}`,
        cardMask: '603799******0006',
        createdAt: startsAt,
        redirectedAt: startsAt,
        callbackAt: startsAt,
        paidAt: startsAt,
        expiresAt: startsAt,
        updatedAt: startsAt,
      })
      .onConflictDoNothing()
      .returning()
    if (!paid) return
    await postPayment(tx, paid, startsAt)
    await tx.insert(subscriptions).values({
      id,
      userId,
      source: 'purchase',
      paymentId: id,
      packageId,
      ...titles,
      startsAt,
      endsAt: addDays(deps.now(), to),
      createdAt: startsAt,
    })
  })
}

/** Leaves a subscription that already exists as it is. */
async function seedCarrier({ db, now }: Deps, userId: string): Promise<void> {
  const known = await db.$count(carrierSubscriptions, eq(carrierSubscriptions.userId, userId))
  const endsAt = addDays(now(), FROM_CARRIER.days)
  if (known === 0) await grantCarrier(db, { userId, endsAt }, now())
}

async function seedPartnership(deps: Deps, userId: string): Promise<void> {
  await deps.db
    .insert(subscriptions)
    .values({
      id: `demo-${userId}`,
      userId,
      source: 'partner',
      titleFa: 'اشتراک همکار',
      titleEn: 'Partner subscription',
      startsAt: addDays(deps.now(), -20),
      endsAt: addDays(deps.now(), 120),
      createdAt: deps.now(),
    })
    .onConflictDoNothing()
}
