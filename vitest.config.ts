import { existsSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const databaseSetup = 'tests/support/database.ts'
const siteSetup = 'tests/support/site.setup.ts'
const TIMED = ['tests/e2e/player*.spec.ts', 'tests/e2e/{start,crash}.spec.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{architecture,contract,http,lib,scripts,support}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'service',
          include: ['tests/{service,cli}/**/*.test.ts'],
          globalSetup: setup(databaseSetup),
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      // Each test has people of its own, so that two files share a site: half of a browser test is waiting.
      browserTests('e2e', {
        include: ['tests/e2e/**/*.spec.ts'],
        exclude: [...TIMED],
        sequence: { groupOrder: 1 },
        maxWorkers: 2,
      }),
      // What is measured by the clock has the machine to itself.
      browserTests('e2e-timed', {
        include: [...TIMED],
        sequence: { groupOrder: 2 },
        maxWorkers: 1,
        fileParallelism: false,
      }),
    ],
  },
})

function browserTests(name: string, test: Partial<TestProjectInlineConfiguration['test']>) {
  return {
    test: {
      name,
      globalSetup: setup(siteSetup),
      retry: process.env.CI ? 1 : 0,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      ...test,
    },
  }
}

function setup(file: string): string[] {
  return existsSync(new URL(file, import.meta.url)) ? [file] : []
}
