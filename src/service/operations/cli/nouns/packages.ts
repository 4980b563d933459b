import { stringify } from 'yaml'
import { counted } from '#src/lib/text/count.ts'
import {
  applyPackages,
  exportPackages,
  retirePackages,
} from '../../../commerce/checkout/apply-packages.ts'
import {
  applyDuePrices,
  listPlannedPrices,
  planPrice,
  withdrawPrices,
} from '../../../commerce/checkout/package-prices.ts'
import { listPackages } from '../../../commerce/checkout/packages.queries.ts'
import { MOST_RIALS, PackagesFile } from '../../../commerce/checkout/packages-file.ts'
import { computeTotals } from '../../../commerce/checkout/pricing.ts'
import { STARTER_PACKAGES } from '../../demo/starter-packages.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { formatMoment, moment } from '../framework/dates.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import {
  fileField,
  flagField,
  integerField,
  optional,
  repeatedField,
  textField,
} from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { formatInteger } from '../framework/table.ts'
import { writeNewFile } from '../output-file.ts'
import { joinNames, line } from '../terminal.ts'
import { presentPackageChanges, presentPackages } from './shapes/packages.ts'

function rialsField(text: string) {
  return integerField('RIALS', text, { from: 0, to: MOST_RIALS })
}

export default {
  actions: {
    list: defineAction({
      summary: 'Lists packages and prices in the order of display',
      options: { all: flagField('also retired packages') },
      effect: 'reads',
      run: async ({ deps }, { all }) =>
        presentPackages(await listPackages(deps.db, all), await listPlannedPrices(deps.db)),
    }),
    export: defineAction({
      summary: 'Prints the packages on sale as a file for apply',
      effect: 'reads',
      run: async ({ deps }) => {
        const file = await exportPackages(deps.db)
        return { data: file, print: stringify(file, { lineWidth: 0 }).trimEnd().split('\n') }
      },
    }),
    apply: defineAction({
      summary: 'Puts exactly the packages of a file on sale; docs/packages.md describes the format',
      details: `Existing invoices, subscriptions and direct-debit contracts keep their prices and days.`,
      args: { file: fileField('FILE', 'YAML or JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const changes = await applyPackages(deps, readInputFile(file, PackagesFile).data)
        await deps.invalidate(['packages'])
        const sold = changes.filter(({ change }) => change !== 'retired').length
        const { print, counts, wire } = presentPackageChanges(changes)
        return {
          data: { sold, changes: wire },
          print: [...print, line`${counted(sold, 'package')} on sale from now on.`],
          audit: { target: 'packages', details: { sold, ...counts } },
        }
      },
    }),
    price: defineAction({
      summary: 'Changes the price of a package, now or from a time on',
      details:
        'Amounts are rials before VAT. Open invoices and direct-debit contracts keep their price. A later time is a plan, which --withdraw removes.',
      args: { id: textField('ID', 'the id that ./pardeh packages list shows') },
      options: {
        price: optional(rialsField('the new price')),
        discount: optional(rialsField('subtracted from the price (0)'), 0),
        from: optional(moment('MOMENT', 'when it begins, such as "1405-10-01 00:00" (now)')),
        withdraw: flagField('removes the planned prices of the package'),
      },
      effect: 'changes',
      run: async ({ deps }, { id, price, discount, from, withdraw }) => {
        if ((price === null) !== withdraw) throw new ArgumentsError('Give --price, or --withdraw.')
        if (price !== null && discount > price)
          throw new UsageError(`--discount cannot be ${discount}: the price is ${price}.`)
        await expectKnown(deps, [id])
        if (price === null) {
          const withdrawn = await withdrawPrices(deps.db, id)
          return {
            data: { id, withdrawn },
            print: [line`${id}: ${counted(withdrawn, 'planned price')} withdrawn.`],
            audit: { target: id, details: { withdrawn } },
          }
        }
        const now = await deps.databaseNow(deps.db)
        const startsAt = from && from > now ? from : now
        await planPrice(deps.db, { packageId: id, startsAt, price, discount })
        const isNow = (await applyDuePrices(deps)).includes(id)
        const { total } = computeTotals(price, discount)
        return {
          data: { id, price, discount, total, from: startsAt, is_now: isNow },
          print: [
            isNow
              ? line`${id} costs ${formatInteger(total)} rials with VAT now.`
              : line`${id} costs ${formatInteger(total)} rials with VAT from ${formatMoment(startsAt)} on.`,
          ],
          audit: { target: id, details: { price, discount, from: startsAt } },
        }
      },
    }),
    init: defineAction({
      summary: 'Writes a file with two packages to begin with, for apply',
      args: { file: fileField('FILE', 'a new file, such as packages.yaml') },
      effect: 'reads',
      transaction: 'none',
      run: async (_, { file }) => {
        await writeNewFile(file, stringify(STARTER_PACKAGES, { lineWidth: 0 }))
        return {
          data: { file },
          print: [
            line`${file} has two packages. Change the prices, then: ./pardeh packages apply ${file}`,
          ],
        }
      },
    }),
    retire: defineAction({
      summary: 'Retires packages; buyers keep their subscriptions, and contracts continue',
      args: { id: repeatedField(textField('ID', 'ids that ./pardeh packages list shows')) },
      effect: 'changes',
      run: async ({ deps }, { id: ids }) => {
        await expectKnown(deps, ids)
        const changes = await retirePackages(deps, ids)
        await deps.invalidate(['packages'])
        const { print, wire } = presentPackageChanges(changes)
        const left = (await listPackages(deps.db, false)).length
        return {
          data: { sold: left, changes: wire },
          print: [
            ...print,
            left === 0
              ? 'No package is on sale now.'
              : line`${counted(left, 'package')} still on sale.`,
          ],
          audit: { target: ids.join(' '), details: { retired: changes.length } },
        }
      },
    }),
  },
} satisfies Noun

async function expectKnown(deps: CommandDeps, ids: readonly string[]): Promise<void> {
  const known = (await listPackages(deps.db, true)).map(({ row }) => row.id)
  const missing = ids.filter(id => !known.includes(id))
  if (missing.length > 0) throw new UsageError(`There is no package ${joinNames(missing)}.`)
}
