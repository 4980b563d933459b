/** Runs test files of a scratch copy with vitest, without naming a project of its configuration. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ScratchCopy, stopDatabases } from './scratch-copy.ts'

export type TestFile = { path: string; tier: Tier }
export type Tier = 'short' | 'long'
export type TestRun =
  | { outcome: 'passed' }
  | { outcome: 'failed' | 'timed out'; failure: TestFailure }
/** The names of the groups around a test, and its own. */
export type TestName = readonly string[]
type TestFailure = {
  /** Null if the run failed outside of a test file. */
  file: string | null
  /** Null if the file failed outside of a test. */
  test: TestName | null
  /** The last line of the message. */
  message: string
}

/** Maximum duration of a run, far above the time that the files of a mutant take on a busy machine. A longer run hangs. */
const LIMIT_MS: Readonly<Record<Tier, number>> = { short: 3_600_000, long: 7_200_000 }
/** Maximum duration of a test on a busy machine, unless it has its own limit. */
const TEST_MS = 300_000
/** Maximum time in which an interrupted run must stop its servers. */
const GRACE_MS = 15_000

type TestResult = {
  status: string
  ancestorTitles: string[]
  title: string
  failureMessages?: string[]
}

/** The part of the report of vitest that is read here. */
type Report = {
  numPassedTests: number
  testResults: Array<{
    name: string
    status: string
    message: string
    assertionResults: TestResult[]
  }>
}

/** Returns all test files, as vitest finds them. */
export function listTestFiles({ folder }: ScratchCopy): TestFile[] {
  const args = [vitest(folder), 'list', '--filesOnly', '--json']
  const text = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const found = JSON.parse(text) as Array<{ file: string; projectName?: string }>
  return found.map(({ file, projectName = '' }) => {
    const path = relative(folder, file).replaceAll('\\', '/')
    const isLong = /\blong\b/.test(projectName) || path.includes('.long.')
    return { path, tier: isLong ? 'long' : 'short' }
  })
}

export type Selection = {
  files: readonly string[]
  tier: Tier
  /** The only test to run. */
  test?: TestName | null
  /** Tests to leave out. */
  except?: readonly TestName[]
}

/** Runs the selected tests and stops at the first failure. */
export async function runTests(copy: ScratchCopy, selection: Selection): Promise<TestRun> {
  const { files, tier, test, except = [] } = selection
  const pattern = test ? `^${patternOf(test)}$` : `^(?!(?:${except.map(patternOf).join('|')})$)`
  const report = join(copy.temporary, 'report.json')
  rmSync(report, { force: true })
  const { code, output } = await runVitest(copy, LIMIT_MS[tier], [
    'run',
    '--bail=1',
    '--retry=0',
    `--testTimeout=${TEST_MS}`,
    `--fsModuleCachePath=${join(copy.temporary, 'modules')}`,
    '--reporter=json',
    `--outputFile=${report}`,
    ...(test || except.length > 0 ? [`--testNamePattern=${pattern}`] : []),
    ...files,
  ])
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : null
  if (code === 0) {
    const isNothing = test && results?.numPassedTests === 0
    return isNothing ? runTests(copy, { ...selection, test: null }) : { outcome: 'passed' }
  }
  const failed = failedFile(results)
  const failedTest = failed?.assertionResults.find(isFailed)
  const message = failedTest?.failureMessages?.[0] ?? (failed?.message || output)
  return {
    outcome: code === null ? 'timed out' : 'failed',
    failure: {
      file: failed ? relative(copy.folder, failed.name).replaceAll('\\', '/') : null,
      test: failedTest ? [...failedTest.ancestorTitles, failedTest.title] : null,
      message: lastLine(message),
    },
  }
}

/** Returns a pattern for the names of a test. Versions of vitest differ in the separator. */
function patternOf(test: TestName): string {
  return test.map(name => RegExp.escape(name)).join('(?: > | )')
}

/**
 * Returns the file that failed outside a test. A file that was stopped because another failed has a failed status too, but no
 * failed test and no message.
 */
function failedFile(report: Report | null) {
  const files = report?.testResults ?? []
  return (
    files.find(({ assertionResults }) => assertionResults.some(isFailed)) ??
    files.find(file => isFailed(file) && file.message !== '')
  )
}

function isFailed({ status }: { status: string }): boolean {
  return status === 'failed'
}

let isEnded = false
let running: (() => void) | null = null

/** Ends the current run and starts no other, because this process was interrupted. */
export function endRunningTests(): void {
  isEnded = true
  running?.()
}

/**
 * Runs vitest, again if something else has ended the run. `code` is null if the run took too long. @throws Error after
 * `endRunningTests`
 */
async function runVitest(
  copy: ScratchCopy,
  limit: number,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const { folder, temporary } = copy
  if (isEnded) throw new Error('The run was interrupted.')
  const outputFile = join(temporary, 'output.txt')
  const output = openSync(outputFile, 'w')
  const child = spawn(process.execPath, [vitest(folder), ...args], {
    cwd: folder,
    detached: true,
    env: { ...process.env, TMPDIR: temporary, NO_COLOR: '1' },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let isTimedOut = false
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid as number), signal)
    } catch {
      // The process has ended already.
    }
  }
  running = () => end('SIGKILL')
  const timers = [
    setTimeout(() => {
      isTimedOut = true
      end('SIGTERM')
    }, limit),
    setTimeout(() => end('SIGKILL'), limit + GRACE_MS),
  ]
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  for (const timer of timers) clearTimeout(timer)
  running = null
  end('SIGKILL')
  await stopDatabases(temporary)
  if (signal && !isTimedOut) return runVitest(copy, limit, args)
  return { code: isTimedOut ? null : code, output: readFileSync(outputFile, 'utf8') }
}

function vitest(folder: string): string {
  return join(folder, 'node_modules/vitest/vitest.mjs')
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? ''
}
