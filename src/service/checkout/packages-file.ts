/** The packages as the team writes them, in JSON: what `npm run packages -- apply FILE` takes (docs/packages.md). */
import { notInArray } from 'drizzle-orm'
import { z } from 'zod'
import { Renewal } from '#src/contract/checkout.ts'
import { LocalizedText } from '#src/contract/fields.ts'
import { localizedColumns, toColumns } from '../db/localized.ts'
import { inTransaction, type Tx } from '../db/open.ts'
import { packageGroups, packages } from '../db/schema/packages.ts'
import type { Deps } from '../deps.ts'

const MOST_RIALS = 10_000_000_000
const MOST_DAYS = 3_660

const Id = z.string().regex(/^[a-z0-9-]{1,40}$/, 'small Latin letters, digits and hyphens')
const Rials = z.number().int().min(0).max(MOST_RIALS)
const PackageFile = z
  .strictObject({
    id: Id,
    title: LocalizedText,
    description: LocalizedText.optional(),
    days: z.number().int().min(1).max(MOST_DAYS),
    /** Rials before VAT. */
    price: Rials,
    discount: Rials.default(0),
    renewal: Renewal.default('once'),
    best_offer: z.boolean().default(false),
  })
  .refine(({ price, discount }) => discount <= price, {
    path: ['discount'],
    message: 'is above the price',
  })
const GroupFile = z.strictObject({
  id: Id,
  title: LocalizedText,
  packages: z.array(PackageFile).min(1).max(20),
})
export const PackagesFile = z
  .strictObject({ groups: z.array(GroupFile).min(1).max(10) })
  .superRefine(({ groups }, context) => {
    const repeated = (path: string, ids: string[]) => {
      for (const id of ids.filter((each, index) => ids.indexOf(each) < index))
        context.addIssue({ code: 'custom', path: [path], message: `${id} is there twice` })
    }
    repeated(
      'groups',
      groups.map(({ id }) => id),
    )
    repeated(
      'packages',
      groups.flatMap(group => group.packages.map(({ id }) => id)),
    )
  })
export type PackagesFile = z.output<typeof PackagesFile>
type GroupFile = PackagesFile['groups'][number]
type PackageFile = GroupFile['packages'][number]

/**
 * What is sold from now on. Packages that the file leaves out are sold no more; they stay for the purchases, vouchers and contracts
 * that name them. Returns how many are sold.
 */
export async function applyPackages(
  { db }: Pick<Deps, 'db'>,
  { groups }: PackagesFile,
): Promise<number> {
  const sold = groups.flatMap(group => group.packages.map(({ id }) => id))
  await inTransaction(db, async tx => {
    for (const [position, group] of groups.entries()) await storeGroup(tx, group, position)
    await tx.update(packages).set({ isActive: false }).where(notInArray(packages.id, sold))
  })
  return sold.length
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

function packageRow(
  { title, description, days, price, discount, renewal, best_offer }: PackageFile,
  groupId: string,
  position: number,
): Omit<typeof packages.$inferInsert, 'id'> {
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
