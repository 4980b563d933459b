import { and, asc, desc, eq } from 'drizzle-orm'
import type { Package, PackageGroup } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { textOf } from '../db/localized.ts'
import type { Queryable } from '../db/open.ts'
import { packageGroups, packages } from '../db/schema/packages.ts'
import { totalsOf } from './pricing.ts'
import { reductionOf, type Voucher } from './vouchers.ts'

export type PackageRow = typeof packages.$inferSelect

export async function findPackage(db: Queryable, id: string): Promise<PackageRow | null> {
  const [row] = await db
    .select()
    .from(packages)
    .where(and(eq(packages.id, id), eq(packages.isActive, true)))
  return row ?? null
}

/** Whether a voucher lowers the price of this package; a direct debit costs the same every period. */
export function isLowered(row: PackageRow, voucher: Voucher | null): voucher is Voucher {
  if (!voucher || voucher.kind === 'gift' || row.renewal === 'direct_debit') return false
  return voucher.packageId === null || voucher.packageId === row.id
}

export function toPackage(row: PackageRow, language: Language, voucher: Voucher | null): Package {
  const reduction = isLowered(row, voucher) ? reductionOf(voucher) : null
  const description = textOf(row, 'description', language)
  return {
    id: row.id,
    title: textOf(row, 'title', language),
    description: description || null,
    duration_days: row.durationDays,
    renewal: row.renewal,
    is_best_offer: row.isBestOffer,
    ...totalsOf(row.price, row.discount, reduction),
  }
}

export async function groupedPackages(
  db: Queryable,
  language: Language,
  voucher: Voucher | null,
): Promise<PackageGroup[]> {
  const groups = new Map<string, PackageGroup>()
  for (const { group, row } of await listPackages(db, false)) {
    const title = textOf(group, 'title', language)
    const known = groups.get(group.id) ?? { title, packages: [] }
    known.packages.push(toPackage(row, language, voucher))
    groups.set(group.id, known)
  }
  return [...groups.values()]
}

/** Whether there is a package of this id, sold or retired. */
export async function isPackage(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.select({ id: packages.id }).from(packages).where(eq(packages.id, id))
  return rows.length > 0
}

/** Packages on sale with their groups, in the order of display; with `isAll` also those that are sold no more, last. */
export function listPackages(db: Queryable, isAll: boolean) {
  return db
    .select({ group: packageGroups, row: packages })
    .from(packages)
    .innerJoin(packageGroups, eq(packageGroups.id, packages.groupId))
    .where(isAll ? undefined : eq(packages.isActive, true))
    .orderBy(
      desc(packages.isActive),
      asc(packageGroups.position),
      asc(packages.position),
      asc(packages.id),
    )
}
