import { stringify } from 'yaml'
import { counted } from '#src/lib/text/count.ts'
import {
  applyPackages,
  exportPackages,
  retirePackages,
} from '../../../commerce/checkout/apply-packages.ts'
import { listPackages } from '../../../commerce/checkout/packages.queries.ts'
import { PackagesFile } from '../../../commerce/checkout/packages-file.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { UsageError } from '../framework/errors.ts'
import { fileField, flagField, repeatedField, textField } from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { joinNames, line } from '../terminal.ts'
import { presentPackageChanges, presentPackages } from './shapes/packages.ts'

export default {
  actions: {
    list: defineAction({
      summary: 'Lists packages and prices in the order of display',
      options: { all: flagField('also retired packages') },
      effect: 'reads',
      run: async ({ deps }, { all }) => presentPackages(await listPackages(deps.db, all)),
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
