/** Puts packages on sale from a file, retires them, and exports them as such a file. */
import { asc, inArray, sql } from 'drizzle-orm'
import {
  localizedColumns,
  translationsOf,
  translationsToColumns,
} from '../../platform/db/localized.ts'
import { inTransaction, type Queryable, type Tx } from '../../platform/db/open.ts'
import { packageGroups, packages } from '../../platform/db/schema/packages.ts'
import type { Deps } from '../../platform/deps.ts'
import { listPackages, type PackageRow } from './packages.queries.ts'
import type { GroupFile, PackageFile, PackagesFile } from './packages-file.ts'

export type PackageChange = {
  id: string
  /** `returned`: the package was retired. `edited`: its texts or its group changed. `same`: at most its position changed. */
  change: 'new' | 'returned' | 'changed' | 'edited' | 'same' | 'retired'
  before: Terms | null
  after: Terms | null
}
type Text = `${'title' | 'description'}${string}`
/** True for columns that are terms of a purchase. A new column of packages does not compile until it is listed here. */
const IS_TERM = {
  price: true,
  discount: true,
  durationDays: true,
  renewal: true,
  id: false,
  groupId: false,
  isBestOffer: false,
  isActive: false,
  position: false,
  createdAt: false,
} as const satisfies Record<Exclude<keyof PackageRow, Text>, boolean>
type Term = keyof {
  [Column in keyof typeof IS_TERM as (typeof IS_TERM)[Column] extends true ? Column : never]: true
}
/** Terms of a purchase; the price is without VAT. */
export type Terms = Pick<PackageRow, Term>

/**
 * Puts exactly the packages of the file on sale. Others are retired, but stay for the purchases, vouchers and contracts that name them.
 * Invoices, periods and contracts keep their own terms.
 */
export async function applyPackages(
  { db }: Pick<Deps, 'db'>,
  { groups }: PackagesFile,
): Promise<PackageChange[]> {
  return inTransaction(db, async tx => {
    const before = new Map((await lockedPackages(tx)).map(row => [row.id, row]))
    for (const [position, group] of groups.entries()) await storeGroup(tx, group, position)
    const sold = groups.flatMap(group =>
      group.packages.map((item, index) => ({
        id: item.id,
        row: packageRow(item, group.id, index),
      })),
    )
    const changes = sold.map(({ id, row }) => changeOf(id, before.get(id) ?? null, row))
    const ids = new Set(sold.map(({ id }) => id))
    const dropped = [...before.values()].filter(({ id, isActive }) => isActive && !ids.has(id))
    await retire(
      tx,
      dropped.map(({ id }) => id),
    )
    return [...changes, ...dropped.map(retired)]
  })
}

/** Retires packages. Packages that were already retired are not in the result. */
export async function retirePackages(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
): Promise<PackageChange[]> {
  return inTransaction(db, async tx => {
    const found = (await lockedPackages(tx)).filter(row => row.isActive && ids.includes(row.id))
    await retire(
      tx,
      found.map(({ id }) => id),
    )
    return found.map(retired)
  })
}

/** Allows one change at a time, because two files at once would be mixed. Visitors and buyers are not blocked. */
async function lockedPackages(tx: Tx): Promise<PackageRow[]> {
  await tx.execute(sql`lock table ${packages} in share row exclusive mode`)
  return tx.select().from(packages).orderBy(asc(packages.id))
}

async function retire(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await tx.update(packages).set({ isActive: false }).where(inArray(packages.id, ids))
}

function retired(row: PackageRow): PackageChange {
  return { id: row.id, change: 'retired', before: termsOf(row), after: null }
}

type NewRow = ReturnType<typeof packageRow>

function changeOf(id: string, before: PackageRow | null, row: NewRow): PackageChange {
  const after = termsOf(row)
  if (!before) return { id, change: 'new', before: null, after }
  const isSame = (names: readonly string[]) =>
    names.every(name => before[name as keyof PackageRow] === row[name as keyof NewRow])
  const hasTerms = isSame(Object.keys(after))
  const change = !before.isActive
    ? 'returned'
    : !hasTerms
      ? 'changed'
      : isSame(Object.keys(row).filter(name => name !== 'position'))
        ? 'same'
        : 'edited'
  return { id, change, before: termsOf(before), after }
}

function termsOf({ price, discount, durationDays, renewal }: Terms): Terms {
  return { price, discount, durationDays, renewal }
}

async function storeGroup(tx: Tx, group: GroupFile, position: number): Promise<void> {
  const row = { ...translationsToColumns('title', group.title), position }
  await tx
    .insert(packageGroups)
    .values({ id: group.id, ...row })
    .onConflictDoUpdate({ target: packageGroups.id, set: row })
  for (const [index, item] of group.packages.entries()) {
    const values = packageRow(item, group.id, index)
    await tx
      .insert(packages)
      .values({ id: item.id, ...values })
      .onConflictDoUpdate({ target: packages.id, set: values })
  }
}

function packageRow(item: PackageFile, groupId: string, position: number) {
  const { title, description, days, price, discount, renewal, best_offer } = item
  return {
    groupId,
    ...translationsToColumns('title', title),
    ...localizedColumns('description', language => description?.[language] ?? ''),
    durationDays: days,
    price,
    discount,
    renewal,
    isBestOffer: best_offer,
    isActive: true,
    position,
  } satisfies Record<Exclude<keyof PackageRow, 'id' | 'createdAt'>, unknown>
}

/** Returns the packages on sale as a file for `applyPackages`. */
export async function exportPackages(db: Queryable): Promise<PackagesFile> {
  const groups = new Map<string, GroupFile>()
  for (const { group, row } of await listPackages(db, false)) {
    const known = groups.get(group.id)
    const item = packageFile(row)
    if (known) known.packages.push(item)
    else
      groups.set(group.id, {
        id: group.id,
        title: translationsOf(group, 'title'),
        packages: [item],
      })
  }
  return { groups: [...groups.values()] }
}

/** Names every field of the file, also the optional ones, so that none is forgotten. */
type WholePackageFile = { [Field in keyof Required<PackageFile>]: PackageFile[Field] }

function packageFile(row: PackageRow): WholePackageFile {
  const description = translationsOf(row, 'description')
  return {
    id: row.id,
    title: translationsOf(row, 'title'),
    description: Object.values(description).every(Boolean) ? description : undefined,
    days: row.durationDays,
    price: row.price,
    discount: row.discount,
    renewal: row.renewal,
    best_offer: row.isBestOffer,
  }
}
