import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveVersion, oncePerVersion } from '#src/service/catalogue/version.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

test('what changes with the catalogue alone is asked once, also by a query that runs at every await', async () => {
  let asked = 0
  const query = () =>
    ({
      // biome-ignore lint/suspicious/noThenProperty: a query of Drizzle's is such a thing
      then: (done: (rows: number) => void) => done(++asked),
    }) as unknown as Promise<number>
  const ask = () => oncePerVersion(service.deps, 'a list', query)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(await ask()).toBe(1)

  await moveVersion(service.deps.db)
  expect(await ask()).toBe(2)
})
