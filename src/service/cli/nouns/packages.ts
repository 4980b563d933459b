import { applyPackages, PackagesFile } from '../../checkout/packages-file.ts'
import { issueLines, readJson, UsageError } from '../command.ts'
import { word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

export default {
  summary: 'What is sold',
  actions: {
    apply: action({
      summary: 'Sells what a file names; its format is told in docs/packages.md',
      args: { file: word('FILE', 'JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const read = PackagesFile.safeParse(readJson(file))
        if (!read.success)
          throw new UsageError(`The file is not right:\n${issueLines(read.error.issues)}`)
        const sold = await applyPackages(deps, read.data)
        return {
          data: { sold },
          print: [line`${sold} packages are sold from now on.`],
          audit: { target: 'packages', details: { sold } },
        }
      },
    }),
  },
} satisfies Noun
