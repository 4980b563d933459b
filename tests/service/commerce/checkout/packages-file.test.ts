import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  applyPackages,
  exportPackages,
  retirePackages,
} from '#src/service/commerce/checkout/apply-packages.ts'
import { listPackageGroups } from '#src/service/commerce/checkout/packages.queries.ts'
import { PackagesFile } from '#src/service/commerce/checkout/packages-file.ts'
import { packages } from '#src/service/platform/db/schema/packages.ts'
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
  const groups = await listPackageGroups(database.db, 'en', null)
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
    expect(await applyPackages(database, file)).toHaveLength(3)
    expect(await sold()).toEqual([
      [
        ['month-3', 1_000_000],
        ['month-1', 1_000_000],
      ],
      [['year', 5_000_000]],
    ])
  })

  it('are matched by id, and retired but kept if they are left out', async () => {
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
    ['a fraction of a rial', [aPackage('a', { price: 0.5 })]],
    ['an id twice', [aPackage('a'), aPackage('a')]],
    ['an unknown field', [aPackage('a', { cost: 1 })]],
    ['no package', []],
  ])('are refused with %s', (_, given) => {
    const groups = [{ id: 'g', title, packages: given }]
    expect(PackagesFile.safeParse({ groups }).success).toBe(false)
  })

  it('report their changes: new, retired, different price, edited, unchanged', async () => {
    const changes = async (...items: object[]) => {
      const done = await applyPackages(database, fileOf({ id: 'told', packages: items }))
      return done.map(({ id, change }) => `${id} ${change}`).sort()
    }
    await applyPackages(database, fileOf({ id: 'told', packages: [aPackage('a'), aPackage('b')] }))
    expect(await changes(aPackage('a'), aPackage('b'))).toEqual(['a same', 'b same'])
    expect(await changes(aPackage('b', { price: 5 }), aPackage('c'))).toEqual([
      'a retired',
      'b changed',
      'c new',
    ])
    expect(
      await changes(
        aPackage('a'),
        aPackage('b', { price: 5, title: { ...title, en: 'Two' } }),
        aPackage('c', { days: 31 }),
      ),
    ).toEqual(['a returned', 'b edited', 'c changed'])
  })

  it('can be printed as a file that sells them again', async () => {
    const description = { fa: 'توضیح', en: 'A description' }
    const file = fileOf(
      { id: 'years', packages: [aPackage('year', { days: 365, best_offer: true, description })] },
      { id: 'months', packages: [aPackage('auto', { renewal: 'direct_debit', discount: 7 })] },
    )
    await applyPackages(database, file)
    expect(await exportPackages(database.db)).toEqual(file)
    const again = await applyPackages(database, await exportPackages(database.db))
    expect(again.map(({ change }) => change)).toEqual(['same', 'same'])
  })

  it('are retired by their ids, once', async () => {
    const packages = [aPackage('x'), aPackage('y')]
    await applyPackages(database, fileOf({ id: 'retiring', packages }))
    expect(await retirePackages(database, ['x'])).toMatchObject([{ id: 'x', change: 'retired' }])
    expect(await retirePackages(database, ['x'])).toEqual([])
    expect(await sold()).toEqual([[['y', 1_000_000]]])
  })

  it('are those of one file if two are applied at once', async () => {
    const files = ['p', 'q'].map(name =>
      fileOf({ id: name, packages: [aPackage(`${name}1`), aPackage(`${name}2`)] }),
    )
    await Promise.all(
      files.flatMap(file => [file, file]).map(file => applyPackages(database, file)),
    )
    const ids = (await sold()).flat().map(([id]) => id)
    expect([
      ['p1', 'p2'],
      ['q1', 'q2'],
    ]).toContainEqual(ids)
  })

  it('may be written like the examples of the document', () => {
    const document = readFileSync('docs/packages.md', 'utf8')
    const examples = [...document.matchAll(/```(?:json|yaml)\n([\s\S]*?)```/g)].map(([, text]) =>
      PackagesFile.parse(parse(text ?? '')),
    )
    expect(examples.length).toBeGreaterThan(0)
    for (const { groups } of examples) expect(groups).toHaveLength(2)
  })
})
