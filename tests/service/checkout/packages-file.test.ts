import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupedPackages } from '#src/service/checkout/packages.queries.ts'
import { applyPackages, PackagesFile } from '#src/service/checkout/packages-file.ts'
import { packages } from '#src/service/db/schema/packages.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const title = { fa: 'یک', en: 'One' }
const aPackage = (id: string, more: object = {}) => ({
  id,
  title,
  days: 30,
  price: 1_000_000,
  ...more,
})
const fileOf = (...groups: Array<{ id: string; packages: object[] }>) =>
  PackagesFile.parse({ groups: groups.map(group => ({ title, ...group })) })

async function sold() {
  const groups = await groupedPackages(database.db, 'en', null)
  return groups.map(group => group.packages.map(({ id, price }) => [id, price]))
}

describe('the packages', () => {
  it('are those of the file, in its order', async () => {
    const file = fileOf(
      { id: 'months', packages: [aPackage('month-3'), aPackage('month-1')] },
      {
        id: 'years',
        packages: [aPackage('year', { days: 365, price: 5_000_000, discount: 5_000 })],
      },
    )
    expect(await applyPackages(database, file)).toBe(3)
    expect(await sold()).toEqual([
      [
        ['month-3', 1_000_000],
        ['month-1', 1_000_000],
      ],
      [['year', 5_000_000]],
    ])
  })

  it('change by their id, and are sold no more when they are left out, though they stay', async () => {
    const file = fileOf({ id: 'months', packages: [aPackage('month-1', { price: 2_000_000 })] })
    await applyPackages(database, file)
    await applyPackages(database, file)
    expect(await sold()).toEqual([[['month-1', 2_000_000]]])
    expect(await database.db.select().from(packages)).toHaveLength(3)
    await applyPackages(database, fileOf({ id: 'years', packages: [aPackage('year')] }))
    expect(await sold()).toEqual([[['year', 1_000_000]]])
  })

  it.each([
    ['a discount above the price', [aPackage('a', { discount: 1_000_001 })]],
    ['no days', [aPackage('a', { days: 0 })]],
    ['a part of a rial', [aPackage('a', { price: 0.5 })]],
    ['an id twice', [aPackage('a'), aPackage('a')]],
    ['an unknown field', [aPackage('a', { cost: 1 })]],
    ['no package', []],
  ])('are refused with %s', (_, given) => {
    const groups = [{ id: 'g', title, packages: given }]
    expect(PackagesFile.safeParse({ groups }).success).toBe(false)
  })

  it('may be written as the example of the document', () => {
    const example = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/packages.md', 'utf8'))?.[1]
    expect(PackagesFile.parse(JSON.parse(example ?? '')).groups).toHaveLength(1)
  })
})
