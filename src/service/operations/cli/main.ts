/** Entry point of ./pardeh NOUN VERB …: every command for operators. It loads only the requested noun. */
import '../../platform/module-resolution.ts'
import { enableCompileCache } from 'node:module'
import { enterProject } from './framework/caller-folder.ts'
import { dropUnreadOutput } from './terminal.ts'

enableCompileCache()
dropUnreadOutput()
enterProject()

const { runProgram } = await import('./framework/program.ts')
process.exitCode = await runProgram(process.argv.slice(2), report => {
  process.on('uncaughtException', error => {
    report(error).then(code => process.exit(code))
  })
})
