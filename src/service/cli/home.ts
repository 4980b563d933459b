/** npm run home: arranges the home page from a file; its format is told in docs/home.md. */
import { parseArgs } from 'node:util'
import { applyHome, HomeFile, unknownNames } from '../pages/home-file.ts'
import { command, issueLines, Misuse, readJson } from './command.ts'
import { line, names, say } from './terminal.ts'

const USAGE = `Usage: npm run home -- apply FILE.json [--dry-run]     (- reads standard input)
The format is told in docs/home.md.`

await command(async deps => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [name, path] = positionals
  if (name !== 'apply' || !path) throw new Misuse(USAGE)
  const file = HomeFile.safeParse(readJson(path))
  if (!file.success) throw new Misuse(`The file is not right:\n${issueLines(file.error.issues)}`)
  const unknown = await unknownNames(deps, file.data)
  if (unknown.length > 0)
    throw new Misuse(`The catalogue has none of these: ${names(unknown)}. Nothing was changed.`)
  if (values['dry-run']) return say('The file is right. Nothing was changed.')
  await applyHome(deps, file.data)
  return say(line`${file.data.widgets.length} rows stand on the page ${file.data.page}.`)
})
