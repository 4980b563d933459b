import { applyHome, HomeFile, missingReferences } from '../../pages/home-file.ts'
import { issueLines, readJson } from '../command.ts'
import { UsageError } from '../framework/errors.ts'
import { word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names } from '../terminal.ts'

export default {
  summary: 'The rows of the home page and of the pages like it',
  actions: {
    apply: action({
      summary: 'Arranges a page from a file; its format is told in docs/home.md',
      args: { file: word('FILE', 'JSON; - reads standard input') },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const read = HomeFile.safeParse(readJson(file))
        if (!read.success)
          throw new UsageError(`The file is not right:\n${issueLines(read.error.issues)}`)
        const unknown = await missingReferences(deps, read.data)
        if (unknown.length > 0)
          throw new UsageError(
            `The catalogue has none of these: ${names(unknown)}. Nothing was changed.`,
          )
        await applyHome(deps, read.data)
        const { page, widgets } = read.data
        return {
          data: { page, rows: widgets.length },
          print: [line`${widgets.length} rows stand on the page ${page}.`],
          audit: { target: page, details: { rows: widgets.length } },
        }
      },
    }),
  },
} satisfies Noun
