import { existsSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { inside, node } from './paths.mjs'

const main = inside('src/service/operations/cli/main.ts')

/** Returns the exit code, or undefined if the command runs in this process and sets it. */
export async function runPardeh(args) {
  const isInstalled = await installed(args)
  if (isInstalled === null) return 0
  if (!isInstalled)
    return reportNotInstalled('The packages of Pardeh could not be installed.', args)
  if (existsSync(node) && realpathSync(process.execPath) === realpathSync(node)) {
    process.argv = [process.argv[0], main, ...args]
    await import(pathToFileURL(main).href)
    return undefined
  }
  const { runAttached } = await import('./child.mjs')
  return runAttached([main, ...args], {
    PARDEH_CALLER_DIR: process.env.PARDEH_CALLER_DIR || process.cwd(),
  })
}

/** Returns null if nothing is installed: there is nothing to complete, and the Tab key must not start an installation. */
async function installed(args) {
  if (args[0] === 'completion')
    return existsSync(node) && existsSync(inside('node_modules/.package-lock.json')) ? true : null
  const { install } = await import('./install.mjs')
  return withOutputOnStandardError(() => install('Installing packages', { needsDev: false }))
}

/** Runs the work with its output on standard error. Standard output belongs to the command: with --json a program reads it. */
async function withOutputOnStandardError(work) {
  const write = process.stdout.write
  process.stdout.write = (...given) => process.stderr.write(...given)
  try {
    return await work()
  } finally {
    process.stdout.write = write
  }
}

/** Prints an error like the command itself would, before it can be loaded. Returns the exit code. */
export function reportNotInstalled(message, args) {
  const error = { code: 'not_installed', message, details: {} }
  if (args.includes('--json')) console.log(JSON.stringify({ error }, null, 2))
  else console.error(message)
  return 1
}
