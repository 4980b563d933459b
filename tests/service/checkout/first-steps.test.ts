import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstSteps } from '#src/service/checkout/first-steps.ts'
import { firstRunGuide } from '#src/service/cli/first-run.ts'
import { packages } from '#src/service/db/schema/packages.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aContent, aPackage } from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('what is there is known: titles, and packages that are sold', async () => {
  const { db } = database
  expect(await firstSteps(db)).toEqual({ titles: false, packages: false })
  await aContent(db)
  await aPackage(db)
  expect(await firstSteps(db)).toEqual({ titles: true, packages: true })
  await db.update(packages).set({ isActive: false })
  expect(await firstSteps(db)).toEqual({ titles: true, packages: false })
})

test('the guide names the commands and their files, and what is done', () => {
  const guide = firstRunGuide({ titles: false, packages: false })
  for (const file of ['docs/import.md', 'docs/packages.md', 'docs/home.md', 'docs/operating.md'])
    expect(guide).toContain(file)
  expect(guide).not.toContain('(done)')
  expect(firstRunGuide({ titles: true, packages: false })).toContain('titles (done)')
})
