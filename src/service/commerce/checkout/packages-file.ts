/** The file of packages in YAML or JSON, as `./pardeh packages apply FILE` reads it (docs/packages.md). */
import { z } from 'zod'
import { Renewal } from '#src/contract/checkout.ts'
import { LocalizedText } from '#src/contract/fields.ts'

export const MOST_RIALS = 10_000_000_000
const MOST_DAYS = 3_660

const Id = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case Latin letters, digits and hyphens')
const Rials = z.number().int().min(0).max(MOST_RIALS)
const PackageFile = z
  .strictObject({
    id: Id.describe('your own id, which is never reused'),
    title: LocalizedText,
    description: LocalizedText.optional(),
    days: z.number().int().min(1).max(MOST_DAYS).describe('how long a purchase lasts'),
    price: Rials.describe('whole rials before VAT'),
    discount: Rials.default(0).describe('rials subtracted from the price'),
    renewal: Renewal.default('once').describe('direct_debit: renewed monthly by direct debit'),
    best_offer: z.boolean().default(false).describe('highlights the package'),
  })
  .superRefine(({ price, discount }, context) => {
    if (discount <= price) return
    const message = `cannot be ${discount}: the price is ${price}`
    context.addIssue({ code: 'custom', path: ['discount'], message })
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
        context.addIssue({ code: 'custom', path: [path], message: `${id} occurs twice` })
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
export type GroupFile = PackagesFile['groups'][number]
export type PackageFile = GroupFile['packages'][number]

/** Returns the JSON schema of the file. */
export function packagesSchema(): object {
  return {
    title: 'A file of packages for Pardeh',
    ...z.toJSONSchema(PackagesFile, {
      io: 'input',
      target: 'draft-2020-12',
      unrepresentable: 'any',
    }),
  }
}
