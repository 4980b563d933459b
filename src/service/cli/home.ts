/** npm run home: arranges the home page from a file; its format is told in docs/home.md. */
import { parseArgs } from 'node:util'
import { applyHome, HomeFile, missingReferences } from '../pages/home-file.ts'
import { command, issueLines, readJson, UsageError } from './command.ts'
import { line, names, say } from './terminal.ts'

const USAGE = `Usage: npm run home -- apply FILE.json [--dry-run]     (- reads standard input)
The format is told in docs/home.md.`

await command(async deps => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [name, path] = positionals
  if (name !== 'apply' || !path) throw new UsageError(USAGE)
  const file = HomeFile.safeParse(readJson(path))
  if (!file.success)
    throw new UsageError(`The file is not right:\n${issueLines(file.error.issues)}`)
  const unknown = await missingReferences(deps, file.data)
  if (unknown.length > 0)
    throw new UsageError(`The catalogue has none of these: ${names(unknown)}. Nothing was changed.`)
  if (values['dry-run']) return say('The file is right. Nothing was changed.')
  await applyHome(deps, file.data)
  return say(line`${file.data.widgets.length} rows stand on the page ${file.data.page}.`)
})
