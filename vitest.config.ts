/**
 * Folders decide how a test runs, and the suffix when: `npm test` runs `*.test.ts` and `*.spec.ts` (in a browser), `.ci/run` also
 * runs `*.long.test.ts` and `*.long.spec.ts`. CONTRIBUTING.md describes the levels.
 */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { supportOldNode } from './tests/support/old-node.ts'

type Options = NonNullable<TestProjectInlineConfiguration['test']>

const LONG = ['**/*.long.{test,spec}.ts']
/** Limits of what should never be reached: a passing test waits for events, so these only end one that hangs. */
const PATIENCE = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}
/** Node loads the sources as it does in production, once for all files of a worker, without Vite's transforms. */
const ON_NODE = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import=./src/service/platform/module-resolution.ts'],
}

supportOldNode()

export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      project('unit', {
        include: [
          'tests/{architecture,components,contract,http,lib,pages,scripts,staff,support}/**/*.test.ts',
        ],
        exclude: LONG,
        isolate: false,
        setupFiles: ['tests/support/unit.setup.ts'],
      }),
      project('service', {
        include: ['tests/{service,cli}/**/*.test.ts'],
        exclude: LONG,
        ...inService(),
      }),
      project('long', {
        include: ['tests/{service,cli,scripts}/**/*.long.test.ts'],
        ...inService(),
      }),
      project('e2e', {
        include: ['tests/e2e/**/*.spec.ts'],
        exclude: LONG,
        ...inBrowser(1),
      }),
      project('e2e-long', {
        include: ['tests/e2e/**/*.long.spec.ts'],
        ...inBrowser(1),
      }),
      // Debian's Firefox and WebKitGTK, one after the other: `npm run test:engines`.
      project('engines', {
        include: ['tests/engines/**/*.spec.ts'],
        ...inBrowser(2),
        fileParallelism: false,
      }),
      // Several nodes, proxies and databases of Debian, which use fixed resources of the machine: `npm run test:nodes`.
      project('nodes', {
        include: ['tests/nodes/**/*.test.ts'],
        globalSetup: ['tests/support/nodes.setup.ts'],
        sequence: { groupOrder: 3 },
        fileParallelism: false,
      }),
    ],
  },
})

function project(name: string, options: Options): TestProjectInlineConfiguration {
  return { test: { name, maxWorkers: 2, ...PATIENCE, ...options } }
}

/** Modules of the service have no state of their own that a test would see, so files can share them. */
function inService(): Options {
  return {
    globalSetup: ['tests/support/database.ts'],
    setupFiles: ['tests/support/service.setup.ts'],
    ...ON_NODE,
  }
}

/** Every test has accounts of its own, so files share a site and a browser; half of a browser test is waiting. */
function inBrowser(groupOrder: number): Options {
  return {
    globalSetup: ['tests/support/site.setup.ts'],
    sequence: { groupOrder },
    ...ON_NODE,
  }
}
