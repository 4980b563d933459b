/** Input that the contract does not know is refused alike by every call, with the name that the client sent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { search } from '#src/contract/endpoints/search.ts'
import { getApproaches } from '#src/contract/endpoints/session.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aSubscriber, type Person } from '#tests/support/people.ts'
import { allowSignIns } from '#tests/support/receivers.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
let person: Person

beforeAll(async () => {
  service = await startTestService()
  await allowSignIns(service)
  person = await aSubscriber(service)
})
afterAll(() => service.stop())

type Failed = { meta: { operation_result: string; errors?: Record<string, unknown> } }

async function ask(path: string, init?: RequestInit): Promise<Failed['meta'] & { status: number }> {
  const { accessToken, profileToken = '' } = person
  const reply = await service.fetch(path, init, { accessToken, profileToken })
  const { meta } = (await reply.json()) as Failed
  return { ...meta, status: reply.status }
}

const reads = endpoints.filter(
  ({ endpoint }) => endpoint.method === 'GET' && !endpoint.path.includes('{') && !endpoint.effect,
)

describe.each(reads.map(({ name, endpoint }) => [name, endpoint.path]))('%s', (_, path) => {
  test('refuses an unknown parameter', async () => {
    expect(await ask(`${path}?__unknown=1`)).toMatchObject({
      status: 422,
      errors: { __unknown: 'validation.unknownField' },
    })
  })

  test('refuses a repeated parameter', async () => {
    expect(await ask(`${path}?count=1&count=2`)).toMatchObject({
      status: 422,
      errors: { count: 'validation.repeated' },
    })
  })
})

test.each([
  ['/video-contents?order=cheapest', 'order'],
  ['/video-contents?types=series,films', 'types'],
  ['/video-contents?flags=hd,odd', 'flags'],
  ['/users/_self/profile?video_content_type=film', 'video_content_type'],
])('%s is refused, with the name of the parameter', async (path, name) => {
  expect(await ask(path)).toMatchObject({ status: 422, errors: { [name]: 'validation.invalid' } })
})

test('a search of fewer than 3 characters is refused', async () => {
  const failure = await apiErrorOf(service.api(search, { query: { query: 'ab' } }))
  expect(failure).toMatchObject({
    status: 422,
    errors: { query: ['validation.minLength', { length: 3 }] },
  })
})

test('the ways to sign in are refused to what is not a mobile number', async () => {
  const failure = await apiErrorOf(service.api(getApproaches, { params: { msisdn: '12' } }))
  expect(failure).toMatchObject({ status: 422, errors: { msisdn: 'validation.mobile' } })
})

test('a control character is refused with the name of its parameter', async () => {
  expect(await ask('/search?query=%00')).toMatchObject({
    status: 422,
    errors: { query: 'validation.invalid' },
  })
})

test('deleting what does not exist answers alike', async () => {
  const paths = [
    '/users/_self/bookmarks/none',
    '/users/_self/reminders/none',
    '/users/_self/profile/continue-watching/none',
    '/playback/leases/none',
    '/direct-debit/contracts/none',
  ]
  for (const path of paths)
    expect(await ask(path, { method: 'DELETE' }), path).toMatchObject({ status: 200 })
})
