/** npm run NOUN -- VERB …: every command of the people who run the service. Only the noun that is asked for is loaded. */
import { enableCompileCache } from 'node:module'
import type { Noun } from './framework/noun.ts'
import { dropUnreadOutput } from './terminal.ts'

enableCompileCache()
dropUnreadOutput()

const [name = '', ...args] = process.argv.slice(2)
const { default: noun } = (await import(`./nouns/${name}.ts`)) as { default: Noun }
const { runNoun } = await import('./framework/program.ts')
const { reportFailure } = await import('./command.ts')
try {
  process.exitCode = await runNoun(name, noun, args)
} catch (error) {
  process.exitCode = await reportFailure(error, noun.told)
}
