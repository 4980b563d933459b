// Runs every npm script. It runs on any Node from 18 on, installs what is missing, and starts the
// bundled Node 24.
import { requireNode } from './bootstrap/versions.mjs'

requireNode()
const { commands } = await import('./bootstrap/commands.mjs')
const { operatorCommand } = await import('./bootstrap/operator-command.mjs')

const [name = 'start', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  const instead = operatorCommand(name, args)
  console.error(
    instead
      ? `Nothing was done: "${name}" is a command of ./pardeh. Run: ${instead}`
      : `There is no "${name}". Known: ${Object.keys(commands).join(', ')}`,
  )
  process.exit(2)
}
process.exitCode = await command(args)
