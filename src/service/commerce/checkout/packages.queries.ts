import { and, asc, desc, eq } from 'drizzle-orm'
import type { Package, PackageGroup } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Database, Queryable } from '../../platform/db/open.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { packageGroups, packages } from '../../platform/db/schema/packages.ts'
import { computeTotals } from './pricing.ts'
import { reductionOf, type Voucher } from './vouchers.ts'

export type PackageRow = typeof packages.$inferSelect

export async function findPackage(db: Queryable, id: string): Promise<PackageRow | null> {
  const [row] = await db
    .select()
    .from(packages)
    .where(and(eq(packages.id, id), eq(packages.isActive, true)))
  return row ?? null
}

/** True if the voucher reduces the price of this package; a direct debit costs the same every period. */
export function isReducedBy(row: PackageRow, voucher: Voucher | null): voucher is Voucher {
  if (!voucher || voucher.kind === 'gift' || row.renewal === 'direct_debit') return false
  return voucher.packageId === null || voucher.packageId === row.id
}

export function toPackage(row: PackageRow, language: Language, voucher: Voucher | null): Package {
  const reduction = isReducedBy(row, voucher) ? reductionOf(voucher) : null
  const description = translatedText(row, 'description', language)
  return {
    id: row.id,
    title: translatedText(row, 'title', language),
    description: description || null,
    duration_days: row.durationDays,
    renewal: row.renewal,
    is_best_offer: row.isBestOffer,
    ...computeTotals(row.price, row.discount, reduction),
  }
}

export async function listPackageGroups(
  db: Database,
  language: Language,
  voucher: Voucher | null,
): Promise<PackageGroup[]> {
  const groups = new Map<string, PackageGroup>()
  for (const { group, row } of await readPackagesOnSale(db)) {
    const title = translatedText(group, 'title', language)
    const known = groups.get(group.id) ?? { title, packages: [] }
    known.packages.push(toPackage(row, language, voucher))
    groups.set(group.id, known)
  }
  return [...groups.values()]
}

/** True if there is a package with this id, on sale or retired. */
export async function packageExists(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.select({ id: packages.id }).from(packages).where(eq(packages.id, id))
  return rows.length > 0
}

/** Returns packages on sale with their groups, for pages that show them. */
function readPackagesOnSale(db: Database): Promise<Awaited<ReturnType<typeof listPackages>>> {
  return preparedQuery(db, 'packages on sale', handle => listPackages(handle, false)).execute()
}

/** Returns packages on sale with their groups, in the order of display; with `isAll` also retired ones, last. */
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
