/** The packages as the team writes them, in YAML or JSON: what `npm run packages -- apply FILE` takes (docs/packages.md). */
import { z } from 'zod'
import { Renewal } from '#src/contract/checkout.ts'
import { LocalizedText } from '#src/contract/fields.ts'

const MOST_RIALS = 10_000_000_000
const MOST_DAYS = 3_660

const Id = z.string().regex(/^[a-z0-9-]{1,40}$/, 'small Latin letters, digits and hyphens')
const Rials = z.number().int().min(0).max(MOST_RIALS)
const PackageFile = z
  .strictObject({
    id: Id.describe('your own; unique for ever'),
    title: LocalizedText,
    description: LocalizedText.optional(),
    days: z.number().int().min(1).max(MOST_DAYS).describe('how long a purchase lasts'),
    price: Rials.describe('whole rials before VAT'),
    discount: Rials.default(0).describe('rials that are taken off the price'),
    renewal: Renewal.default('once').describe('direct_debit: renewed monthly by direct debit'),
    best_offer: z.boolean().default(false).describe('highlights the package'),
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
export type GroupFile = PackagesFile['groups'][number]
export type PackageFile = GroupFile['packages'][number]

/** The JSON schema of the file. */
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
