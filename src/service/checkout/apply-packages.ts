/** What is sold: taken from a file, retired, and told as a file again. */
import { asc, inArray, sql } from 'drizzle-orm'
import { localizedColumns, localizedOf, toColumns } from '../db/localized.ts'
import { inTransaction, type Queryable, type Tx } from '../db/open.ts'
import { packageGroups, packages } from '../db/schema/packages.ts'
import type { Deps } from '../deps.ts'
import { listPackages, type PackageRow } from './packages.queries.ts'
import type { GroupFile, PackageFile, PackagesFile } from './packages-file.ts'

export type PackageChange = {
  id: string
  /** `returned`: it was retired before. `edited`: its texts or its group. `same`: at most its place. */
  change: 'new' | 'returned' | 'changed' | 'edited' | 'same' | 'retired'
  before: Terms | null
  after: Terms | null
}
/** What a buyer gets and pays, before VAT. */
export type Terms = Pick<PackageRow, 'price' | 'discount' | 'durationDays' | 'renewal'>

/**
 * What is sold from now on. Packages that the file leaves out are sold no more; they stay for the purchases, vouchers and contracts
 * that name them. What was sold keeps its terms: invoices, periods and contracts have their own.
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

/** Sells these no more. Those that were sold no more already are left out of the result. */
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

/** One change at a time: two files at once would be sold as a mixture. Visitors and buyers go on. */
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
  const row = { ...toColumns('title', group.title), position }
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
    ...toColumns('title', title),
    ...localizedColumns('description', language => description?.[language] ?? ''),
    durationDays: days,
    price,
    discount,
    renewal,
    isBestOffer: best_offer,
    isActive: true,
    position,
  }
}

/** What is sold, as the file that would sell it. */
export async function exportPackages(db: Queryable): Promise<PackagesFile> {
  const groups = new Map<string, GroupFile>()
  for (const { group, row } of await listPackages(db, false)) {
    const known = groups.get(group.id)
    const item = packageFile(row)
    if (known) known.packages.push(item)
    else
      groups.set(group.id, { id: group.id, title: localizedOf(group, 'title'), packages: [item] })
  }
  return { groups: [...groups.values()] }
}

function packageFile(row: PackageRow): PackageFile {
  const description = localizedOf(row, 'description')
  return {
    id: row.id,
    title: localizedOf(row, 'title'),
    ...(Object.values(description).every(Boolean) && { description }),
    days: row.durationDays,
    price: row.price,
    discount: row.discount,
    renewal: row.renewal,
    best_offer: row.isBestOffer,
  }
}
