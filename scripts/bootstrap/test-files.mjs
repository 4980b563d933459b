import { browser } from './browser.mjs'
import { runAttached } from './child.mjs'
import { inside } from './paths.mjs'

/**
 * `npm test -- FILE…` on the bundled Node. Vitest finds the project of each file or folder, and takes its own options too, such as
 * `-t NAME`. Browser tests build the site if its sources changed. Returns the exit code.
 */
export async function runTestFiles(args) {
  const path = args.some(isBrowserTest) ? await browser('Installing Chromium') : undefined
  if (path === null) return 1
  return runAttached(vitestArguments(args), path ? { CHROMIUM_PATH: path } : {})
}

export function vitestArguments(args) {
  return [inside('node_modules/vitest/vitest.mjs'), 'run', ...args]
}

export function isBrowserTest(argument) {
  return /(^|[\\/])(e2e|engines)([\\/]|$)|\.spec\.ts$/.test(argument)
}
