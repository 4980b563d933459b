import { browser } from './browser.mjs'
import { hand } from './child.mjs'
import { inside } from './paths.mjs'

/**
 * `npm test -- FILE…` on the bundled Node. Vitest finds the project of each file or folder, and takes its own options too, such as
 * `-t NAME`. Browser tests build the site where its sources changed. Answers the exit code.
 */
export async function runTestFiles(args) {
  const path = args.some(isBrowserTest) ? await browser('Installing Chromium') : undefined
  if (path === null) return 1
  return hand(vitestArguments(args), path ? { CHROMIUM_PATH: path } : {})
}

export function vitestArguments(args) {
  return [inside('node_modules/vitest/vitest.mjs'), 'run', ...args]
}

export function isBrowserTest(argument) {
  return /(^|[\\/])e2e([\\/]|$)|\.spec\.ts$/.test(argument)
}
