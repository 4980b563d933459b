import { stringify } from 'yaml'
import { counted } from '#src/lib/text/count.ts'
import { applyPackages, exportPackages, retirePackages } from '../../checkout/apply-packages.ts'
import { listPackages } from '../../checkout/packages.queries.ts'
import { PackagesFile } from '../../checkout/packages-file.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { readData } from '../framework/data-file.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, several, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names } from '../terminal.ts'
import { changesShown, packagesShown } from './shapes/packages.ts'

export default {
  summary: 'What is sold',
  actions: {
    list: action({
      summary: 'Shows what is sold and what it costs, in the order of display',
      options: { all: flag('also what is sold no more') },
      effect: 'reads',
      run: async ({ deps }, { all }) => packagesShown(await listPackages(deps.db, all)),
    }),
    export: action({
      summary: 'Prints what is sold as a file for apply',
      effect: 'reads',
      run: async ({ deps }) => {
        const file = await exportPackages(deps.db)
        return { data: file, print: stringify(file, { lineWidth: 0 }).trimEnd().split('\n') }
      },
    }),
    apply: action({
      summary: 'Sells what a file names, and nothing else; its format is told in docs/packages.md',
      details: `What was sold before keeps its price and its days: invoices, subscriptions and direct-debit contracts have their own.`,
      args: { file: word('FILE', 'YAML or JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const changes = await applyPackages(deps, readData(file, PackagesFile))
        await deps.invalidate(['packages'])
        const sold = changes.filter(({ change }) => change !== 'retired').length
        const { print, counts, wire } = changesShown(changes)
        return {
          data: { sold, changes: wire },
          print: [...print, line`${counted(sold, 'package')} on sale from now on.`],
          audit: { target: 'packages', details: { sold, ...counts } },
        }
      },
    }),
    retire: action({
      summary: 'Sells packages no more; who has bought them keeps them, and contracts go on',
      args: { id: several(word('ID', 'as list shows it')) },
      effect: 'changes',
      run: async ({ deps }, { id: ids }) => {
        await expectKnown(deps, ids)
        const changes = await retirePackages(deps, ids)
        await deps.invalidate(['packages'])
        const { print, wire } = changesShown(changes)
        const left = (await listPackages(deps.db, false)).length
        return {
          data: { sold: left, changes: wire },
          print: [
            ...print,
            left === 0 ? 'Nothing is on sale now.' : line`${left} packages are still sold.`,
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
  if (missing.length > 0) throw new UsageError(`There is no package ${names(missing)}.`)
}
