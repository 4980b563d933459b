import { readFileSync, rmSync } from 'node:fs'
import { browser } from './browser.mjs'
import { collect, runAttached } from './child.mjs'
import { inside, node } from './paths.mjs'
import { seconds, step, tail } from './print.mjs'
import { installServers } from './servers.mjs'

const astro = inside('node_modules/astro/bin/astro.mjs')
const knip = inside('node_modules/knip/bin/knip.js')
const biome = inside('node_modules/@biomejs/biome/bin/biome')
const prettier = inside('node_modules/prettier/bin/prettier.cjs')
const tsc = inside('node_modules/typescript-native/bin/tsc')
const vitest = inside('node_modules/vitest/vitest.mjs')

// Astro's checker takes several times as long as TypeScript for a TypeScript file, so it checks only Astro's files. It needs TypeScript
// 6, while the compiler is TypeScript 7, which is several times as fast.
const TYPE_CHECKS = [
  [astro, 'check', '--minimumSeverity', 'error', '--tsconfig', 'tsconfig.pages.json'],
  [tsc, '--noEmit'],
]

const LINT = [
  [biome, 'check', '--error-on-warnings'],
  [prettier, '--check', '--no-error-on-unmatched-pattern', 'src'],
]
const UNUSED = [[knip]]

/** Stages of the checks. Each returns `{ passed, failed, stop? }`; types and lint count only if they fail. */
export const stages = {
  types: { title: 'Types', run: quiet(...TYPE_CHECKS) },
  lint: { title: 'Lint and format', run: quiet(...LINT) },
  unused: { title: 'Unused files and exports', run: quiet(...UNUSED) },
  // The build and the type checks each have one busy thread, so together they take as long as the build.
  checksAndBuild: {
    title: 'Types, lint, unused exports and build',
    run: quiet(...TYPE_CHECKS, [inside('scripts/run.mjs'), 'build'], ...LINT, ...UNUSED),
  },
  tests: { title: 'Unit and service tests', run: tests('unit', 'service'), needsChecks: true },
  e2e: { title: 'Browser tests', run: browserTests, needsChecks: true },
}

/** `npm run check [-- STAGE…]`: runs these stages, or every stage that needs no browser. Returns the exit code. */
export async function checkSources(names) {
  const known = ['types', 'lint', 'unused', 'tests']
  const unknown = names.find(name => !known.includes(name))
  if (unknown === undefined) return runStages(names.length > 0 ? names : known)
  console.error(`${unknown} is not a check. Name some of: ${known.join(', ')}.`)
  return 1
}

/** Runs stages in order. A stage that `needsChecks` runs only if all previous checks have passed. */
export async function runStages(names) {
  const results = []
  for (const [index, name] of names.entries()) {
    const { title, run, needsChecks } = stages[name]
    if (needsChecks && results.some(result => result.checkFailed)) break
    const started = Date.now()
    const result = await run(`[${index + 1}/${names.length}] ${title}`)
    results.push({ title, ms: Date.now() - started, ...result })
  }
  return summary(results)
}

/** `npm run test:nodes [-- FILE…]`: runs all or some tests against Debian's servers; `--shard=1/8` a part. Returns the exit code. */
export async function runNodeTests(files) {
  const absent = await installServers('Installing')
  if (absent.length > 0) return missingPackages(absent)
  const path = await browser('Installing Chromium')
  if (!path) return 1
  const started = Date.now()
  const result = await tests('nodes')('Tests on many nodes', { CHROMIUM_PATH: path }, files)
  return summary([{ title: 'Tests on many nodes', ms: Date.now() - started, ...result }])
}

/**
 * `npm run test:ci [-- FILE…]`: runs all or some long tests of the service, of commands and in the browser; `.ci/run` adds a part of
 * them, `--shard=1/8`, to `npm test`. Returns the exit code.
 */
export async function runLongTests(files) {
  const path = await browser('Installing Chromium')
  if (!path) return 1
  const title = 'Long tests'
  const started = Date.now()
  const result = await tests('long', 'e2e-long')(title, { CHROMIUM_PATH: path }, files)
  return summary([{ title, ms: Date.now() - started, ...result }])
}

