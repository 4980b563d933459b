import { readdirSync } from 'node:fs'
import { browser } from './browser.mjs'
import { runAttached } from './child.mjs'
import { inside } from './paths.mjs'

/**
 * `npm test -- FILE…`: runs test files on the bundled Node. Vitest finds the project of each file or folder and accepts its own
 * options, such as `-t NAME`. Browser tests build the site if its sources have changed. Returns the exit code.
 */
export async function runTestFiles(args) {
  const [unknown] = withoutTests(args)
  if (unknown !== undefined) {
    console.error(
      `No test file has "${unknown}" in its path. Name a file or folder, such as tests/service/commerce/checkout.`,
    )
    return 1
  }
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

/**
 * Returns the arguments that name test files which do not exist. With `--root` vitest searches elsewhere and reports that itself.
 */
export function withoutTests(args) {
  if (args.includes('--root')) return []
  const files = testFiles()
  return args.filter(
    (argument, at) =>
      !argument.startsWith('-') &&
      !isOptionWithoutValue(args[at - 1]) &&
      !files.some(file => file.includes(argument.replace(/^\.\//, ''))),
  )
}

/** True for an option whose value is not the next word: `-t` and `--project` take it, `--bail=1` contains its value. */
function isOptionWithoutValue(argument = '') {
  return argument.startsWith('-') && !argument.includes('=')
}

function testFiles() {
  return readdirSync(inside('tests'), { recursive: true })
    .map(name => inside('tests', name).replaceAll('\\', '/'))
    .filter(path => /\.(test|spec)\.ts$/.test(path))
}
