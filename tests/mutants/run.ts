/**
 * Shows which faults the tests notice: applies each mutant of list.ts to a copy of this checkout and runs the tests that could
 * notice it, the short ones first.
 *
 * `node_modules/.bin/node tests/mutants/run.ts [--only ID,ID] [--out FILE] [--before FILE]`
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import { root } from '#tests/support/sources.ts'
import { type ListedMutant, MUTANTS } from './list.ts'
import {
  applyMutant,
  createScratchCopy,
  isStale,
  removeScratchCopy,
  type ScratchCopy,
} from './scratch-copy.ts'
import { isNoticed, type MutantResult, noticedIn, tableOf } from './table.ts'
import {
  endRunningTests,
  listTestFiles,
  runTests,
  type Selection,
  type TestFile,
  type TestName,
  type TestRun,
  type Tier,
} from './test-run.ts'

const USAGE = 'Usage: node tests/mutants/run.ts [--only ID,ID] [--out FILE] [--before FILE]'

type Stage = { tier: Tier; files: string[] }

/** Returns the files of a mutant: first those that are most likely to notice it, and all short ones before the long ones. */
function stagesOf({ tests, likely }: ListedMutant, files: readonly TestFile[]): Stage[] {
  const own = files.filter(({ path }) => tests.some(folder => path.startsWith(`${folder}/`)))
  const isLikely = ({ path }: TestFile) => likely.some(part => path.includes(part))
  const stages = (['short', 'long'] as const).flatMap(tier => {
    const ofTier = own.filter(file => file.tier === tier)
    return [ofTier.filter(isLikely), ofTier.filter(file => !isLikely(file))].map(group => ({
      tier,
      files: group.map(({ path }) => path),
    }))
  })
  return stages.filter(stage => stage.files.length > 0)
}

/** Maximum number of runs of a test, which may fail on a busy machine although nothing is wrong. */
const TRIES = 3
/** Files and tests that also fail without a mutant. */
const unreliable = { files: new Set<string>(), tests: new Map<string, TestName>() }

async function runWith(
  copy: ScratchCopy,
  mutant: ListedMutant,
  selection: Selection,
): Promise<TestRun> {
  const restore = applyMutant(copy, mutant)
  try {
    return await runTests(copy, selection)
  } finally {
    restore()
  }
}

/** Returns how often these tests fail without a mutant before they pass; null if they never do. */
async function failuresUnchanged(copy: ScratchCopy, selection: Selection): Promise<number | null> {
  for (let failures = 0; failures < TRIES; failures++)
    if ((await runTests(copy, selection)).outcome === 'passed') return failures
  return null
}

async function failsEachTime(times: number, run: () => Promise<TestRun>): Promise<boolean> {
  for (let time = 0; time < times; time++) if ((await run()).outcome === 'passed') return false
  return true
}

type Noticed = { outcome: 'failed' | 'timed out'; by: string }

/**
 * Returns the first test of a stage that notices the mutant: it fails twice with it and passes without it. A test that sometimes
 * fails without it must fail more often with it. Returns null if no test notices the mutant.
 */
async function noticedBy(
  copy: ScratchCopy,
  mutant: ListedMutant,
  { tier, files }: Stage,
): Promise<Noticed | null> {
  const accidents = { files: new Set(unreliable.files), tests: new Map(unreliable.tests) }
  for (;;) {
    const left = files.filter(file => !accidents.files.has(file))
    if (left.length === 0) return null
    const except = [...accidents.tests.values()]
    const run = await runWith(copy, mutant, { tier, files: left, except })
    if (run.outcome === 'passed') return null
    const { file, test, message } = run.failure
    const suspects = { tier, files: file === null ? left : [file], test, except }
    const name = [file, test?.join(' > ') ?? message].filter(Boolean).join(': ')
    const failures = await failuresUnchanged(copy, suspects)
    const again = () => runWith(copy, mutant, suspects)
    if (failures !== null && (await failsEachTime(1 + 2 * failures, again)))
      return { outcome: run.outcome, by: name }
    for (const leftOut of failures === null ? [accidents, unreliable] : [accidents])
      if (test) leftOut.tests.set(name, test)
      else for (const each of suspects.files) leftOut.files.add(each)
    if (failures === null) console.log(`  skipped, because it also fails without a mutant: ${name}`)
  }
}

async function resultOf(
  copy: ScratchCopy,
  mutant: ListedMutant,
  allFiles: readonly TestFile[],
): Promise<MutantResult> {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1_000
  const stages = stagesOf(mutant, allFiles)
  if (stages.length === 0) throw new Error(`${mutant.id} has no tests in ${mutant.tests}`)
  if (isStale(copy, mutant)) return { mutant, result: 'stale', seconds: seconds() }
  for (const stage of stages) {
    const noticed = await noticedBy(copy, mutant, stage)
    if (!noticed) continue
    const result = noticed.outcome === 'failed' ? 'killed' : noticed.outcome
    return { mutant, result, tier: stage.tier, by: noticed.by, seconds: seconds() }
  }
  return { mutant, result: 'survived', seconds: seconds() }
}

function commitOfCheckout(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const isChanged = git('status', '--porcelain').trim() !== ''
  return `${git('rev-parse', '--short=8', 'HEAD').trim()}${isChanged ? ' with changes' : ''}`
}

/** @throws Error for an unknown option or mutant */
function readOptions() {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { only: text, out: text, before: text } })
  const known = new Map(MUTANTS.map(mutant => [mutant.id, mutant]))
  const chosen = values.only?.split(',').map(id => {
    const mutant = known.get(id)
    if (!mutant) throw new Error(`Mutant "${id}" does not exist.`)
    return mutant
  })
  return {
    mutants: chosen ?? MUTANTS,
    out: values.out,
    before: values.before === undefined ? null : noticedIn(readFileSync(values.before, 'utf8')),
  }
}

async function main({ mutants, out, before }: ReturnType<typeof readOptions>): Promise<number> {
  setPriority(10)
  const commit = commitOfCheckout()
  const copy = createScratchCopy()
  process.once('SIGINT', endRunningTests).once('SIGTERM', endRunningTests)
  const results: MutantResult[] = []
  try {
    const files = listTestFiles(copy)
    for (const mutant of mutants) {
      const result = await resultOf(copy, mutant, files)
      results.push(result)
      const { tier = '', by = '', seconds } = result
      const text = [result.result, tier, `${Math.round(seconds)} s`, by].filter(Boolean).join(', ')
      console.log(`${results.length}/${mutants.length} ${mutant.id}: ${text}`)
      if (out) writeFileSync(out, tableOf(commit, results))
    }
  } finally {
    await removeScratchCopy(copy)
  }
  if (!out) console.log(`\n${tableOf(commit, results)}`)
  const stale = results.filter(({ result }) => result === 'stale').map(({ mutant }) => mutant.id)
  if (stale.length > 0)
    console.error(`The text of these mutants does not occur exactly once: ${stale.join(', ')}`)
  const lost = results
    .filter(result => before?.has(result.mutant.id) && !isNoticed(result))
    .map(({ mutant }) => mutant.id)
  if (lost.length > 0) console.error(`No longer noticed: ${lost.join(', ')}`)
  return stale.length > 0 || lost.length > 0 ? 1 : 0
}

let options: ReturnType<typeof readOptions> | null = null
try {
  options = readOptions()
} catch (error) {
  console.error(`${(error as Error).message}\n${USAGE}`)
  process.exitCode = 2
}
if (options) process.exitCode = await main(options)
