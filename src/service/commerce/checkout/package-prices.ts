/** Prices of packages that begin at a time: they are planned, applied by a job, and may be withdrawn until then. */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { inTransaction, type Queryable } from '../../platform/db/open.ts'
import { packagePrices, packages } from '../../platform/db/schema/packages.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'

export type PackagePrice = typeof packagePrices.$inferSelect
type NewPrice = Pick<PackagePrice, 'packageId' | 'startsAt' | 'price' | 'discount'>

/** Plans a price, or replaces the planned one of the same time. */
export async function planPrice(db: Queryable, price: NewPrice): Promise<void> {
  await db
    .insert(packagePrices)
    .values({ id: newId(), ...price })
    .onConflictDoUpdate({
      target: [packagePrices.packageId, packagePrices.startsAt],
      set: { price: price.price, discount: price.discount, appliedAt: null },
    })
}

/** Withdraws the planned prices of a package, and returns how many there were. */
export async function withdrawPrices(db: Queryable, packageId: string): Promise<number> {
  const rows = await db
    .delete(packagePrices)
    .where(and(eq(packagePrices.packageId, packageId), isNull(packagePrices.appliedAt)))
    .returning({ id: packagePrices.id })
  return rows.length
}

/** Returns the planned prices, the next one first. */
export function listPlannedPrices(db: Queryable): Promise<PackagePrice[]> {
  return db
    .select()
    .from(packagePrices)
    .where(isNull(packagePrices.appliedAt))
    .orderBy(asc(packagePrices.startsAt), asc(packagePrices.id))
}

/** Writes the prices whose time has come into their packages. Open invoices and contracts keep theirs. Returns the ids of the packages. */
export async function applyDuePrices({
  db,
  databaseNow,
  invalidate,
}: Pick<Deps, 'db' | 'databaseNow' | 'invalidate'>): Promise<string[]> {
  const changed = await inTransaction(db, async tx => {
    const now = await databaseNow(tx)
    const isDue = and(isNull(packagePrices.appliedAt), lte(packagePrices.startsAt, now))
    if ((await tx.$count(packagePrices, isDue)) === 0) return []
    // A file of packages that is applied at the same time must not write an old price over the new one.
    await tx.execute(sql`lock table ${packages} in share row exclusive mode`)
    const due = await tx.update(packagePrices).set({ appliedAt: now }).where(isDue).returning()
    const inOrder = due.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    for (const { packageId, price, discount } of inOrder)
      await tx.update(packages).set({ price, discount }).where(eq(packages.id, packageId))
    return [...new Set(inOrder.map(({ packageId }) => packageId))]
  })
  if (changed.length > 0) await invalidate(['packages'])
  return changed
}
