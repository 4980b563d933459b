import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFirstSteps } from '#src/service/commerce/checkout/first-steps.ts'
import { firstRunGuide } from '#src/service/operations/cli/first-run.ts'
import { packages } from '#src/service/platform/db/schema/packages.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aContent, aPackage } from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('existing titles and packages on sale are recognised', async () => {
  const { db } = database
  expect(await readFirstSteps(db)).toEqual({ titles: false, packages: false })
  await aContent(db)
  await aPackage(db)
  expect(await readFirstSteps(db)).toEqual({ titles: true, packages: true })
  await db.update(packages).set({ isActive: false })
  expect(await readFirstSteps(db)).toEqual({ titles: true, packages: false })
})

test('the guide names the commands and their files, and what is already done', () => {
  const guide = firstRunGuide({ titles: false, packages: false })
  for (const file of ['docs/import.md', 'docs/packages.md', 'docs/home.md', 'docs/operating.md'])
    expect(guide).toContain(file)
  expect(guide).not.toContain('(done)')
  expect(firstRunGuide({ titles: true, packages: false })).toContain('titles (done)')
})
