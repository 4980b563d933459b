/**
 * The browser tests of the ordinary suite, against many nodes behind proxies. They take as long as the suite itself and are run by
 * hand: `SUITE_PROJECTS=e2e npm run test:nodes -- tests/nodes/browser-suite.test.ts`.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTopology, type Topology } from './support/topology.ts'

/** Names of projects, such as `e2e,e2e-long`. */
const PROJECTS = process.env.SUITE_PROJECTS?.split(',') ?? []
/** Test files to run; all files of the projects if unset. */
const FILES = process.env.SUITE_FILES?.split(',') ?? []
const SUITE_MS = 1_500_000

let topology: Topology | undefined
beforeAll(async () => {
  if (PROJECTS.length > 0) topology = await startTopology()
})
afterAll(async () => {
  if (topology) expect(await topology.stop(), 'exit codes after SIGTERM').toEqual([0, 0, 0, 0])
})

type Report = {
  numPassedTests: number
  testResults: { name: string; status: string; assertionResults: Result[] }[]
}
type Result = { fullName: string; status: string; failureMessages?: string[] }

test.skipIf(PROJECTS.length === 0)(
  'the browser suite passes on many nodes',
  {
    timeout: SUITE_MS,
  },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pardeh-suite-'))
    const report = await run(folder)
    const failed = report.testResults.flatMap(file =>
      file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages = [] }) => [
          file.name,
          fullName,
          failureMessages[0]?.slice(0, 600),
        ]),
    )
    console.info(`${report.numPassedTests} passed; the log is in ${folder}`)
    expect(failed).toEqual([])
    expect(report.numPassedTests).toBeGreaterThan(FILES.length > 0 ? 0 : 100)
  },
)

/** Runs Vitest in a separate process, with the topology as the site under test. */
async function run(folder: string): Promise<Report> {
  const report = join(folder, 'report.json')
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...PROJECTS.flatMap(name => ['--project', name]),
      ...FILES,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      env: {
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_ENV$/.test(name)),
        ),
        SITE_UNDER_TEST: topology?.url,
        NODE_UNDER_TEST: topology?.pages[0]?.url,
        SERVICES_UNDER_TEST: topology?.services.map(({ url }) => url).join(),
        SETTINGS_UNDER_TEST: JSON.stringify(topology?.settings),
        DATA_DIR: topology?.dataDir,
        CI: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const log = createWriteStream(join(folder, 'log'))
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  await new Promise(done => child.once('close', done))
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}