/**
 * Settings of the endurance tests, which take hours before a release: kills, faults, rolling updates and random calls in large
 * numbers, and all browser tests behind proxies.
 */
const ENDURANCE = {
  KILLS: '200',
  FUZZ_CALLS: '20000',
  FAULT_MINUTES: '15',
  EMBEDDED_FAULTS: '50',
  ROLLS: '10',
  IMAGE: '1',
  SUITE_PROJECTS: 'e2e,e2e-long',
}
const ENDURANCE_FILES = [
  'tests/service/commerce/checkout/crash.long.test.ts',
  'tests/e2e/fuzz.long.spec.ts',
  'tests/nodes/random-faults.test.ts',
  'tests/nodes/embedded-faults.test.ts',
  'tests/nodes/rolling-deploy.test.ts',
  'tests/nodes/image.test.ts',
  'tests/nodes/browser-suite.test.ts',
]

/** `npm run test:long [-- FILE…]`: runs the endurance tests. Returns the exit code. */
export async function runEnduranceTests(files) {
  const absent = await installServers('Installing')
  if (absent.length > 0) return missingPackages(absent)
  const path = await browser('Installing Chromium')
  if (!path) return 1
  const title = 'Endurance tests'
  const started = Date.now()
  const run = tests('long', 'e2e-long', 'nodes')
  const chosen = files.length > 0 ? files : ENDURANCE_FILES
  const result = await run(title, { CHROMIUM_PATH: path, ...ENDURANCE }, chosen)
  return summary([{ title, ms: Date.now() - started, ...result }])
}

function missingPackages(absent) {
  console.error(
    `These Debian packages are missing: ${absent.join(', ')}. Install them, or run this as root on Debian.`,
  )
  return 1
}

function quiet(...commands) {
  return async title => {
    const done = step(title)
    const runs = await Promise.all(commands.map(args => collect(node, args)))
    const failures = runs.filter(run => run.code !== 0)
    done(failures.length ? 'failed' : 'right')
    for (const { output } of failures) console.error(tail(output, 200))
    return { passed: 0, failed: failures.length, checkFailed: failures.length > 0 }
  }
}

async function browserTests(title) {
  const path = await browser(`${title}: installing Chromium`)
  if (!path) return { passed: 0, failed: 1 }
  return tests('e2e')(title, { CHROMIUM_PATH: path })
}

function tests(...projects) {
  return async (title, env, files = []) => {
    console.log(`${title} …`)
    const report = inside('test-results', `${projects.join('-')}.json`)
    rmSync(report, { force: true })
    const code = await runAttached(
      [
        vitest,
        'run',
        ...projects.flatMap(project => ['--project', project]),
        ...files,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      env,
    )
    return testCounts(read(report), code)
  }
}

/**
 * Counts the results in Vitest's JSON report. A file that could not be loaded contains no failed test and counts as one; so does a
 * run that failed without a reason.
 */
export function testCounts({ numPassedTests, numPendingTests, testResults }, code) {
  const failed = testResults.reduce((sum, file) => {
    const tests = file.assertionResults.filter(test => test.status === 'failed').length
    return sum + (tests || (file.status === 'failed' ? 1 : 0))
  }, 0)
  return {
    passed: numPassedTests,
    skipped: numPendingTests,
    failed: failed || (code === 0 ? 0 : 1),
  }
}

function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { numPassedTests: 0, numPendingTests: 0, testResults: [] }
  }
}

function summary(results) {
  const sum = key => results.reduce((total, result) => total + (result[key] ?? 0), 0)
  console.log('')
  for (const { title, ms, passed, failed, skipped } of results) {
    const counts = [
      passed && `${passed} passed`,
      skipped && `${skipped} skipped`,
      failed && `${failed} failed`,
    ]
    console.log(
      `  ${title.padEnd(40)}${seconds(ms).padStart(12)}   ${counts.filter(Boolean).join(', ') || 'right'}`,
    )
  }
  console.log(`  ${'Together'.padEnd(40)}${seconds(sum('ms')).padStart(12)}\n`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 ? 0 : 1
}
