import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { aUser, type Person } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startTestService()
  person = await aUser(service)
})
afterAll(() => service.stop())

/** Public reads that answer nothing without a query. */
const NEED_A_QUERY: readonly string[] = ['checkSso', 'search']

const publicReads = endpoints
  .map(({ endpoint }) => endpoint)
  .filter(
    ({ name, method, access, effect, path }) =>
      method === 'GET' &&
      access === 'anonymous' &&
      !effect &&
      !path.includes('{') &&
      !NEED_A_QUERY.includes(name),
  )

test.each(publicReads)(
  '$name lets no cache store what it answers to a signed-in caller',
  async ({ path }) => {
    const forPerson = await service.fetch(path, undefined, person)
    expect(forPerson.headers.get('cache-control')).toBe('private, no-store')
    const forAnyone = await service.fetch(path)
    expect(forAnyone.headers.get('cache-control')).not.toBe('private, no-store')
  },
)
