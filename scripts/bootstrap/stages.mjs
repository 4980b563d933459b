import { readFileSync, rmSync } from 'node:fs'
import { browser } from './browser.mjs'
import { build } from './build.mjs'
import { collect, runAttached } from './child.mjs'
import { inside, node } from './paths.mjs'
import { seconds, step, tail } from './print.mjs'
import { installServers } from './servers.mjs'

const astro = inside('node_modules/astro/bin/astro.mjs')
const biome = inside('node_modules/@biomejs/biome/bin/biome')
const prettier = inside('node_modules/prettier/bin/prettier.cjs')
const vitest = inside('node_modules/vitest/vitest.mjs')

/** A stage returns `{ passed, failed, stop? }`; types and lint count only when they fail. */
export const stages = {
  types: { title: 'Types', run: quiet([astro, 'check', '--minimumSeverity', 'error']) },
  lint: {
    title: 'Lint and format',
    run: quiet(
      [biome, 'check', '--error-on-warnings'],
      [prettier, '--check', '--no-error-on-unmatched-pattern', 'src'],
    ),
  },
  tests: { title: 'Unit and service tests', run: tests('unit', 'service'), needsChecks: true },
  build: { title: 'Build', run: buildStage, needsChecks: true },
  e2e: { title: 'Browser tests', run: browserTests },
}

/** Runs stages in order; a stage that `needsChecks` runs only if all checks before it passed. */
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

/** `npm run test:nodes [-- FILE…]`: tests against Debian's servers, all of them or some files. Returns the exit code. */
export async function runNodeTests(files) {
  const absent = await installServers('Installing')
  if (absent.length > 0) {
    console.error(
      `These Debian packages are missing: ${absent.join(', ')}. Install them, or run this as root on Debian.`,
    )
    return 1
  }
  const path = await browser('Installing Chromium')
  if (!path) return 1
  const started = Date.now()
  const result = await tests('nodes')('Tests on many nodes', { CHROMIUM_PATH: path }, files)
  return summary([{ title: 'Tests on many nodes', ms: Date.now() - started, ...result }])
}

/** `npm run test:ingest [-- FILE…]`: the command with sources of every kind, where ffmpeg is. Returns the exit code. */
export async function runIngestTests(files) {
  const title = 'Tests of ingest'
  const started = Date.now()
  const result = await tests('ingest')(title, {}, files)
  return summary([{ title, ms: Date.now() - started, ...result }])
}

function quiet(...commands) {
  return async title => {
    const done = step(title)
    const runs = []
    for (const args of commands) runs.push(await collect(node, args))
    const failures = runs.filter(run => run.code !== 0)
    done(failures.length ? 'failed' : 'right')
    for (const { output } of failures) console.error(tail(output, 200))
    return { passed: 0, failed: failures.length, checkFailed: failures.length > 0 }
  }
}

async function buildStage(title) {
  if (await build(title)) return { passed: 0, failed: 0 }
  return { passed: 0, failed: 1, checkFailed: true }
}

async function browserTests(title) {
  const path = await browser(`${title}: installing Chromium`)
  if (!path) return { passed: 0, failed: 1 }
  return tests('e2e', 'e2e-timed')(title, { CHROMIUM_PATH: path })
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
    return counted(read(report), code)
  }
}

/**
 * Counts Vitest's JSON report. A file that could not even load has no failed test in it and counts as
 * one; so does a run that ended badly without saying where.
 */
export function counted({ numPassedTests, numPendingTests, testResults }, code) {
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
      `  ${title.padEnd(24)}${seconds(ms).padStart(12)}   ${counts.filter(Boolean).join(', ') || 'right'}`,
    )
  }
  console.log(`  ${'Together'.padEnd(24)}${seconds(sum('ms')).padStart(12)}\n`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 ? 0 : 1
}
