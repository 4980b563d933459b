import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { diskMeter, excerpt, seconds } from '../../scripts/bootstrap/print.mjs'
import { testCounts } from '../../scripts/bootstrap/stages.mjs'
import { npmComplaint } from '../../scripts/bootstrap/versions.mjs'

describe('the result line', () => {
  const file = (status: string, ...tests: string[]) => ({
    status,
    assertionResults: tests.map(result => ({ status: result })),
  })
  const report = (...testResults: ReturnType<typeof file>[]) => ({
    numPassedTests: 5,
    numPendingTests: 1,
    testResults,
  })

  test('counts the tests that failed', () => {
    const files = [file('failed', 'passed', 'failed', 'failed'), file('passed', 'passed')]
    expect(testCounts(report(...files), 1)).toEqual({ passed: 5, skipped: 1, failed: 2 })
  })

  test('counts a file that could not be loaded as one failure', () => {
    expect(testCounts(report(file('failed'), file('passed', 'passed')), 1).failed).toBe(1)
  })

  test('never reports success if the run ended abnormally', () => {
    expect(testCounts(report(file('passed', 'passed')), 1).failed).toBe(1)
    expect(testCounts(report(file('passed', 'passed')), 0).failed).toBe(0)
  })
})

describe('the progress display', () => {
  test('shows a readable time', () => {
    expect([40, 9_949, 9_960, 59_400, 61_000].map(seconds)).toEqual([
      '0.0 s',
      '9.9 s',
      '10 s',
      '59 s',
      '1 min 1 s',
    ])
  })

  test('shows how much the disk has filled up, which never decreases, and nothing if it is unknown', () => {
    const free = [9e9, 8.9e9, 8.95e9, Number.NaN, 8.5e9]
    const written = diskMeter('anywhere', () => free.shift() ?? 0)
    const shown = Array.from({ length: 4 }, written)
    expect(shown).toEqual(['100 MB on disk', '100 MB on disk', '100 MB on disk', '500 MB on disk'])
    expect(diskMeter('nowhere', () => Number.NaN)()).toBe('')
  })

  test('keeps both ends of a long output', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`)
    expect(excerpt(lines.join('\n'), 2)).toBe('line 0\nline 1\n…\nline 98\nline 99')
    expect(excerpt('one\ntwo', 2)).toBe('one\ntwo')
  })
})

test('an npm that cannot read the lockfile is distinguished from one that can', () => {
  const complaintOf = (agent: string) => {
    vi.stubEnv('npm_config_user_agent', agent)
    return npmComplaint()
  }
  expect(complaintOf('npm/6.14.18 node/v18.20.0 linux x64')).toContain('npm 6')
  expect(complaintOf('npm/10.9.9 node/v18.20.0 linux x64')).toBeNull()
  expect(complaintOf('pnpm/9.1.0 npm/? node/v20.0.0 linux x64')).toBeNull()
  vi.unstubAllEnvs()
})

test('an interrupted step ends the command without reporting a failure', async () => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { collect } from './scripts/bootstrap/child.mjs'
       const step = collect(process.execPath, ['--eval', 'setTimeout(() => {}, 600_000)'])
       setImmediate(() => process.kill(process.pid, 'SIGTERM'))
       await step
       console.log('it goes on')`,
    ],
    { cwd: resolve(import.meta.dirname, '../..') },
  )
  const output: string[] = []
  child.stdout.on('data', chunk => output.push(String(chunk)))
  const [code] = await once(child, 'close')
  expect([code, output.join('')]).toEqual([143, ''])
})
