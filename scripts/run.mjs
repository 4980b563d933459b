// Runs every npm script. It runs on whatever Node is at hand (18 or newer), puts in place
// what is missing, and hands over to the Node 24 that the packages bring along.
import { requireNode } from './bootstrap/versions.mjs'

requireNode()
const { commands } = await import('./bootstrap/commands.mjs')

const [name = 'start', ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  console.error(`There is no "${name}". Known: ${Object.keys(commands).join(', ')}`)
  process.exit(2)
}
process.exitCode = await command(args)
