import { afterAll, beforeAll, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { createApi } from '#src/lib/api/client.ts'
import { CallFailed } from '#src/lib/api/failure.ts'
import { createApp } from '#src/service/app.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'rain', title: { fa: 'باران', en: 'Rain' } }),
    aFilm({ external_id: 'night' }),
  ])
})
afterAll(() => service.stop())

/** A call as a caller in the same process makes it. */
async function callInProcess(path: string) {
  const found: unknown[] = []
  const reply = await createApp(service.deps).fetch(new Request(`http://service${path}`), {
    address: '127.0.0.1',
    requestId: '',
    onResult: data => found.push(data),
  })
  return { found, reply }
}

test('a caller in the same process gets the value that another gets as JSON, and a reply without a body', async () => {
  const { items } = await service.api(listContents)
  for (const path of [
    '/global-data',
    '/widgets/personal-home-page',
    '/categories',
    '/video-contents?count=24',
    `/video-contents/${items[0]?.short_id}`,
  ]) {
    const written = await service.fetch(path)
    expect(written.status, path).toBe(200)
    const { data } = (await written.json()) as { data: unknown }
    const { found, reply } = await callInProcess(path)
    expect(reply.status, path).toBe(200)
    expect(reply.body, path).toBeNull()
    // Nothing that JSON would change: a page finds the same with the service in its process and elsewhere.
    expect(found, path).toEqual([data])
    expect(JSON.parse(JSON.stringify(found)), path).toEqual(found)
  }
})

test('an error is a JSON response for every caller, and fails the call', async () => {
  const { found, reply } = await callInProcess('/video-contents/nothing')
  expect(reply.status).toBe(404)
  expect(found).toEqual([])
  const api = createApi({
    baseURL: 'http://service',
    fetch: async (input, init) =>
      createApp(service.deps).fetch(new Request(input, init), { onResult: () => undefined }),
    inProcessResult: () => undefined,
  })
  await expect(api(listContents, { query: { count: 1_000_000 } })).rejects.toThrow(CallFailed)
})
