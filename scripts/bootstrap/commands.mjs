import { build, isFresh } from './build.mjs'
import { collect, runAttached } from './child.mjs'
import { install } from './install.mjs'
import { writeMigration } from './migration.mjs'
import { inside, node } from './paths.mjs'
import { tail } from './print.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-flags.mjs'
import {
  checkSources,
  runEnduranceTests,
  runLongTests,
  runNodeTests,
  runStages,
} from './stages.mjs'
import { runTestFiles } from './test-files.mjs'

/** The npm scripts by name. Each returns its exit code. */
export const commands = {
  start: async args =>
    (await ready('[1/3] Installing packages', { needsDev: !isFresh() })) &&
    (await build('[2/3] Building the pages'))
      ? started(args)
      : 1,
  test: async args => ((await ready('Installing packages')) ? tested(args) : 1),
  'test:ci': async args => ((await ready('Installing packages')) ? runLongTests(args) : 1),
  'test:long': async args => ((await ready('Installing packages')) ? runEnduranceTests(args) : 1),
  'test:nodes': async args => ((await ready('Installing packages')) ? runNodeTests(args) : 1),
  'test:engines': async args =>
    (await ready('Installing packages'))
      ? runTestFiles(['--project', 'engines', 'tests/engines', ...args])
      : 1,
  check: async args => ((await ready()) ? checkSources(args) : 1),
  build: async () => ((await ready()) && (await build('Building', { force: true })) ? 0 : 1),
  dev: async args =>
    (await ready())
      ? runAttached([inside('node_modules/astro/bin/astro.mjs'), 'dev', ...args], {
          NODE_ENV: 'development',
        })
      : 1,
  service: async args =>
    (await ready(undefined, { needsDev: false })) ? served(inside('src/api-server.ts'), args) : 1,
  docs: program(inside('scripts/docs/write.ts')),
  sbom: runOnly(inside('scripts/sbom.ts')),
  bench: program(inside('tests/bench/run.ts')),
  shots: program(inside('tests/shots/run.ts')),
  'db:generate': async args => ((await ready()) ? writeMigration(args) : 1),
  format: async () => ((await ready()) ? formatted() : 1),
}

function ready(title = 'Installing packages', needs = {}) {
  return install(title, needs)
}

/** Returns a command that runs a program of the product and needs no packages of the build or the tests. */
function runOnly(...words) {
  return async args =>
    (await ready(undefined, { needsDev: false })) ? runAttached([...words, ...args]) : 1
}

function program(...words) {
  return async args => ((await ready()) ? runAttached([...words, ...args]) : 1)
}

function tested(args) {
  return args.length > 0 ? runTestFiles(args) : runStages(['checksAndBuild', 'tests', 'e2e'])
}

function started(args) {
  console.log('[3/3] Starting the site …')
  return served(inside('src/server.ts'), args)
}

function served(server, args) {
  const env = { NODE_ENV: 'production', ...SERVER_ENVIRONMENT }
  return runAttached([...SERVER_FLAGS, server, ...args], env)
}

async function formatted() {
  const runs = [
    await collect(node, [inside('node_modules/@biomejs/biome/bin/biome'), 'check', '--write']),
    await collect(node, [
      inside('node_modules/prettier/bin/prettier.cjs'),
      '--write',
      '--log-level=warn',
      '--no-error-on-unmatched-pattern',
      'src',
    ]),
  ]
  for (const { output } of runs) console.log(tail(output, 200))
  return runs.some(run => run.code !== 0) ? 1 : 0
}
