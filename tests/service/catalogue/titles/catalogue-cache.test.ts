import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bumpVersion,
  cachedEachPerVersion,
  cachedPerVersion,
  warmCache,
} from '#src/service/catalogue/titles/catalogue-cache.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test('a value that changes only with the catalogue is queried once, even by a query that runs at every await', async () => {
  let asked = 0
  const query = () =>
    ({
      // biome-ignore lint/suspicious/noThenProperty: Drizzle's queries are thenables
      then: (done: (rows: number) => void) => done(++asked),
    }) as unknown as Promise<number>
  const ask = () => cachedPerVersion(service.deps, 'a list', query)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(await ask()).toBe(1)

  await bumpVersion(service.deps.db)
  expect(await ask()).toBe(2)
})

test('of values with an id only those that were not requested yet are loaded, until the version changes', async () => {
  const asked: string[][] = []
  const ask = async (...ids: string[]) => {
    const things = await cachedEachPerVersion(service.deps, 'things', ids, async unknown => {
      asked.push(unknown)
      return unknown.filter(id => id !== 'nothing').map(id => [id, id.toUpperCase()] as const)
    })
    return ids.map(id => things.get(id))
  }
  expect(await ask('a', 'b')).toEqual(['A', 'B'])
  expect(await ask('b', 'c', 'nothing', 'a')).toEqual(['B', 'C', undefined, 'A'])
  await warmCache(service.deps, 'things', [
    ['d', 'found otherwise'],
    ['a', 'another'],
  ])
  expect(await ask('a', 'd')).toEqual(['A', 'found otherwise'])
  expect(asked).toEqual([
    ['a', 'b'],
    ['c', 'nothing'],
  ])

  await bumpVersion(service.deps.db)
  expect(await ask('a')).toEqual(['A'])
  expect(asked).toHaveLength(3)
})

test('a cached value is not lost to its caller while others make room', async () => {
  const { deps } = service
  const many = (name: string) =>
    Array.from({ length: 10_001 }, (_, index) => [`${name}${index}`, name] as const)
  await warmCache(deps, 'crowd', [['known', 'yes']])
  const things = await cachedEachPerVersion(deps, 'crowd', ['known', 'other'], async () => {
    await warmCache(deps, 'crowd', many('a'))
    await warmCache(deps, 'crowd', many('b'))
    return [['other', 'found']]
  })
  expect([things.get('known'), things.get('other')]).toEqual(['yes', 'found'])

  const ids = ['known', 'other']
  const alone = await cachedEachPerVersion(deps, 'crowd', ids, async unknown =>
    unknown.map(id => [id, 'again'] as const),
  )
  await warmCache(deps, 'crowd', many('c'))
  await warmCache(deps, 'crowd', many('d'))
  expect(ids.every(id => alone.has(id))).toBe(true)
})

test('the oldest entries make room for new ones, the others stay', async () => {
  const { deps } = service
  const many = Array.from({ length: 2_000 }, (_, index) => [`thing${index}`, index] as const)
  await bumpVersion(deps.db)
  await warmCache(deps, 'room', [['first', 0]])
  await warmCache(deps, 'room', many)
  const loaded: string[] = []
  await cachedEachPerVersion(deps, 'room', ['first', 'thing0', 'thing1999'], async unknown => {
    loaded.push(...unknown)
    return unknown.map(id => [id, 0] as const)
  })
  expect(loaded).toEqual(['first'])
})
