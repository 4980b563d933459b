/** npm run packages: what is sold, from a file; its format is told in docs/packages.md. */
import { parseArgs } from 'node:util'
import { applyPackages, PackagesFile } from '../checkout/packages-file.ts'
import { command, issueLines, readJson, UsageError } from './command.ts'
import { line, say } from './terminal.ts'

const USAGE = `Usage: npm run packages -- apply FILE.json [--dry-run]     (- reads standard input)
The format is told in docs/packages.md.`

await command(async deps => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [name, path] = positionals
  if (name !== 'apply' || !path) throw new UsageError(USAGE)
  const file = PackagesFile.safeParse(readJson(path))
  if (!file.success)
    throw new UsageError(`The file is not right:\n${issueLines(file.error.issues)}`)
  if (values['dry-run']) return say('The file is right. Nothing was changed.')
  const sold = await applyPackages(deps, file.data)
  return say(line`${sold} packages are sold from now on.`)
})
