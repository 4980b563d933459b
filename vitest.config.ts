import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const databaseSetup = 'tests/support/database.ts'
const siteSetup = 'tests/support/site.setup.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{architecture,contract,door,lib,scripts,support}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'service',
          include: ['tests/{service,front,cli}/**/*.test.ts'],
          globalSetup: setup(databaseSetup),
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.spec.ts'],
          globalSetup: setup(siteSetup),
          maxWorkers: 1,
          fileParallelism: false,
          retry: process.env.CI ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

function setup(file: string): string[] {
  return existsSync(new URL(file, import.meta.url)) ? [file] : []
}
