import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { supportOldNode } from './tests/support/old-node.ts'

const TIMED = ['tests/e2e/{player,start}.spec.ts']
/** Of those that depend on timing, the ones that `npm test` leaves to `.ci/run`. */
const LONG_TIMED = ['tests/e2e/player-*.spec.ts', 'tests/e2e/{crash,dev,stop}.spec.ts']
/** Long ones that `npm test` leaves to `.ci/run`, which keeps it under 15 minutes. */
const LONG = [
  'tests/e2e/{accessibility,account,blocked,brand,cards,carrier,content,contrast}.spec.ts',
  'tests/e2e/{first-paint,first-sale,fuzz,layout,listening,load-failure,metrics}.spec.ts',
  'tests/e2e/{notifications,old-browsers,purchase-journey,rate-limits,receivers}.spec.ts',
  'tests/e2e/text-injection.spec.ts',
  'tests/e2e/{observatory,settings-node,settings-pages,settings-production,settings-unset}.spec.ts',
]
/** Long ones of the service, likewise: kills, hangs, and every combination of rules. */
const LONG_SERVICE = [
  'tests/service/access/combinations.test.ts',
  'tests/service/checkout/crash*.test.ts',
  'tests/service/cli/{hostile,operating}.test.ts',
  'tests/service/backup/{backup,load,rehearsal,upgrade}.test.ts',
  'tests/service/db/embedded.test.ts',
  'tests/service/import/large.test.ts',
  'tests/service/live/{command,publish,recorder}.test.ts',
  'tests/service/direct-debit/{crash,hanging-bank,two-nodes}.test.ts',
  'tests/service/report/sums.test.ts',
  'tests/service/search/opensearch/real-titles.test.ts',
  'tests/service/search/readings.test.ts',
]
/** The command of ingest with sources of every kind: `npm run test:ingest`. */
const INGEST = ['tests/service/ingest/{resume,sources}.test.ts']

supportOldNode()

export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'tests/{architecture,components,contract,http,lib,pages,scripts,support}/**/*.test.ts',
          ],
        },
      },
      serviceTests('service', {
        include: ['tests/{service,cli}/**/*.test.ts'],
        exclude: [...LONG_SERVICE, ...INGEST],
      }),
      serviceTests('service-long', { include: [...LONG_SERVICE] }),
      serviceTests('ingest', { include: [...INGEST], testTimeout: 240_000 }),
      // Every test has its own accounts, so two files can share a site; half of a browser test is waiting.
      browserTests('e2e', {
        include: ['tests/e2e/**/*.spec.ts'],
        exclude: [...TIMED, ...LONG_TIMED, ...LONG],
        sequence: { groupOrder: 1 },
        maxWorkers: 2,
      }),
      browserTests('e2e-long', {
        include: [...LONG],
        sequence: { groupOrder: 1 },
        maxWorkers: 2,
      }),
      // Tests that depend on timing run alone.
      browserTests('e2e-timed', {
        include: [...TIMED],
        sequence: { groupOrder: 2 },
        maxWorkers: 1,
        fileParallelism: false,
      }),
      browserTests('e2e-timed-long', {
        include: [...LONG_TIMED],
        sequence: { groupOrder: 2 },
        maxWorkers: 1,
        fileParallelism: false,
      }),
      // Firefox and WebKitGTK of Debian: `npm run test:engines`.
      browserTests('engines', {
        include: ['tests/engines/**/*.spec.ts'],
        sequence: { groupOrder: 3 },
        maxWorkers: 1,
        fileParallelism: false,
      }),
      // Several nodes, proxies and databases of Debian: `npm run test:nodes`. Faults are timed, so files run one by one.
      {
        test: {
          name: 'nodes',
          include: ['tests/nodes/**/*.test.ts'],
          globalSetup: ['tests/support/nodes.setup.ts'],
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})

function serviceTests(name: string, test: Partial<TestProjectInlineConfiguration['test']>) {
  return {
    test: {
      name,
      globalSetup: ['tests/support/database.ts'],
      maxWorkers: 2,
      testTimeout: 20_000,
      hookTimeout: 60_000,
      ...test,
    },
  }
}

function browserTests(name: string, test: Partial<TestProjectInlineConfiguration['test']>) {
  return {
    test: {
      name,
      globalSetup: ['tests/support/site.setup.ts'],
      retry: process.env.CI ? 1 : 0,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // A page on a busy machine needs more than the second of the default.
      expect: { poll: { timeout: 10_000 } },
      ...test,
    },
  }
}
